// From unused.def by eddiec: edit that file, not this one.
#include "gen/unused.gen.h"
