import { Problem } from '@annals/kit/problem';

/** Of a version from before there were logs, as long as it is without its place in one. */
export const notInLog = () =>
  new Problem(
    503,
    'not_in_log_yet',
    'The version is being written into the log. Try again shortly.',
    { retryAfter: 5 },
  );
