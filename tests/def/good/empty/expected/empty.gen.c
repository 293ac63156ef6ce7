// From empty.def by eddiec: edit that file, not this one.
#include "gen/empty.gen.h"
