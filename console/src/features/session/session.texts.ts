import { texts } from '../../shared/texts.ts';

export const useSessionTexts = texts({
  en: {
    signInTo: (product: string) => `Sign in to ${product}`,
    username: 'User name or email',
    password: 'Password',
    signIn: 'Sign in',
    showPassword: 'Show or hide the password',
    notAuthenticated: 'Not authenticated',
    signInToGoOn: 'Sign in to go on where you were.',
    wrongCredentials: 'User name or password is wrong.',
    tooManyAttempts: (seconds: number) =>
      seconds > 90
        ? `Too many attempts. Try again in ${Math.ceil(seconds / 60)} minutes.`
        : `Too many attempts. Try again in ${seconds} seconds.`,
    tooManyAttemptsForNow: 'Too many attempts. Try again in a few minutes.',
    unreachable: 'The console server could not be reached. Check the connection, then try again.',
    missingUsername: 'Give your user name or your email.',
    missingPassword: 'Give your password.',
    setPassword: 'Set your password',
    firstMaster: 'Create the first account',
    firstMasterText: 'It will be a global master, who may do everything here.',
    email: 'Email',
    firstEmail: 'You sign in with it.',
    missingEmail: 'Give your email, like ada@example.org.',
    optionalName: 'Name (optional)',
    createAndSignIn: 'Create the account and sign in',
    forAccount: (email: string) => `For ${email}`,
    newPassword: 'New password',
    rules: (least: number) =>
      `At least ${least} characters. Several words in a row are easy to keep in mind.`,
    tooShort: (missing: number) =>
      missing === 1 ? 'One more character' : `${missing} more characters`,
    tooLong: (most: number) => `At most ${most} characters.`,
    strength: { weak: 'Weak', fair: 'Fair', good: 'Good', strong: 'Strong' },
    strengthIs: (strength: string) => `Strength: ${strength}`,
    setAndSignIn: 'Set password and sign in',
    checkingLink: 'Checking the link…',
    link: {
      missing: {
        title: 'This page needs its link',
        text: 'Open the link from your mail, or the one the server printed, once more. Opening it does not use it up.',
      },
      expired: {
        title: 'This link has expired',
        text: 'Links are valid for a limited time. Ask an administrator for a new one.',
      },
      used: {
        title: 'This link was used already',
        text: 'A password was set with it. Sign in with that password, or ask an administrator for a new link.',
      },
      unknown: {
        title: 'This link is not known',
        text: 'Check that the whole link was copied, up to its end, or ask an administrator for a new one.',
      },
    },
    toSignIn: 'To the sign-in',
    linkNotChecked: 'The link could not be checked',
    tryAgain: 'Try again',
  },
  de: {
    signInTo: (product) => `Bei ${product} anmelden`,
    username: 'Benutzername oder E-Mail',
    password: 'Passwort',
    signIn: 'Anmelden',
    showPassword: 'Passwort zeigen oder verbergen',
    notAuthenticated: 'Nicht angemeldet',
    signInToGoOn: 'Melde dich an, um dort weiterzumachen, wo du warst.',
    wrongCredentials: 'Benutzername oder Passwort ist falsch.',
    tooManyAttempts: (seconds) =>
      seconds > 90
        ? `Zu viele Versuche. Versuche es in ${Math.ceil(seconds / 60)} Minuten erneut.`
        : `Zu viele Versuche. Versuche es in ${seconds} Sekunden erneut.`,
    tooManyAttemptsForNow: 'Zu viele Versuche. Versuche es in einigen Minuten erneut.',
    unreachable:
      'Der Konsolenserver ist nicht erreichbar. Prüfe die Verbindung und versuche es erneut.',
    missingUsername: 'Gib deinen Benutzernamen oder deine E-Mail an.',
    missingPassword: 'Gib dein Passwort an.',
    setPassword: 'Passwort setzen',
    firstMaster: 'Das erste Konto anlegen',
    firstMasterText: 'Es wird ein globaler Master, der hier alles darf.',
    email: 'E-Mail',
    firstEmail: 'Damit meldest du dich an.',
    missingEmail: 'Gib deine E-Mail an, etwa ada@example.org.',
    optionalName: 'Name (freiwillig)',
    createAndSignIn: 'Konto anlegen und anmelden',
    forAccount: (email) => `Für ${email}`,
    newPassword: 'Neues Passwort',
    rules: (least) =>
      `Mindestens ${least} Zeichen. Mehrere Wörter hintereinander merken sich leicht.`,
    tooShort: (missing) => (missing === 1 ? 'Noch ein Zeichen' : `Noch ${missing} Zeichen`),
    tooLong: (most) => `Höchstens ${most} Zeichen.`,
    strength: { weak: 'schwach', fair: 'mäßig', good: 'gut', strong: 'stark' },
    strengthIs: (strength) => `Stärke: ${strength}`,
    setAndSignIn: 'Passwort setzen und anmelden',
    checkingLink: 'Der Link wird geprüft …',
    link: {
      missing: {
        title: 'Diese Seite braucht ihren Link',
        text: 'Öffne den Link aus deiner Mail oder den, den der Server ausgegeben hat, noch einmal. Das Öffnen verbraucht ihn nicht.',
      },
      expired: {
        title: 'Dieser Link ist abgelaufen',
        text: 'Links gelten begrenzte Zeit. Bitte eine Administratorin oder einen Administrator um einen neuen.',
      },
      used: {
        title: 'Dieser Link wurde schon benutzt',
        text: 'Damit wurde ein Passwort gesetzt. Melde dich damit an oder bitte um einen neuen Link.',
      },
      unknown: {
        title: 'Dieser Link ist nicht bekannt',
        text: 'Prüfe, ob der ganze Link bis zum Ende kopiert wurde, oder bitte um einen neuen.',
      },
    },
    toSignIn: 'Zur Anmeldung',
    linkNotChecked: 'Der Link konnte nicht geprüft werden',
    tryAgain: 'Erneut versuchen',
  },
});
