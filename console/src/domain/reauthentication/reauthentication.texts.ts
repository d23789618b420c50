import { texts } from '../../platform/texts.ts';

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
      'Gib dein Passwort ein, um fortzufahren. Du wirst zehn Minuten lang nicht erneut gefragt.',
    goOn: 'Weiter',
    notProved: 'Das Passwort konnte nicht geprüft werden.',
    noPasswordProof:
      'Melde dich noch einmal an, um fortzufahren, denn dein Konto hat kein Passwort. Du kommst auf diese Seite zurück.',
    cancel: 'Abbrechen',
    signInAgain: 'Noch einmal anmelden',
  },
});
