/// Rights to files and folders: who may do what, by the access lists of Windows.
#ifndef ED_OS_WINDOWS_RIGHTS_H
#define ED_OS_WINDOWS_RIGHTS_H
#include <windows.h>
#include "runtime/base/base.h"
ED_C_BEGIN

/// Rights for a new file or folder that only the user may use. They contain pointers to themselves,
/// so they are not copied.
typedef struct ed_PrivateRights {
    SECURITY_ATTRIBUTES attributes;      // for CreateFileW and CreateDirectoryW
    SECURITY_DESCRIPTOR descriptor;
    _Alignas(8) u8 user[128];      // a TOKEN_USER and what it points to
    _Alignas(8) u8 list[256];      // an ACL
} ed_PrivateRights;

/// Returns 0 or an errno value.
int ed_rights_private(ed_PrivateRights *rights);

/// Rights to a folder. Groups that anyone can belong to must not have them.
typedef enum ed_RightsTo {
    ED_RIGHTS_ADD,         // add files to the folder, or more
    ED_RIGHTS_REPLACE      // remove or rename what others put into the folder, or more
} ed_RightsTo;

/// Returns NULL if a folder belongs to this user, to the administrators or to the system, and if
/// the groups that anyone can be in have no such rights to it. Otherwise returns the reason. The
/// handle needs READ_CONTROL.
const char *ed_rights_problem(HANDLE folder, ed_RightsTo to);

/// Gives an open file the access list of the file at `from`, as far as the system allows. The
/// handle needs WRITE_DAC.
void ed_rights_copy(HANDLE file, const wchar_t *from);

ED_C_END
#endif
