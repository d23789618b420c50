/**
 * Yields what is read one after the other: while one batch is used, the database reads the next one.
 * @param readNext the batch after another, or the first one; undefined at the end
 */
export async function* readAhead<Batch>(
  readNext: (before: Batch | undefined) => Promise<Batch | undefined>,
): AsyncGenerator<Batch, void, undefined> {
  let next = readNext(undefined);
  for (;;) {
    const batch = await next;
    if (batch === undefined) return;
    next = readNext(batch);
    // Thrown where it is awaited.
    next.catch(() => undefined);
    yield batch;
  }
}
