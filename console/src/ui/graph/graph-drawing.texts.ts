import { grouped, texts } from '../../platform/texts.ts';

export const useGraphDrawingTexts = texts({
  en: {
    view: 'Show as',
    list: 'List',
    graph: 'Graph',
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    fit: 'Fit',
    more: (count: number, atLeast: boolean) => (atLeast ? 'more…' : `+${grouped(count)} more`),
  },
  de: {
    view: 'Zeigen als',
    list: 'Liste',
    graph: 'Graph',
    zoomIn: 'Vergrößern',
    zoomOut: 'Verkleinern',
    fit: 'Einpassen',
    more: (count: number, atLeast: boolean) =>
      atLeast ? 'weitere …' : `+${grouped(count)} weitere`,
  },
});
