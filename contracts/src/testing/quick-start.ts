/**
 * Node options for short-lived processes: without optimizing the WebAssembly of the embedded database a start takes
 * half of the CPU time.
 */
export const quickStart = ['--liftoff-only'];
