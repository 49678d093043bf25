/* SPDX-License-Identifier: MIT
 *
 * Ctrl-C and its like ask a long command to stop in good order. One that does stop early tells
 * main, which after writing the result ends by the same signal, so that a shell sees what happened
 * and stops, too. */
#ifndef CLI_INTERRUPT_H
#define CLI_INTERRUPT_H

/* From here on signals ask to stop; `asked` (which may be NULL) is called by the handler. */
void interrupt_catch(void (*asked)(void));

/* The signal that has asked to stop; 0: none. */
int interrupt_signal(void);

/* From here on signals end the program again, and what has been asked is forgotten. */
void interrupt_release(void);

#endif
