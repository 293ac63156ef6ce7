/// What a module of module.c does, and when: three bytes after a mark in its file.
#ifndef FAULTS_ORDER_H
#define FAULTS_ORDER_H

#define FAULT_MARK "eddie does what is written here:"

typedef enum Fault {
    FAULT_NONE,
    FAULT_SEGV,
    FAULT_ABORT,
    FAULT_ASSERT,
    FAULT_FPE,
    FAULT_ILL,
    FAULT_BUS,
    FAULT_STACK,
    FAULT_LOOP,
    FAULT_SLEEP,
    FAULT_DOUBLE_FREE,
    FAULT_HEAP,
    FAULT_EXIT,
    FAULT_PTHREAD_EXIT,
    FAULT_THREAD,
    FAULT_MEMORY,
    FAULT_SCRIBBLE,
    FAULT_DEAF,
    FAULT_COUNT,
    // These occur after the trial has ended.
    FAULT_IN_THREAD = FAULT_COUNT,      // in a thread that the module started
    FAULT_AGAIN,                        // in every call but the first, which is that of the trial
    // Changes to the process, from 20 on.
    FAULT_FOLDER,
    FAULT_CHILDREN,
    FAULT_HANDLER,
    FAULT_MASK,
    FAULT_LOCALE,
    FAULT_LIMIT,
    FAULT_FLOATS,
    FAULT_UMASK,
    FAULT_FILES,
    FAULT_ALARM,
    FAULT_VARIABLES,
    FAULT_ALL_FILES,
    // Hangs that nothing in the process can end, and a lowered hard limit, from 32 on.
    FAULT_STOP,
    FAULT_SYS_EXIT,
    FAULT_STOP_ONCE,
    FAULT_HARD_LIMIT,
    FAULT_HANG_AGAIN
} Fault;

#define FAULT_IN_EARNEST 0x80u      // with a fault: not in a trial

typedef enum FaultPhase {
    PHASE_CONSTRUCTOR,
    PHASE_LOAD,
    PHASE_UNPACK,
    PHASE_UPDATE,
    PHASE_RENDER,
    PHASE_PACK,
    PHASE_UNLOAD,
    PHASE_DESTRUCTOR,
    PHASE_COUNT
} FaultPhase;

#endif
