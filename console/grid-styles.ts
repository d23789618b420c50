import type { Plugin } from 'vite';

/**
 * Rules of react-data-grid that style summary rows. The console has none, and they select rows by position, so that the
 * browser would style every cell again whenever a row scrolls into view.
 */
const ofSummaryRows =
  /> :nth-(?:last-)?child\(1 of \.rdg-(?:top|bottom)-summary-row\) \{\s*> [^{}]*\{[^{}]*\}\s*\}/g;

/** Removes them. */
export function gridStyles(): Plugin {
  return {
    name: 'grid-styles',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('react-data-grid/lib/styles.css')) return undefined;
      const rules = code.match(ofSummaryRows)?.length ?? 0;
      if (rules !== 2)
        this.error(`The styles of react-data-grid have ${rules} rules of summary rows, not 2.`);
      return { code: code.replaceAll(ofSummaryRows, ''), map: null };
    },
  };
}
