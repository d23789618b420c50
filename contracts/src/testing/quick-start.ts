/**
 * Options of Node for a process that runs for seconds: it does not optimize the WebAssembly of the embedded database, which
 * takes half of the CPU time of a start.
 */
export const quickStart = ['--liftoff-only'];
