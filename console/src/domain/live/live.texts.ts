import { grouped, texts } from '../../platform/texts.ts';

export const useLiveTexts = texts({
  en: {
    live: 'Live',
    paused: 'Paused',
    follow: 'Follow live',
    starting: 'Connecting',
    interrupted: 'Interrupted, reconnecting',
    resting: 'Paused after 20 minutes of inactivity.',
    goOn: 'Continue',
    nowLive: 'Following live',
    nowPaused: 'Live updates are paused',
    newChanges: (count: number) => (count === 1 ? '1 new' : `${grouped(count)} new`),
    arrived: (count: number) =>
      count === 1 ? '1 new change has arrived' : `${grouped(count)} new changes have arrived`,
  },
  de: {
    live: 'Live',
    paused: 'Angehalten',
    follow: 'Live verfolgen',
    starting: 'Wird verbunden',
    interrupted: 'Unterbrochen, neuer Versuch läuft',
    resting: 'Nach 20 Minuten ohne Aktivität angehalten.',
    goOn: 'Weiter',
    nowLive: 'Änderungen werden live verfolgt',
    nowPaused: 'Die Live-Aktualisierung ist angehalten',
    newChanges: (count: number) => `${grouped(count)} neu`,
    arrived: (count: number) =>
      count === 1
        ? '1 neue Änderung ist eingetroffen'
        : `${grouped(count)} neue Änderungen sind eingetroffen`,
  },
});
