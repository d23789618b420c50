import { failureTexts } from '../../ui/feedback/failure.texts.ts';
import { waitInWords } from '../../ui/feedback/wait-in-words.ts';
import { texts } from '../../platform/texts.ts';

export const useSignInTexts = texts({
  en: {
    ...failureTexts.en,
    signInTo: (product: string) => `Sign in to ${product}`,
    username: 'User name or email',
    password: 'Password',
    signIn: 'Sign in',
    signingIn: 'Signing in…',
    notAuthenticated: 'Not authenticated',
    signInToGoOn: 'Sign in to continue.',
    wrongCredentials: 'User name or password is wrong.',
    tooManyAttempts: (seconds: number) =>
      `Too many attempts. Try again ${waitInWords(seconds, 'en')}.`,
    tooManyAttemptsForNow: 'Too many attempts. Try again in a few minutes.',
    tryAgainLater: 'Try again in a few minutes.',
    missingUsername: 'Enter your user name or email.',
    missingPassword: 'Enter your password.',
    toSignIn: 'Go to sign-in',
    forgotPassword: 'Forgot your password?',
    createAccount: 'Create an account',
    startAgain: 'That took too long, or there were too many attempts. Sign in again.',
  },
  de: {
    ...failureTexts.de,
    signInTo: (product) => `Bei ${product} anmelden`,
    username: 'Benutzername oder E-Mail',
    password: 'Passwort',
    signIn: 'Anmelden',
    signingIn: 'Anmeldung läuft …',
    notAuthenticated: 'Nicht angemeldet',
    signInToGoOn: 'Melde dich an, um dort weiterzumachen, wo du warst.',
    wrongCredentials: 'Benutzername oder Passwort ist falsch.',
    tooManyAttempts: (seconds) =>
      `Zu viele Versuche. Versuche es ${waitInWords(seconds, 'de')} erneut.`,
    tooManyAttemptsForNow: 'Zu viele Versuche. Versuche es in einigen Minuten erneut.',
    tryAgainLater: 'Versuche es in einigen Minuten noch einmal.',
    missingUsername: 'Gib deinen Benutzernamen oder deine E-Mail an.',
    missingPassword: 'Gib dein Passwort an.',
    toSignIn: 'Zur Anmeldung',
    forgotPassword: 'Passwort vergessen?',
    createAccount: 'Konto anlegen',
    startAgain:
      'Das hat zu lange gedauert, oder es gab zu viele Versuche. Melde dich noch einmal an.',
  },
});
