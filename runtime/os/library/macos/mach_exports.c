#include "runtime/os/library/macos/mach_image.h"

// The names of exported symbols are a tree. A node has the size of its symbol in bytes, 0 if no
// name ends here; the symbol; the number of branches; and for each branch, the next part of the
// name and the offset of the node there.

#define DEPTH_MAX 512u      // parts of one name

enum {      // flags of a symbol
    KIND_BITS = 3,
    KIND_ADDRESS = 0,
    KIND_THREAD = 1,
    KIND_NUMBER = 2,      // not an address
    REEXPORTED = 8,
    RESOLVED = 16      // a function of the library returns the address
};

typedef struct Tree {
    const ed_MachImage *image;
    const u8 *at, *end;
    u64 read;      // bytes; if there are more than the tree has, it contains a cycle
} Tree;

static bool damaged(const Tree *tree)
{
    return ed_mach_damaged(tree->image, "its exported symbols lead outside the file");
}

static bool check_symbol(const Tree *tree, ed_MachReader *reader)
{
    const ed_MachImage *image = tree->image;
    u64 flags = ed_mach_read_number(reader), kind = flags & KIND_BITS;
    u64 value = ed_mach_read_number(reader);
    if (flags & REEXPORTED) {
        ed_mach_read_text(reader);
        return !reader->failed && value && value <= image->dylibs;
    }
    u64 resolver = flags & RESOLVED ? ed_mach_read_number(reader) : 0;
    if (reader->failed || kind > KIND_NUMBER) return false;
    if ((flags & RESOLVED) && !ed_mach_holds(image, image->first + resolver, 1, true, ED_MACH_RUN))
        return false;
    return kind == KIND_NUMBER || value <= image->end - image->first;
}

static bool check_node(Tree *tree, u64 offset, u32 depth)
{
    ed_MachReader node = { .at = tree->at, .end = tree->end };
    u64 total = (u64)(tree->end - tree->at);
    if (offset >= total || depth > DEPTH_MAX || tree->read >= total) return damaged(tree);
    node.at += offset;
    u64 size = ed_mach_read_number(&node);
    if (node.failed || size > (u64)(node.end - node.at)) return damaged(tree);
    ed_MachReader symbol = { .at = node.at, .end = node.at + size };
    if (size && !check_symbol(tree, &symbol)) return damaged(tree);
    node.at += size;
    tree->read += (u64)(node.at - tree->at) - offset + 1;
    for (u32 left = ed_mach_read_byte(&node); left; left--) {
        const u8 *name = node.at;
        ed_mach_read_text(&node);
        u64 next = ed_mach_read_number(&node);
        tree->read += (u64)(node.at - name);
        if (node.failed) return damaged(tree);
        if (!check_node(tree, next, depth + 1)) return false;
    }
    return !node.failed || damaged(tree);
}

bool ed_mach_check_exports(const ed_MachImage *image)
{
    ed_MachRange range = image->exports.size ? image->exports : image->info.exports;
    Tree tree = { .image = image, .at = range.size ? ed_mach_links_at(image, range) : NULL };
    if (!range.size) return true;
    if (!tree.at) return damaged(&tree);
    tree.end = tree.at + range.size;
    return check_node(&tree, 0, 0);
}
