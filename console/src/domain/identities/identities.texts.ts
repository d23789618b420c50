import { texts } from '../../platform/texts.ts';

export const useIdentityTexts = texts({
  en: {
    provider: 'Provider',
    account: 'Account',
    linked: 'Linked',
    lastSignIn: 'Last sign-in',
    never: 'Never',
    unlink: 'Unlink',
  },
  de: {
    provider: 'Anbieter',
    account: 'Konto',
    linked: 'Verknüpft',
    lastSignIn: 'Letzte Anmeldung',
    never: 'Nie',
    unlink: 'Trennen',
  },
});
