import { texts } from '../../shared/texts.ts';

export const useAccountMailsTexts = texts({
  en: {
    email: 'Email',
    missingEmail: 'Give your email, like ada@example.org.',
    lookIntoMail: 'Look into your mail',
    nothingCame:
      'Nothing there after a few minutes? Look among the unwanted mail, check that the address above is right, and ask again.',
    askAgain: 'Ask again',
    toConsole: 'Back to the console',
    tryAgain: 'Try again',
    resetTitle: 'Set a new password',
    resetText:
      'Give the email of your account. We send you a link with which you set a new password.',
    sendMail: 'Send the link',
    resetSent: (email: string) =>
      `If there is an account with ${email}, a mail with a link is on its way. The link is good for a short time and for one use.`,
    notOffered: 'This service sends no such mails. Ask an administrator for a new password.',
    signUpTitle: 'Create an account',
    asking: 'Asking who may sign up…',
    closedTitle: 'No sign-up here',
    closedText:
      'People cannot create accounts themselves here. Ask an administrator of your organisation to invite you; you then get a mail with a link.',
    name: 'Name',
    missingName: 'Give your name, as others know you.',
    onlyOfDomains: (domains: string) => `With an email of ${domains}.`,
    otherDomain: (domains: string) => `Give an email of ${domains}.`,
    askForAccount: 'Create the account',
    signUpSent: (email: string) =>
      `A mail is on its way to ${email}. Its link confirms the address and lets you set your password. If there is an account with this email already, the mail says so.`,
  },
  de: {
    email: 'E-Mail',
    missingEmail: 'Gib deine E-Mail an, etwa ada@example.org.',
    lookIntoMail: 'Sieh in deine Mail',
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
      'Dieser Dienst verschickt solche Mails nicht. Bitte die Administration um ein neues Passwort.',
    signUpTitle: 'Konto anlegen',
    asking: 'Es wird gefragt, wer ein Konto anlegen darf …',
    closedTitle: 'Hier legt man sich kein Konto an',
    closedText:
      'Konten legt man sich hier nicht selbst an. Bitte jemanden aus der Administration deiner Organisation um eine Einladung; dann bekommst du eine Mail mit einem Link.',
    name: 'Name',
    missingName: 'Gib deinen Namen an, wie andere dich kennen.',
    onlyOfDomains: (domains) => `Mit einer E-Mail von ${domains}.`,
    otherDomain: (domains) => `Gib eine E-Mail von ${domains} an.`,
    askForAccount: 'Konto anlegen',
    signUpSent: (email) =>
      `Eine Mail an ${email} ist unterwegs. Ihr Link bestätigt die Adresse und lässt dich dein Passwort setzen. Gibt es mit dieser E-Mail schon ein Konto, so sagt es die Mail.`,
  },
});
