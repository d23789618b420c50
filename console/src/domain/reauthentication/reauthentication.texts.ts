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
      'Sign in again to continue, because your account has no password. This page stays open meanwhile.',
    setPasswordHint:
      'You have neither yet. Set a password with a link that we send you by email, then come back and continue. This page stays open meanwhile.',
    setPassword: 'Set a password (new tab)',
    or: 'or',
    passkeyHint:
      'Confirm with your passkey to continue. You will not be asked again for ten minutes.',
    usePasskey: 'Use a passkey',
    passkeyNotUsed: 'No passkey was used.',
    passkeyNotProved: 'The passkey could not be checked.',
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
      'Melde dich noch einmal an, um fortzufahren, denn dein Konto hat kein Passwort. Diese Seite bleibt solange offen.',
    setPasswordHint:
      'Du hast noch keines von beiden. Lege über einen Link, den wir dir per E-Mail schicken, ein Passwort fest, komm dann zurück und mach weiter. Diese Seite bleibt solange offen.',
    setPassword: 'Passwort festlegen (neuer Tab)',
    or: 'oder',
    passkeyHint:
      'Bestätige mit deinem Passkey, um fortzufahren. Du wirst zehn Minuten lang nicht erneut gefragt.',
    usePasskey: 'Passkey verwenden',
    passkeyNotUsed: 'Es wurde kein Passkey verwendet.',
    passkeyNotProved: 'Der Passkey konnte nicht geprüft werden.',
    cancel: 'Abbrechen',
    signInAgain: 'Noch einmal anmelden',
  },
});
