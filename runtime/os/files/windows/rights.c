#include "runtime/os/files/windows/rights.h"
#include <aclapi.h>
#include "runtime/os/system/windows/wide.h"

// --- the user ------------------------------------------------------------------------------------

static bool token_information(TOKEN_INFORMATION_CLASS what, void *room, DWORD size)
{
    HANDLE token;
    if (!OpenProcessToken(GetCurrentProcess(), TOKEN_QUERY, &token)) return false;
    bool known = GetTokenInformation(token, what, room, size, &size);
    DWORD error = GetLastError();
    CloseHandle(token);
    SetLastError(error);
    return known;
}

int ed_rights_private(ed_PrivateRights *rights)
{
    const DWORD inherited =
        OBJECT_INHERIT_ACE | CONTAINER_INHERIT_ACE;      // by what is in a folder
    ACL *list = (ACL *)rights->list;
    *rights = (ed_PrivateRights){ .attributes = { .nLength = sizeof rights->attributes } };
    rights->attributes.lpSecurityDescriptor = &rights->descriptor;
    bool good =
        token_information(TokenUser, rights->user, sizeof rights->user)
        && InitializeAcl(list, sizeof rights->list, ACL_REVISION)
        && AddAccessAllowedAceEx(list, ACL_REVISION, inherited, FILE_ALL_ACCESS,
                                 ((const TOKEN_USER *)rights->user)->User.Sid)
        && InitializeSecurityDescriptor(&rights->descriptor, SECURITY_DESCRIPTOR_REVISION)
        && SetSecurityDescriptorDacl(&rights->descriptor, TRUE, list, FALSE)
        && SetSecurityDescriptorControl(&rights->descriptor, SE_DACL_PROTECTED, SE_DACL_PROTECTED);
    return good ? 0 : ed_errno_of(GetLastError());
}

// --- folders -------------------------------------------------------------------------------------

static bool is_own(PSID owner)
{
    _Alignas(8) u8 user[128], usual[128];
    bool known = token_information(TokenUser, user, sizeof user)
              && token_information(TokenOwner, usual, sizeof usual);
    return known
        && (EqualSid(owner, ((const TOKEN_USER *)user)->User.Sid)
            || EqualSid(owner, ((const TOKEN_OWNER *)usual)->Owner)
            || IsWellKnownSid(owner, WinBuiltinAdministratorsSid)
            || IsWellKnownSid(owner, WinLocalSystemSid));
}

static bool is_anyone(PSID who)
{
    static const WELL_KNOWN_SID_TYPE groups[] = { WinWorldSid,        WinAuthenticatedUserSid,
                                                  WinBuiltinUsersSid, WinBuiltinGuestsSid,
                                                  WinInteractiveSid,  WinNetworkSid,
                                                  WinAnonymousSid };
    for (u32 i = 0; i < ED_COUNT(groups); i++)
        if (IsWellKnownSid(who, groups[i])) return true;
    return false;
}

static DWORD mask_of(ed_RightsTo to)
{
    const DWORD replace = FILE_DELETE_CHILD | WRITE_DAC | WRITE_OWNER | GENERIC_ALL;
    const DWORD add = FILE_ADD_FILE | FILE_ADD_SUBDIRECTORY | GENERIC_WRITE;
    return to == ED_RIGHTS_ADD ? replace | add : replace;
}

static bool anyone_may(ACL *list, ed_RightsTo to)
{
    ACL_SIZE_INFORMATION size;
    if (!list) return true;      // no list: no limits
    if (!GetAclInformation(list, &size, sizeof size, AclSizeInformation)) return true;
    for (DWORD i = 0; i < size.AceCount; i++) {
        void *entry;
        if (!GetAce(list, i, &entry)) return true;
        ACCESS_ALLOWED_ACE *allowed = (ACCESS_ALLOWED_ACE *)entry;
        if (allowed->Header.AceType != ACCESS_ALLOWED_ACE_TYPE) continue;
        if (allowed->Header.AceFlags & INHERIT_ONLY_ACE) continue;
        if (allowed->Mask & mask_of(to) && is_anyone((PSID)&allowed->SidStart)) return true;
    }
    return false;
}

const char *ed_rights_problem(HANDLE folder, ed_RightsTo to)
{
    const SECURITY_INFORMATION both = OWNER_SECURITY_INFORMATION | DACL_SECURITY_INFORMATION;
    PSID owner = NULL;
    ACL *list = NULL;
    PSECURITY_DESCRIPTOR all = NULL;
    DWORD error = GetSecurityInfo(folder, SE_FILE_OBJECT, both, &owner, NULL, &list, NULL, &all);
    if (error != ERROR_SUCCESS) return "its rights cannot be read";
    const char *problem = !owner || !is_own(owner) ? "it belongs to another user"
                        : anyone_may(list, to)     ? "other users can replace files in it"
                                                   : NULL;
    LocalFree(all);
    return problem;
}

// --- files ---------------------------------------------------------------------------------------

void ed_rights_copy(HANDLE file, const wchar_t *from)
{
    ACL *list = NULL;
    PSECURITY_DESCRIPTOR all = NULL;
    SECURITY_DESCRIPTOR_CONTROL control = 0;
    DWORD revision;
    DWORD error = GetNamedSecurityInfoW(from, SE_FILE_OBJECT, DACL_SECURITY_INFORMATION, NULL, NULL,
                                        &list, NULL, &all);
    if (error != ERROR_SUCCESS) return;
    GetSecurityDescriptorControl(all, &control, &revision);
    DWORD inherits = control & SE_DACL_PROTECTED ? PROTECTED_DACL_SECURITY_INFORMATION
                                                 : UNPROTECTED_DACL_SECURITY_INFORMATION;
    SetSecurityInfo(file, SE_FILE_OBJECT, DACL_SECURITY_INFORMATION | inherits, NULL, NULL, list,
                    NULL);
    LocalFree(all);
}
