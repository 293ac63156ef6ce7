/// A request to end this program, by its own code: see stop_request.h.
#ifndef ED_OS_WINDOWS_STOP_ASK_H
#define ED_OS_WINDOWS_STOP_ASK_H

/// The request counts as made by a program (ed_stop_by_program). Ends the process if it does not
/// listen to requests. May be called from any thread.
void ed_stop_ask(void);
#endif
