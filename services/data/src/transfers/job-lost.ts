/** The job is cancelled, or another server has taken it. */
export class JobLost extends Error {
  override readonly name = 'JobLost';
}
