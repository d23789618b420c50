import { texts } from '../texts.ts';

export const useReauthenticationTexts = texts({
  en: {
    password: 'Password',
    passwordMissing: 'Enter your password.',
    proofTitle: 'Confirm your identity',
    proofHint: 'Enter your password to continue. You will not be asked again for ten minutes.',
    goOn: 'Continue',
    notProved: 'The password could not be checked.',
    noPasswordProof:
      'Sign in again to continue, because your account has no password. You will return to this page.',
    cancel: 'Cancel',
    signInAgain: 'Sign in again',
  },
  de: {
    password: 'Passwort',
    passwordMissing: 'Gib dein Passwort an.',
    proofTitle: 'Bestätige, dass du es bist',
    proofHint:
      'Bevor sich das ändert, gib dein Passwort noch einmal an. Das gilt dann zehn Minuten.',
    goOn: 'Weiter',
    notProved: 'Das Passwort konnte nicht geprüft werden.',
    noPasswordProof:
      'Bevor sich das ändert, melde dich noch einmal an: Du hast kein Passwort, nach dem hier gefragt werden könnte. Du kommst auf diese Seite zurück.',
    cancel: 'Abbrechen',
    signInAgain: 'Noch einmal anmelden',
  },
});
