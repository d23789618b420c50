import { texts } from '../../shared/texts.ts';

export const useSignInWaysTexts = texts({
  en: {
    otherWays: 'Other ways to sign in',
    or: 'or',
    organisationSignsInWith: (provider: string) => `Your organisation signs in with ${provider}.`,
    notStarted: 'The sign-in there could not be started',
  },
  de: {
    otherWays: 'Andere Wege zur Anmeldung',
    or: 'oder',
    organisationSignsInWith: (provider) => `Deine Organisation meldet sich mit ${provider} an.`,
    notStarted: 'Die Anmeldung dort konnte nicht begonnen werden',
  },
});
