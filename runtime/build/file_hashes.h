/// The hashes of files. Within one build, each file is read once: what counts is its content when
/// the build first asked for it. If it changes later, the next build notices.
#ifndef ED_BUILD_FILE_HASHES_H
#define ED_BUILD_FILE_HASHES_H
#include "runtime/build/words.h"
ED_C_BEGIN

#define ED_NO_HASH 0u      // of a file that does not exist or cannot be read

typedef struct ed_FileHash {
    const char *path;
    u64 path_hash, hash;
    u64 read_at;         // the number of this read; 0: is read when it is asked for
    u64 changed_ns;      // the time of the last change, since 1970; 0: not looked up yet
} ed_FileHash;

typedef struct ed_FileHashes {
    ed_Arena *arena;       // for the entries
    ed_Arena content;      // of the file that is being read
    ed_FileHash *entries;
    u32 count, room;
    u32 *slots;      // indexes of entries, plus 1, by path_hash; a power of two of them
    u32 slot_count;
    u64 reads;      // number of reads so far
} ed_FileHashes;

u64 ed_hash_of_bytes(const void *bytes, size_t size);      ///< never ED_NO_HASH

bool ed_file_hashes_open(ed_FileHashes *hashes, ed_Arena *arena, ed_Error *error);
void ed_file_hashes_close(ed_FileHashes *hashes);

/// Returns the hash of the bytes of a file, or ED_NO_HASH.
u64 ed_file_hashes_get(ed_FileHashes *hashes, const char *path);
/// Does the same for a file that a program has read. The program began after `reads` reads, at
/// `begun_ns` by the clock of the file system. Returns ED_NO_HASH if the file changed since then:
/// the program may have read something else.
u64 ed_file_hashes_get_as_read(ed_FileHashes *hashes, const char *path, u64 reads, u64 begun_ns);
/// Reads the file again when it is asked for next: this build has written it.
void ed_file_hashes_forget(ed_FileHashes *hashes, const char *path);

ED_C_END
#endif
