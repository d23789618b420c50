/** What is this many times higher than everything else is cut, so that the rest can be told apart. */
const outlierFrom = 4;

export interface BarScale {
  /** In percent of the chart's height; every non-zero value is visible. */
  heightOf: (count: number) => number;
  /** Whether the bar is higher than the chart. */
  isCut: (count: number) => boolean;
}

/** The scale of a chart in which one large operation does not make all other bars look alike. */
export function barScale(counts: readonly number[]): BarScale {
  const [most = 0, next = 0] = counts.toSorted((one, other) => other - one);
  const top = next > 0 && most > outlierFrom * next ? next * 1.5 : most;
  return {
    heightOf: (count) =>
      count <= 0 || top <= 0 ? 0 : Math.min(100, Math.max(2, (count / top) * 100)),
    isCut: (count) => count > top,
  };
}
