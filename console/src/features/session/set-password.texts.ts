import { grouped, texts } from '../../platform/texts.ts';

export const useSetPasswordTexts = texts({
  en: {
    setPassword: 'Set your password',
    notOffered:
      'With the connected services, a password cannot be set here. Ask the person who invited you, or an administrator.',
    title: {
      SETUP: 'Create the first account',
      INVITATION: 'Welcome! Set your password',
      RESET: 'Set a new password',
      SIGNUP: 'Your email is confirmed',
    },
    firstMasterText: 'It will be a global master with full access.',
    text: {
      INVITATION: (email: string) => `You are invited as ${email}. Choose your password.`,
      RESET: (email: string) => `For ${email}. This ends all other sessions of the account.`,
      SIGNUP: (email: string) => `Set a password, and your account ${email} is ready.`,
    },
    email: 'Email',
    firstEmail: 'You will sign in with it.',
    missingEmail: 'Enter your email, for example ada@example.org.',
    wrongEmail: 'This is not an email address. Enter one like ada@example.org.',
    optionalName: 'Name (optional)',
    createAndSignIn: 'Create account and sign in',
    newPassword: 'New password',
    setAndSignIn: 'Set password and sign in',
    tokens: (count: number) =>
      count === 1
        ? 'This also revokes the API token of the account:'
        : `This also revokes the ${grouped(count)} API tokens of the account:`,
    moreTokens: (count: number) => `${grouped(count)} more`,
    keepTokens: 'Keep the API tokens',
    keepTokensHint: 'Only if you created them yourself and nobody else knows them.',
    signInWithIt: 'The password is set. The second factor took too long: sign in again.',
    link: {
      missing: {
        title: 'This page needs a link',
        text: 'Open the link from your email, or the one printed by the server, again. Opening it does not use it up.',
      },
      expired: { title: 'This link has expired', text: 'Links work for a limited time.' },
      used: {
        title: 'This link was already used',
        text: 'A password was set with it, or a newer link has replaced it. If you know your password, sign in.',
      },
      unknown: {
        title: 'This link is not valid',
        text: 'Check that the whole link was copied. A newer email may also have replaced it: then use the link in the newest one. If you were invited, the invitation may have been withdrawn: ask the person who invited you.',
      },
    },
    forgotIt: 'Otherwise request a link to set a new one.',
    newLink: {
      SETUP: 'While nobody can sign in, the server prints a new link at each start.',
      INVITATION: 'Enter your email to get the invitation again.',
      RESET: 'Enter your email to get a new one.',
      SIGNUP: 'Enter your email and your name again to get a new one.',
      any: 'Enter your email. You get a new one if there is an account or an invitation for it.',
    },
    getNewLink: {
      INVITATION: 'Resend invitation',
      RESET: 'Request a new link',
      SIGNUP: 'Sign up again',
      any: 'Request a new link',
    },
  },
  de: {
    setPassword: 'Passwort setzen',
    notOffered:
      'Mit den verbundenen Diensten lässt sich ein Passwort hier nicht setzen. Wende dich an die Person, die dich eingeladen hat, oder an einen Administrator.',
    title: {
      SETUP: 'Das erste Konto anlegen',
      INVITATION: 'Willkommen! Setze dein Passwort',
      RESET: 'Neues Passwort setzen',
      SIGNUP: 'Deine E-Mail ist bestätigt',
    },
    firstMasterText: 'Es wird ein Global Master mit vollem Zugriff.',
    text: {
      INVITATION: (email) => `Du bist als ${email} eingeladen. Wähle dein Passwort.`,
      RESET: (email) => `Für ${email}. Alle anderen Sitzungen des Kontos enden damit.`,
      SIGNUP: (email) => `Setze ein Passwort, und dein Konto ${email} ist bereit.`,
    },
    email: 'E-Mail',
    firstEmail: 'Damit meldest du dich an.',
    missingEmail: 'Gib deine E-Mail an, etwa ada@example.org.',
    wrongEmail: 'Das ist keine E-Mail-Adresse. Gib eine wie ada@example.org an.',
    optionalName: 'Name (optional)',
    createAndSignIn: 'Konto anlegen und anmelden',
    newPassword: 'Neues Passwort',
    setAndSignIn: 'Passwort setzen und anmelden',
    tokens: (count) =>
      count === 1
        ? 'Damit wird auch das API-Token des Kontos widerrufen:'
        : `Damit werden auch die ${grouped(count)} API-Tokens des Kontos widerrufen:`,
    moreTokens: (count) => `${grouped(count)} weitere`,
    keepTokens: 'API-Tokens behalten',
    keepTokensHint: 'Nur, wenn du sie selbst angelegt hast und sonst niemand sie kennt.',
    signInWithIt:
      'Das Passwort ist gesetzt. Der zweite Faktor hat zu lange gedauert: Melde dich noch einmal an.',
    link: {
      missing: {
        title: 'Diese Seite braucht einen Link',
        text: 'Öffne den Link aus deiner Mail oder den, den der Server ausgegeben hat, noch einmal. Das Öffnen verbraucht ihn nicht.',
      },
      expired: { title: 'Dieser Link ist abgelaufen', text: 'Links gelten begrenzte Zeit.' },
      used: {
        title: 'Dieser Link wurde schon benutzt',
        text: 'Damit wurde ein Passwort gesetzt, oder ein neuerer Link ist an seine Stelle getreten. Wenn du dein Passwort kennst, melde dich an.',
      },
      unknown: {
        title: 'Dieser Link ist ungültig',
        text: 'Prüfe, ob der ganze Link kopiert wurde. Vielleicht hat ihn auch eine neuere Mail ersetzt: Nimm dann den Link aus der neuesten. Wenn du eingeladen wurdest, wurde die Einladung vielleicht zurückgezogen: Frag die Person, die dich eingeladen hat.',
      },
    },
    forgotIt: 'Sonst fordere einen Link an, um ein neues zu setzen.',
    newLink: {
      SETUP:
        'Solange sich niemand anmelden kann, gibt der Server bei jedem Start einen neuen Link aus.',
      INVITATION: 'Gib deine E-Mail an, und deine Einladung wird dir noch einmal geschickt.',
      RESET: 'Gib deine E-Mail an, und du bekommst einen neuen.',
      SIGNUP: 'Gib E-Mail und Namen noch einmal an, und du bekommst einen neuen.',
      any: 'Gib deine E-Mail an. Gibt es dafür ein Konto oder eine Einladung, bekommst du einen neuen Link.',
    },
    getNewLink: {
      INVITATION: 'Einladung erneut senden',
      RESET: 'Neuen Link anfordern',
      SIGNUP: 'Noch einmal registrieren',
      any: 'Neuen Link anfordern',
    },
  },
});
