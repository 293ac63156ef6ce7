#include "codegen/diag/explain.h"
#include <stdio.h>
#include <string.h>
#include "codegen/diag/diag.h"
#include "runtime/base/str.h"

static const cg_Explanation *const groups[] = { cg_explanations_read, cg_explanations_types,
                                                cg_explanations_fields, cg_explanations_values };

static const char *text_of(cg_Code code)
{
    for (u32 i = 0; i < ED_COUNT(groups); i++)
        for (const cg_Explanation *text = groups[i]; text->text; text++)
            if (text->code == code) return text->text;
    return "";
}

static int list(void)
{
    for (cg_Code code = 0; code < CG_CODES; code++)
        printf("%-22s %s\n", cg_code_word(code), cg_code_summary(code));
    return 0;
}

static int refuse(const char *word)
{
    ed_Suggestion near = ed_suggestion(word);
    for (cg_Code code = 0; code < CG_CODES; code++) ed_suggestion_try(&near, cg_code_word(code));
    cg_print_line("unknown code %s", word);
    if (near.best) fprintf(stderr, "help: did you mean `%s`?\n", near.best);
    else fprintf(stderr, "help: eddiec --explain lists all codes\n");
    return 2;
}

int cg_explain(const char *word)
{
    cg_Code code = 0;
    if (!word) return list();
    while (code < CG_CODES && strcmp(cg_code_word(code), word) != 0) code++;
    if (code == CG_CODES) return refuse(word);
    printf("%s: %s\n\n%s", word, cg_code_summary(code), text_of(code));
    return 0;
}
