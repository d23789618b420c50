/** In hundredths of the chart's height; a day with anything at all can be seen. */
export function barHeight(count: number, most: number): number {
  if (count <= 0 || most <= 0) return 0;
  return Math.max(2, (count / most) * 100);
}

/** @param day as 2026-03-01, in UTC */
export function dayName(day: string, language: string): string {
  const at = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(at)
    ? day
    : new Date(at).toLocaleDateString(language, {
        day: 'numeric',
        month: 'short',
        timeZone: 'UTC',
      });
}
