import { texts } from '../../shared/texts.ts';

export const useAccountMailsTexts = texts({
  en: {
    email: 'Email',
    missingEmail: 'Enter your email, for example ada@example.org.',
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
    checkEmail: 'Sieh in deine Mail',
    nothingCame:
      'Nach einigen Minuten nichts da? Sieh beim unerwünschten Posteingang nach, prüfe die Adresse oben und frage noch einmal.',
    askAgain: 'Noch einmal anfordern',
    toConsole: 'Zurück zur Konsole',
    tryAgain: 'Erneut versuchen',
    resetTitle: 'Neues Passwort setzen',
    resetText:
      'Gib die E-Mail deines Kontos an. Wir schicken dir einen Link, mit dem du ein neues Passwort setzt.',
    sendMail: 'Link schicken',
    resetSent: (email) =>
      `Wenn es ein Konto mit ${email} gibt, ist eine Mail mit einem Link unterwegs. Der Link gilt kurze Zeit und für ein Mal.`,
    notOffered:
      'Mit den verbundenen Diensten lässt sich ein Passwort hier nicht zurücksetzen. Bitte die Administration um ein neues.',
    signUpTitle: 'Konto anlegen',
    asking: 'Es wird gefragt, wer ein Konto anlegen darf …',
    closedTitle: 'Hier legt man sich kein Konto an',
    closedText:
      'Konten legt man sich hier nicht selbst an. Bitte jemanden aus der Administration deiner Organisation um eine Einladung; dann bekommst du eine Mail mit einem Link.',
    signUpNotOffered:
      'Mit den verbundenen Diensten lässt sich hier kein Konto anlegen. Bitte jemanden aus der Administration deiner Organisation darum.',
    name: 'Name',
    missingName: 'Gib deinen Namen an.',
    onlyOfDomains: (domains) => `Mit einer E-Mail von ${domains}.`,
    otherDomain: (domains) => `Gib eine E-Mail von ${domains} an.`,
    askForAccount: 'Konto anlegen',
    signUpSent: (email) =>
      `Eine Mail an ${email} ist unterwegs. Ihr Link bestätigt die Adresse und lässt dich dein Passwort setzen. Gibt es mit dieser E-Mail schon ein Konto, so sagt es die Mail.`,
  },
});
