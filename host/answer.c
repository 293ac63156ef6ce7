#include "host/answer.h"
#include <stdio.h>
#include <string.h>
#include "host/print.h"
#include "runtime/live/process.h"

static void set_words(host_Answer *answer, bool ok, const char *format, va_list args)
{
    ed_Text text = ed_text_over(answer->words, sizeof answer->words);
    ed_text_addv(&text, format, args);
    for (char *at = answer->words; *at; at++)
        if ((unsigned char)*at < ' ') *at = ' ';      // one line, whatever a message holds
    answer->ok = ok;
}

void host_answer_ok(host_Answer *answer, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    set_words(answer, true, format, args);
    va_end(args);
}

void host_answer_error(host_Answer *answer, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    set_words(answer, false, format, args);
    va_end(args);
}

void host_answer_number(host_Answer *answer, const char *name, f64 value)
{
    size_t used = strlen(answer->members);
    ed_Text text = ed_text_over(answer->members + used, sizeof answer->members - used);
    ed_text_add(&text, ",\"%s\":%.15g", name, value);
}

static void put_json(const char *text)
{
    char buffer[8 * 1024];
    ed_Text out = ed_text_over(buffer, sizeof buffer);
    ed_text_json(&out, text, strlen(text));
    fputs(buffer, stdout);
}

static void print_object(const host_Answer *answer, const char *command)
{
    printf("{\"ok\":%s,\"command\":", answer->ok ? "true" : "false");
    put_json(command);
    if (!answer->ok || answer->words[0]) {
        fputs(answer->ok ? ",\"line\":" : ",\"error\":", stdout);
        put_json(answer->words);
    }
    fputs(answer->members, stdout);
    if (answer->name) printf(",\"%s\":%s", answer->name, answer->value);
    puts("}");
}

static void print_line(const host_Answer *answer)
{
    fputs(answer->ok ? "ok" : "error", stdout);
    if (answer->words[0]) host_print(stdout, " %s", answer->words);
    if (answer->name && answer->value_in_text) printf(" %s", answer->value);
    puts("");
}

bool host_answer_print(const host_Answer *answer, const char *command, bool json)
{
    ed_process_check_files();
    if (json) print_object(answer, command);
    else print_line(answer);
    return fflush(stdout) == 0 && !ferror(stdout);
}
