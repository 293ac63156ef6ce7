#include "codegen/diag/codes.h"

typedef struct Row {
    const char *word, *summary;
} Row;

static const Row rows[CG_CODES] = {
    // Files
    [CG_E_UNREADABLE_FILE] = { "unreadable-file", "a file can't be read" },
    [CG_E_UNWRITABLE_FILE] = { "unwritable-file", "a file can't be written" },
    [CG_E_FILE_NAME] = { "file-name", "a file's name can't become the name of a C file" },
    [CG_E_FILE_NAME_CLASH] = { "file-name-clash", "two files would be written to the same place" },
    [CG_E_NOT_TEXT] = { "not-text", "a file is not UTF-8 text" },
    [CG_E_FILE_CYCLE] = { "file-cycle", "files whose headers would include each other" },
    [CG_E_INCLUDE_FORM] = { "include-form", "an #include that names no .def file" },
    [CG_E_PREPROCESSOR] = { "preprocessor", "a preprocessor line other than #include" },
    [CG_E_SCHEMA_TOO_BIG] = { "schema-too-big", "the schema is over a limit of the generator" },
    // Characters and numbers
    [CG_E_ODD_CHARACTER] = { "odd-character", "a character that has no meaning here" },
    [CG_E_OPEN_COMMENT] = { "open-comment", "a comment that never ends" },
    [CG_E_OPEN_TEXT] = { "open-text", "a text without its closing quote" },
    [CG_E_BAD_ESCAPE] = { "bad-escape", "an escape that a text does not know" },
    [CG_E_CHARACTER_SIZE] = {
        "character-size", "single quotes around more or less than one character" },
    [CG_E_BAD_NUMBER] = { "bad-number", "something that begins like a number and is none" },
    [CG_E_LEADING_ZERO] = { "leading-zero", "a number that C would read as octal" },
    [CG_E_NUMBER_SUFFIX] = { "number-suffix", "a number with letters behind it" },
    [CG_E_NUMBER_TOO_BIG] = { "number-too-big", "a number that no type can hold" },
    // What was expected
    [CG_E_EXPECTED_DECLARATION] = {
        "expected-declaration", "something that begins no declaration" },
    [CG_E_EXPECTED_FIELD] = { "expected-field", "something that is no field" },
    [CG_E_EXPECTED_TYPE] = { "expected-type", "a type is missing" },
    [CG_E_EXPECTED_NAME] = { "expected-name", "a name is missing" },
    [CG_E_EXPECTED_BODY] = { "expected-body", "the braces are missing" },
    [CG_E_EXPECTED_SEPARATOR] = { "expected-separator", "a ; or , is missing" },
    [CG_E_EXPECTED_CLOSE] = { "expected-close", "a bracket is opened and not closed" },
    [CG_E_EXPECTED_EQUALS] = { "expected-equals", "an = is missing" },
    [CG_E_EXPECTED_VALUE] = { "expected-value", "a value is missing" },
    [CG_E_EXPECTED_ATTRIBUTE] = { "expected-attribute", "[[ ]] without an attribute in it" },
    [CG_E_EXPECTED_OLD_NAME] = { "expected-old-name", "a was without an old name" },
    // What C has and a schema has not
    [CG_E_C_TYPE] = { "c-type", "a type by the name it has in C" },
    [CG_E_TYPE_KEYWORD] = { "type-keyword", "struct or enum in front of a type's name" },
    [CG_E_FIELD_QUALIFIER] = {
        "field-qualifier", "const, static and the like in front of a field" },
    [CG_E_POINTER] = { "pointer", "a pointer in state" },
    [CG_E_BITFIELD] = { "bitfield", "a bitfield" },
    [CG_E_TWO_FIELDS] = { "two-fields", "two fields in one declaration" },
    [CG_E_NESTED_TYPE] = { "nested-type", "a struct that is declared inside another" },
    // Names
    [CG_E_NAME_TAKEN] = { "name-taken", "a name that C, C++ or eddie has already" },
    [CG_E_NAME_TOO_LONG] = { "name-too-long", "a name of more than 63 characters" },
    [CG_E_MADE_NAME_TAKEN] = { "made-name-taken", "two names would make the same name in the C" },
    [CG_E_COUNT_TAKEN] = { "count-taken", "a field with the name of a generated count" },
    [CG_E_FIELD_NAMED_AS_TYPE] = { "field-named-as-type", "a field with the name of a type" },
    [CG_E_DECLARED_TWICE] = { "declared-twice", "two declarations of one name" },
    [CG_E_FIELD_TWICE] = { "field-twice", "two fields of one name in a struct" },
    [CG_E_VALUE_TWICE] = { "value-twice", "two values of one name in an enum or flags" },
    [CG_E_TAG_COLLISION] = { "tag-collision", "two names with the same tag" },
    [CG_E_KIND_TAKEN] = { "kind-taken", "an alternative called `kind`" },
    [CG_E_HAS_TAKEN] = { "has-taken", "a field with the name of a generated flag" },
    // Types and layout
    [CG_E_UNKNOWN_TYPE] = { "unknown-type", "a type that nobody declares" },
    [CG_E_NOT_A_TYPE] = { "not-a-type", "a name that is no type of a field" },
    [CG_E_PTR_IN_STATE] = { "ptr-in-state", "a ptr outside rigid memory" },
    [CG_E_ARRAY_BOUND] = { "array-bound", "a bound that is no size" },
    [CG_E_TEXT_SIZE] = { "text-size", "char without a size that makes sense" },
    [CG_E_LIST_DIMENSIONS] = { "list-dimensions", "a list with more than one dimension" },
    [CG_E_LIST_ELEMENT] = { "list-element", "a list of any length of char or ptr" },
    [CG_E_TOO_MANY_DIMENSIONS] = { "too-many-dimensions", "an array of more than four dimensions" },
    [CG_E_RECURSIVE_STRUCT] = { "recursive-struct", "a struct that holds itself" },
    [CG_E_EMPTY_STRUCT] = { "empty-struct", "a struct without fields" },
    [CG_E_STRUCT_TOO_DEEP] = { "struct-too-deep", "structs nested more than 48 deep" },
    [CG_E_STRUCT_TOO_BIG] = { "struct-too-big", "a struct of more than 1 GiB" },
    [CG_E_REF_TARGET] = { "ref-target", "a ref to something that is no struct" },
    [CG_E_REF_IN_RIGID] = { "ref-in-rigid", "a ref in rigid memory" },
    [CG_E_REF_WITHOUT_POOL] = { "ref-without-pool", "a ref to a struct that is in no pool" },
    [CG_E_REF_TWO_POOLS] = { "ref-two-pools", "a ref to a struct that is in two pools" },
    [CG_E_POOL_FORM] = { "pool-form", "a pool that is no list of structs" },
    [CG_E_OPTIONAL_FORM] = { "optional-form", "an optional that is not one value" },
    [CG_E_EMPTY_UNION] = { "empty-union", "a union without alternatives" },
    [CG_E_ALTERNATIVE_FORM] = {
        "alternative-form", "an alternative of a shape that it can't have" },
    [CG_E_TOO_MANY_ROOTS] = { "too-many-roots", "more states or rigids than a game can have" },
    // Consts and expressions
    [CG_E_CONST_TYPE] = { "const-type", "a const that is no number" },
    [CG_E_CONST_CYCLE] = { "const-cycle", "a const that depends on itself" },
    [CG_E_UNKNOWN_CONST] = { "unknown-const", "a const that nobody declares" },
    [CG_E_NOT_A_NUMBER] = { "not-a-number", "a name of something else where a number is wanted" },
    [CG_E_DIVISION_BY_ZERO] = { "division-by-zero", "a division by zero" },
    [CG_E_OVERFLOW] = { "overflow", "an expression whose value has no type" },
    [CG_E_EXPRESSION_TOO_BIG] = {
        "expression-too-big", "an expression that is too long or nested too deep" },
    // Enums and flags
    [CG_E_ENUM_BASE] = { "enum-base", "an enum or flags without an integer type to be stored as" },
    [CG_E_EMPTY_ENUM] = { "empty-enum", "an enum or flags without values" },
    [CG_E_NUMBER_TWICE] = { "number-twice", "two values of an enum with one number" },
    [CG_E_FLAGS_NUMBER] = { "flags-number", "a number behind a value of flags" },
    [CG_E_FLAGS_FULL] = { "flags-full", "more values than the base has bits" },
    // Defaults
    [CG_E_VALUE_KIND] = { "value-kind", "a default of another kind than its field" },
    [CG_E_VALUE_SHAPE] = { "value-shape", "a list where one value is due, or the other way round" },
    [CG_E_VALUE_RANGE] = { "value-range", "a number that does not fit its type" },
    [CG_E_TEXT_TOO_LONG] = { "text-too-long", "a text that is longer than its field" },
    [CG_E_TOO_MANY_VALUES] = { "too-many-values", "a list that is longer than what it is for" },
    [CG_E_SET_TWICE] = { "set-twice", "a member with two values in one list" },
    [CG_E_UNKNOWN_VALUE] = { "unknown-value", "a value that the enum or flags does not have" },
    [CG_E_UNKNOWN_FIELD] = { "unknown-field", "a member that the struct does not have" },
    [CG_E_PTR_DEFAULT] = { "ptr-default", "a default for a ptr" },
    [CG_E_REF_DEFAULT] = { "ref-default", "a default for a ref" },
    [CG_E_POOL_DEFAULT] = { "pool-default", "a default for a pool" },
    [CG_E_UNION_DEFAULT] = { "union-default", "a default that names no alternative" },
    [CG_E_ALTERNATIVE_DEFAULT] = { "alternative-default", "a default for an alternative" },
    [CG_E_OUT_OF_RANGE] = { "out-of-range", "a default outside the range of its field" },
    [CG_E_ENDLESS_DEFAULT] = { "endless-default", "a default that holds itself in a list" },
    // Attributes
    [CG_E_UNKNOWN_ATTRIBUTE] = { "unknown-attribute", "an attribute that does not exist" },
    [CG_E_ATTRIBUTE_PLACE] = { "attribute-place", "an attribute in the wrong place" },
    [CG_E_WAS_PRESENT] = { "was-present", "a was that names something that is still there" },
    [CG_E_WAS_TWICE] = { "was-twice", "two that claim one old name" },
    [CG_E_RIGID_WAS] = { "rigid-was", "a was in rigid memory" },
    [CG_E_ATTRIBUTE_TWICE] = { "attribute-twice", "one attribute two times" },
    [CG_E_WAS_PATH] = { "was-path", "a was with a path that leads nowhere" },
    [CG_E_FRESH_WAS] = { "fresh-was", "a fresh field with an old name" },
    [CG_E_FRESH_TRANSIENT] = { "fresh-transient", "a fresh field that is transient" },
    [CG_E_KEY_FIELD] = { "key-field", "a key that can't tell records apart" },
    [CG_E_UPGRADE_TWICE] = { "upgrade-twice", "one upgrade function for two structs" },
    [CG_E_UPGRADE_UNUSED] = { "upgrade-unused", "an upgrade of what no state holds" },
    [CG_E_RANGE_TYPE] = { "range-type", "a range for something that is no number" },
    [CG_E_RANGE_ORDER] = { "range-order", "a range that goes from high to low" },
    [CG_E_UNIT_FORM] = { "unit-form", "a text that is no unit" },
    [CG_E_UNIT_TYPE] = { "unit-type", "a unit for something that holds no numbers" },
    [CG_E_UNIT_TWICE] = { "unit-twice", "two units on one field" },
    [CG_E_UNIT_INSIDE] = { "unit-inside", "a unit on a struct that has one inside" },
};

const char *cg_code_word(cg_Code code)
{
    return rows[code].word;
}

const char *cg_code_summary(cg_Code code)
{
    return rows[code].summary;
}
