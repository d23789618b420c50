import { texts } from '../texts.ts';

export const useReauthenticationTexts = texts({
  en: {
    password: 'Password',
    showPassword: 'Show or hide the password',
    passwordMissing: 'Give your password.',
    proofTitle: 'Is it you?',
    proofHint: 'Before this changes, give your password once more. It is good for ten minutes.',
    goOn: 'Go on',
    notProved: 'The password could not be checked.',
    noPasswordProof:
      'Before this changes, sign in again: you have no password that could be asked for here. You come back to this page.',
    cancel: 'Cancel',
    signInAgain: 'Sign in again',
  },
  de: {
    password: 'Passwort',
    showPassword: 'Passwort zeigen oder verbergen',
    passwordMissing: 'Gib dein Passwort an.',
    proofTitle: 'Bist du es?',
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
