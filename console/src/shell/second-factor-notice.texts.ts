import { texts } from '../platform/texts.ts';

export const useSecondFactorNoticeTexts = texts({
  en: {
    title: 'Second factor required',
    until: 'Your account requires a second factor. Set it up by',
    consequence: ', or you will be signed out and your API tokens will stop working.',
    setUp: 'Set it up now',
  },
  de: {
    title: 'Zweiter Faktor verlangt',
    until: 'Dein Konto verlangt einen zweiten Faktor. Richte ihn ein bis',
    consequence: ', sonst wirst du abgemeldet, und deine API-Tokens funktionieren nicht mehr.',
    setUp: 'Jetzt einrichten',
  },
});
