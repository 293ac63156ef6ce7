/// Every kind of mistake eddiec can tell has a code: a word that stands behind the message and never
/// changes. One code is one mistake with one cure. A new one is a name here, a row in codes.c, a text
/// in one of explain_*.c, and a golden in tests/def/bad.
#ifndef CG_CODES_H
#define CG_CODES_H

typedef enum cg_Code {
    // Files
    CG_E_UNREADABLE_FILE, CG_E_UNWRITABLE_FILE, CG_E_FILE_NAME, CG_E_FILE_NAME_CLASH, CG_E_NOT_TEXT,
    CG_E_FILE_CYCLE, CG_E_INCLUDE_FORM, CG_E_PREPROCESSOR, CG_E_SCHEMA_TOO_BIG,
    // Characters and numbers
    CG_E_ODD_CHARACTER, CG_E_OPEN_COMMENT, CG_E_OPEN_TEXT, CG_E_BAD_ESCAPE, CG_E_CHARACTER_SIZE,
    CG_E_BAD_NUMBER, CG_E_LEADING_ZERO, CG_E_NUMBER_SUFFIX, CG_E_NUMBER_TOO_BIG,
    // What was expected
    CG_E_EXPECTED_DECLARATION, CG_E_EXPECTED_FIELD, CG_E_EXPECTED_TYPE, CG_E_EXPECTED_NAME,
    CG_E_EXPECTED_BODY, CG_E_EXPECTED_SEPARATOR, CG_E_EXPECTED_CLOSE, CG_E_EXPECTED_EQUALS,
    CG_E_EXPECTED_VALUE, CG_E_EXPECTED_ATTRIBUTE, CG_E_EXPECTED_OLD_NAME,
    // What C has and a schema has not
    CG_E_C_TYPE, CG_E_TYPE_KEYWORD, CG_E_FIELD_QUALIFIER, CG_E_POINTER, CG_E_BITFIELD,
    CG_E_TWO_FIELDS, CG_E_NESTED_TYPE, CG_E_UNSUPPORTED,
    // Names
    CG_E_NAME_TAKEN, CG_E_NAME_TOO_LONG, CG_E_MADE_NAME_TAKEN, CG_E_COUNT_TAKEN,
    CG_E_FIELD_NAMED_AS_TYPE, CG_E_DECLARED_TWICE, CG_E_FIELD_TWICE, CG_E_VALUE_TWICE,
    CG_E_TAG_COLLISION,
    // Consts and expressions
    CG_E_CONST_TYPE, CG_E_CONST_CYCLE, CG_E_UNKNOWN_CONST, CG_E_NOT_A_NUMBER, CG_E_DIVISION_BY_ZERO,
    CG_E_OVERFLOW, CG_E_EXPRESSION_TOO_BIG,
    // Enums and flags
    CG_E_ENUM_BASE, CG_E_EMPTY_ENUM, CG_E_NUMBER_TWICE, CG_E_FLAGS_NUMBER, CG_E_FLAGS_FULL,
    // Types and layout
    CG_E_UNKNOWN_TYPE, CG_E_NOT_A_TYPE, CG_E_PTR_IN_STATE, CG_E_ARRAY_BOUND, CG_E_TEXT_SIZE,
    CG_E_LIST_DIMENSIONS, CG_E_LIST_ELEMENT, CG_E_TOO_MANY_DIMENSIONS, CG_E_RECURSIVE_STRUCT,
    CG_E_EMPTY_STRUCT, CG_E_STRUCT_TOO_DEEP, CG_E_STRUCT_TOO_BIG,
    // Defaults
    CG_E_VALUE_KIND, CG_E_VALUE_SHAPE, CG_E_VALUE_RANGE, CG_E_TEXT_TOO_LONG, CG_E_TOO_MANY_VALUES,
    CG_E_SET_TWICE, CG_E_UNKNOWN_VALUE, CG_E_UNKNOWN_FIELD, CG_E_PTR_DEFAULT,
    // Attributes
    CG_E_UNKNOWN_ATTRIBUTE, CG_E_ATTRIBUTE_PLACE, CG_E_WAS_PRESENT, CG_E_WAS_TWICE, CG_E_RIGID_WAS,
    CG_CODES                       // how many there are
} cg_Code;

const char *cg_code_word   (cg_Code code);         ///< "unknown-type"
const char *cg_code_summary(cg_Code code);         ///< one line

#endif
