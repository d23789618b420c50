/** Prometheus gives up after ten seconds; all values of a scrape are read at the same time. */
const deadlineMs = 2_000;

/**
 * Caches database queries for scrapes. Several gauges share one result, scrapes in quick succession get the last one,
 * and while a query is pending no second one is sent.
 * @param keepMs how long a result is valid
 * @returns undefined when it cannot be read now
 */
export function cachedForScrape<T>(
  read: () => Promise<T>,
  keepMs: number,
): () => Promise<T | undefined> {
  let lastRead: { at: number; answer: Promise<T | undefined> } | undefined;
  let running = false;
  return async () => {
    const now = performance.now();
    if (!lastRead || (!running && now - lastRead.at > keepMs)) {
      running = true;
      const reading = read()
        .catch(() => undefined)
        .then((figures) => {
          running = false;
          // Unknown: the next scrape asks again.
          if (figures === undefined) lastRead = undefined;
          return figures;
        });
      lastRead = { at: now, answer: reading };
    }
    const { answer } = lastRead;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), deadlineMs);
    });
    try {
      return await Promise.race([answer, late]);
    } finally {
      clearTimeout(timer);
    }
  };
}
