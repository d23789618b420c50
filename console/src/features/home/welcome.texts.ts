import { texts } from '../../platform/texts.ts';

export const useWelcomeTexts = texts({
  en: {
    title: 'What’s here',
    partitions: 'Data is stored in partitions.',
    kept: 'Every version of every object is kept: nothing is overwritten.',
    past: 'Most pages can be shown as of any moment in the past: choose it at the top of the page.',
    palette: 'Ctrl K (⌘ K) finds pages, people, partitions and objects by name, ID or address.',
    paletteWithoutObjects:
      'Ctrl K (⌘ K) finds pages, people and partitions by name, ID or address.',
    administration:
      'You manage users: their roles, units and access. Each change shows what it grants and revokes, is recorded, and can be undone.',
    help: 'The question mark in the top bar opens the chapter of the guide about the current page.',
    dismiss: 'Don’t show this again',
  },
  de: {
    title: 'Was es hier gibt',
    partitions: 'Daten liegen in Partitionen.',
    kept: 'Jede Version jedes Objekts bleibt erhalten: Nichts wird überschrieben.',
    past: 'Die meisten Seiten zeigen auch jeden Zeitpunkt der Vergangenheit: Wähle ihn oben auf der Seite.',
    palette:
      'Strg K (⌘ K) findet Seiten, Personen, Partitionen und Objekte nach Name, ID oder Adresse.',
    paletteWithoutObjects:
      'Strg K (⌘ K) findet Seiten, Personen und Partitionen nach Name, ID oder Adresse.',
    administration:
      'Du verwaltest Benutzer: Rollen, Einheiten und Zugriff. Jede Änderung zeigt, welche Rechte sie erteilt und entzieht, wird aufgezeichnet und lässt sich rückgängig machen.',
    help: 'Das Fragezeichen in der oberen Leiste öffnet das Kapitel des Handbuchs über die aktuelle Seite.',
    dismiss: 'Nicht mehr zeigen',
  },
});
