/// The results that the table has printed, for the JSON.
#ifndef BN_KEEP_H
#define BN_KEEP_H
#include "tests/bench/result.h"
ED_C_BEGIN

const bn_Row *bn_rows_kept(u32 *count);
const bn_Figure *bn_figures_kept(u32 *count);

ED_C_END
#endif
