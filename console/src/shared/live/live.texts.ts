import { grouped, texts } from '../texts.ts';

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
    follow: 'Live mitlesen',
    starting: 'Wird verbunden',
    interrupted: 'Unterbrochen, neuer Versuch läuft',
    resting: '20 Minuten war niemand hier.',
    goOn: 'Weiter',
    nowLive: 'Es wird live mitgelesen',
    nowPaused: 'Das Mitlesen ist angehalten',
    newChanges: (count: number) => `${grouped(count)} neu`,
    arrived: (count: number) =>
      count === 1
        ? '1 neue Änderung ist gekommen'
        : `${grouped(count)} neue Änderungen sind gekommen`,
  },
});
