import { texts } from '../../platform/texts.ts';

export const useAccountMailsTexts = texts({
  en: {
    email: 'Email',
    missingEmail: 'Enter your email, for example ada@example.org.',
    wrongEmail: 'This is not an email address. Enter one like ada@example.org.',
    checkEmail: 'Check your email',
    nothingCame:
      'Nothing after a few minutes? Check your spam folder and the address above, then try again.',
    askAgain: 'Request again',
    toConsole: 'Back to the console',
    tryAgain: 'Try again',
    resetTitle: 'Set a new password',
    resetText: 'Enter the email of your account. We will send you a link to set a new password.',
    sendMail: 'Send link',
    resetSent: (email: string) =>
      `If there is an account with ${email}, an email with a link is on its way. The link works once and for a short time.`,
    notOffered:
      'With the connected services, a password cannot be reset here. Ask an administrator for a new one.',
    signUpTitle: 'Create an account',
    asking: 'Checking who can sign up…',
    closedTitle: 'Sign-up is closed',
    closedText:
      'You cannot create an account yourself. Ask an administrator of your organization for an invitation by email.',
    signUpNotOffered:
      'With the connected services, accounts are not created here. Ask an administrator of your organization for one.',
    name: 'Name',
    missingName: 'Enter your name.',
    onlyOfDomains: (domains: string) => `Use an email address of ${domains}.`,
    otherDomain: (domains: string) => `Enter an email address of ${domains}.`,
    askForAccount: 'Create account',
    signUpSent: (email: string) =>
      `An email is on its way to ${email}. Its link confirms the address and lets you set your password. If there is already an account with this address, the email says so.`,
  },
  de: {
    email: 'E-Mail',
    missingEmail: 'Gib deine E-Mail an, etwa ada@example.org.',
    wrongEmail: 'Das ist keine E-Mail-Adresse. Gib eine wie ada@example.org an.',
    checkEmail: 'Sieh in deinem Postfach nach',
    nothingCame:
      'Nach einigen Minuten nichts da? Sieh im Spam-Ordner nach, prüfe die Adresse oben und versuche es dann noch einmal.',
    askAgain: 'Noch einmal anfordern',
    toConsole: 'Zurück zur Konsole',
    tryAgain: 'Erneut versuchen',
    resetTitle: 'Neues Passwort setzen',
    resetText:
      'Gib die E-Mail deines Kontos an. Wir schicken dir einen Link, mit dem du ein neues Passwort setzt.',
    sendMail: 'Link schicken',
    resetSent: (email) =>
      `Wenn es ein Konto mit ${email} gibt, ist eine Mail mit einem Link unterwegs. Der Link gilt einmal und nur kurze Zeit.`,
    notOffered:
      'Mit den verbundenen Diensten lässt sich ein Passwort hier nicht zurücksetzen. Bitte einen Administrator um ein neues.',
    signUpTitle: 'Konto anlegen',
    asking: 'Es wird geprüft, wer ein Konto anlegen kann …',
    closedTitle: 'Die Registrierung ist geschlossen',
    closedText:
      'Du kannst nicht selbst ein Konto anlegen. Bitte einen Administrator deiner Organisation um eine Einladung per E-Mail.',
    signUpNotOffered:
      'Mit den verbundenen Diensten lässt sich hier kein Konto anlegen. Bitte einen Administrator deiner Organisation um eines.',
    name: 'Name',
    missingName: 'Gib deinen Namen an.',
    onlyOfDomains: (domains) => `Verwende eine E-Mail-Adresse von ${domains}.`,
    otherDomain: (domains) => `Gib eine E-Mail-Adresse von ${domains} an.`,
    askForAccount: 'Konto anlegen',
    signUpSent: (email) =>
      `Eine Mail an ${email} ist unterwegs. Ihr Link bestätigt die Adresse und lässt dich dein Passwort setzen. Gibt es zu dieser Adresse schon ein Konto, steht das in der Mail.`,
  },
});
