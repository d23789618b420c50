/** Within this time, in milliseconds, the console server answers a call: if the service does not, with 504. */
export const callDeadlineMs = 30_000;
