import type { Plugin } from 'vite';

/**
 * Of react-data-grid's styles: how summary rows are set off. The console has none, and these rules name a place among the
 * rows, so that the browser would style every cell anew with each row that is scrolled into view.
 */
const ofSummaryRows =
  /> :nth-(?:last-)?child\(1 of \.rdg-(?:top|bottom)-summary-row\) \{\s*> [^{}]*\{[^{}]*\}\s*\}/g;

/** Leaves them out. */
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
