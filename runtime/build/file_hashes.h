/// The hashes of files. Within one build, each file is read once: what counts is its content when
/// the build first asked for it. If it changes later, the next build notices. A file that still has
/// the mark (file_mark.h) that it had when an earlier build read it need not be read.
#ifndef ED_BUILD_FILE_HASHES_H
#define ED_BUILD_FILE_HASHES_H
#include "runtime/build/words.h"
ED_C_BEGIN

#define ED_NO_HASH 0u      // of a file that does not exist or cannot be read
#define ED_ABSENT 1u       // instead of the hash of a path where there must not be any file

// Of a file that changed so recently that a further change might not change its mark.
#define ED_NO_MARK 0u

typedef struct ed_FileHash {
    const char *path;
    u64 path_hash, hash;
    u64 mark;            // a hash of the mark that the file had before it was read; or ED_NO_MARK
    bool marked;         // of a folder: `mark` was looked up
    u64 read_at;         // the number of this read; 0: is read when it is asked for
    u64 changed_ns;      // the time of the last change, since 1970; 0: not looked up yet
} ed_FileHash;

typedef struct ed_FileHashes {
    ed_Arena *arena;      // for the entries
    ed_FileHash *entries;
    u32 count, room;
    u32 *slots;      // indexes of entries, plus 1, by path_hash; a power of two of them
    u32 slot_count;
    u64 reads;         // number of reads so far
    u32 round;         // another number after any file may have changed
    u64 begun_ns;      // when the build began, by the clock of the file system; 0: unknown
} ed_FileHashes;

u64 ed_hash_of_bytes(const void *bytes, size_t size);      ///< never one of the two

/// `begun_ns`: see ed_FileHashes.
void ed_file_hashes_open(ed_FileHashes *hashes, ed_Arena *arena, u64 begun_ns);

/// Returns the hash of the bytes of a file, or ED_NO_HASH.
u64 ed_file_hashes_get(ed_FileHashes *hashes, const char *path);
/// True if the file has the hash. For ED_ABSENT, true if the path does not exist; the mark is then
/// that of its folder. `mark`: of the file when it had that hash, or ED_NO_MARK; is set
/// to what ed_file_hashes_mark returns.
bool ed_file_hashes_match(ed_FileHashes *hashes, const char *path, u64 hash, u64 *mark);
/// Returns the mark that the file had when its hash was determined last, or ED_NO_MARK.
u64 ed_file_hashes_mark(const ed_FileHashes *hashes, const char *path);
/// Does the same as ed_file_hashes_get for a file that a program has read. The program began after
/// `reads` reads, at `begun_ns` by the clock of the file system. If the file was hashed before
/// that, returns that hash. Otherwise, returns its current hash, or ED_NO_HASH if it changed after
/// the program began: the program may have read something else.
u64 ed_file_hashes_get_as_read(ed_FileHashes *hashes, const char *path, u64 reads, u64 begun_ns);
/// Reads the file again when it is asked for next: this build has written it.
void ed_file_hashes_forget(ed_FileHashes *hashes, const char *path);

ED_C_END
#endif
