#include "tests/rows.h"
