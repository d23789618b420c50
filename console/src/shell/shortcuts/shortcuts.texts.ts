import { texts } from '../../platform/texts.ts';

export const useShortcutTexts = texts({
  en: {
    shortcuts: 'Keyboard shortcuts',
    everywhere: 'Everywhere',
    goTo: 'Go to',
    onPage: 'On this page',
    nothingHere: 'This page has no shortcuts of its own.',
    palette: 'Command palette',
    sheet: 'Show this list',
    close: 'Close dialog or menu',
    nextRow: 'Next row',
    previousRow: 'Previous row',
    openRow: 'Open the row',
    search: 'Search',
    moment: 'View another point in time',
    previous: 'Previous version',
    next: 'Next version',
    singleKeys: 'Shortcuts without Ctrl or ⌘',
    singleKeysHint:
      'Switch them off if keys do something unintended, for example with speech input. Saved in this browser.',
  },
  de: {
    shortcuts: 'Tastenkürzel',
    everywhere: 'Überall',
    goTo: 'Gehe zu',
    onPage: 'Auf dieser Seite',
    nothingHere: 'Diese Seite hat keine eigenen Tastenkürzel.',
    palette: 'Befehlspalette',
    sheet: 'Diese Liste zeigen',
    close: 'Dialog oder Menü schließen',
    nextRow: 'Nächste Zeile',
    previousRow: 'Vorige Zeile',
    openRow: 'Zeile öffnen',
    search: 'Suchen',
    moment: 'Einen anderen Zeitpunkt zeigen',
    previous: 'Vorige Version',
    next: 'Nächste Version',
    singleKeys: 'Tastenkürzel ohne Strg oder ⌘',
    singleKeysHint:
      'Schalte sie aus, wenn Tasten etwas Ungewolltes tun, zum Beispiel bei Spracheingabe. Gilt in diesem Browser.',
  },
});
