import { texts } from '../../platform/texts.ts';

export const useSignInWaysTexts = texts({
  en: {
    otherWays: 'Other ways to sign in',
    or: 'or',
    usePasskey: 'Sign in with a passkey',
    passkeyNotUsed: 'No passkey was used. Try again, or sign in with your password.',
    organisationSignsInWith: (provider: string) => `Your organization signs in with ${provider}.`,
    inNewTab: 'They open in a new tab, so that this page stays. Sign in there, then come back.',
    notStarted: 'The sign-in could not be started',
  },
  de: {
    otherWays: 'Andere Wege zur Anmeldung',
    or: 'oder',
    usePasskey: 'Mit Passkey anmelden',
    passkeyNotUsed:
      'Es wurde kein Passkey verwendet. Versuche es erneut oder melde dich mit deinem Passwort an.',
    organisationSignsInWith: (provider) => `Deine Organisation meldet sich mit ${provider} an.`,
    inNewTab:
      'Sie öffnen sich in einem neuen Tab, damit diese Seite bleibt. Melde dich dort an und komm zurück.',
    notStarted: 'Die Anmeldung konnte nicht gestartet werden',
  },
});
