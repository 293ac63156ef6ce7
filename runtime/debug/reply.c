#include "runtime/debug/reply.h"
#include <stdio.h>
#include <string.h>
#include "runtime/base/print.h"
#include "runtime/live/process.h"

static void set_text(ed_Reply *reply, bool ok, const char *format, va_list args)
{
    ed_Text text = ed_text_over(reply->text, sizeof reply->text);
    ed_text_addv(&text, format, args);
    for (char *at = reply->text; *at; at++)
        if ((unsigned char)*at < ' ') *at = ' ';      // keeps the message on one line
    reply->ok = ok;
}

void ed_reply_ok(ed_Reply *reply, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    set_text(reply, true, format, args);
    va_end(args);
}

void ed_reply_error(ed_Reply *reply, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    set_text(reply, false, format, args);
    va_end(args);
}

void ed_reply_number(ed_Reply *reply, const char *name, f64 value)
{
    size_t used = strlen(reply->members);
    ed_Text text = ed_text_over(reply->members + used, sizeof reply->members - used);
    ed_text_add(&text, ",\"%s\":%.15g", name, value);
}

static void put_json(const char *text)
{
    char buffer[8 * 1024];
    ed_Text out = ed_text_over(buffer, sizeof buffer);
    ed_text_json(&out, text, strlen(text));
    fputs(buffer, stdout);
}

static void print_object(const ed_Reply *reply, const char *command)
{
    printf("{\"ok\":%s,\"command\":", reply->ok ? "true" : "false");
    put_json(command);
    if (!reply->ok || reply->text[0]) {
        fputs(reply->ok ? ",\"line\":" : ",\"error\":", stdout);
        put_json(reply->text);
    }
    fputs(reply->members, stdout);
    if (reply->name) printf(",\"%s\":%s", reply->name, reply->value);
    puts("}");
}

static void print_line(const ed_Reply *reply)
{
    fputs(reply->ok ? "ok" : "error", stdout);
    if (reply->text[0]) ed_print(stdout, " %s", reply->text);
    if (reply->name && reply->value_in_text) printf(" %s", reply->value);
    puts("");
}

bool ed_reply_print(const ed_Reply *reply, const char *command, bool json)
{
    ed_process_check_files();
    if (json) print_object(reply, command);
    else print_line(reply);
    return fflush(stdout) == 0 && !ferror(stdout);
}
