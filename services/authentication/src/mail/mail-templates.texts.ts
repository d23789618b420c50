import type { RemovedCredentials } from '@annals/contracts/sign-in';
import { tokenScopeLabels } from '@annals/contracts/token-scope-labels';
import type { NewsKind } from '@annals/kit/change-reports';
import type { Language } from './mail-template.ts';

const en = {
  invitation: {
    subject: (product: string) => `Welcome to ${product}`,
    preheader: (product: string) => `Set your password to get started with ${product}.`,
    headline: 'Welcome',
    body: (product: string) =>
      `An account was created for you in ${product}. You sign in with {email}.\n\nChoose a password to start.`,
    ctaText: 'Start',
    footer: 'This email was sent to {email} because an administrator invited you.',
    notes: [
      'The link works once, for 7 days. After that, request a new one.',
      'If you did not expect an invitation, ignore this email: nothing happens without the link.',
    ],
  },
  reset: {
    subject: (product: string) => `Set a new password for ${product}`,
    preheader: 'The link works for 15 minutes.',
    headline: 'Set a new password',
    asked: (product: string) =>
      `Someone, probably you, requested a new password for your account in ${product}.`,
    askedByAdministrator: (product: string) =>
      `An administrator of ${product} asked you to set a new password.`,
    user: 'Account',
    from: 'Requested from',
    action: 'Set a new password',
    notes: [
      'The link works once, for 15 minutes. Setting the password ends all your sessions.',
      'If you did not request this, you do not have to do anything: your password stays as it is.',
    ],
    footer: (email: string) =>
      `This email was sent to ${email} because there is an account with this address.`,
  },
  provider: {
    subject: (product: string) => `How you sign in to ${product}`,
    preheader: (names: string) => `You sign in with ${names}.`,
    headline: 'You do not need a password here',
    paragraphs: (product: string, names: string) => [
      `Someone, probably you, requested a new password for your account in ${product}. Your account has no password: you sign in with ${names}.`,
      `If you cannot sign in there, contact the administrators of ${names}.`,
    ],
    action: 'Sign in',
    notes: ['If you did not request this, you do not have to do anything.'],
  },
  signUp: {
    subject: (product: string) => `Confirm your email for ${product}`,
    preheader: 'One more step: confirm your email and choose a password.',
    headline: 'Confirm your email',
    paragraphs: (product: string) => [
      `Someone, probably you, requested an account in ${product} with this email.`,
      'Confirm that it is yours and choose a password. The account is then created.',
    ],
    action: 'Confirm and choose a password',
    notes: [
      'The link works once, for 24 hours.',
      'If you did not request this, ignore this email: no account is created without the link.',
    ],
    footer: (email: string) =>
      `This email was sent to ${email} because the address was entered for a new account.`,
  },
  accountExists: {
    subject: (product: string) => `You already have an account in ${product}`,
    preheader: 'Sign in, or set a new password.',
    headline: 'You already have an account',
    paragraphs: (product: string) => [
      `Someone, probably you, requested an account in ${product} with this email. There already is one, so nothing was changed.`,
    ],
    action: 'Sign in',
    forgotten: (link: string) => `Forgot your password? Set a new one:\n${link}`,
    notes: ['If you did not request this, you do not have to do anything.'],
  },
  invitedAgain: {
    subject: (product: string) => `You were invited to ${product}`,
    preheader: 'You already have an account.',
    headline: 'You already have an account',
    paragraphs: (product: string) => [
      `An administrator of an organizational unit in ${product} invited you with this email. You already have an account with it, so nothing was changed. The administrator was not told that you have one.`,
      `If you want to join that unit, tell the administrator who invited you, or ask a global master of ${product} to add your account to it.`,
    ],
    action: 'Sign in',
    notes: ['If you did not expect an invitation, you do not have to do anything.'],
  },
  passwordChanged: {
    subject: (product: string) => `Your password for ${product} was changed`,
    preheader: 'If it was not you, act now.',
    headline: 'Your password was changed',
    paragraphs: (product: string) => [
      `The password of your account in ${product} was changed, and all sessions were ended.`,
    ],
    wasYou: 'If it was you, you do not have to do anything.',
    wasNotYou: (hasTokens: boolean): string =>
      hasTokens
        ? 'If it was not you, someone else can access your account: revoke the tokens, set a new password now, and tell an administrator.'
        : 'If it was not you, someone else can access your account: set a new password now, and tell an administrator.',
    action: 'Set a new password',
  },
  tokenCreated: {
    subject: (product: string) => `New API token for ${product}`,
    preheader: (name: string) => `${name}. Was it you?`,
    headline: 'New API token',
    paragraphs: (product: string, isOfApplication: boolean) => [
      isOfApplication
        ? `An API token that can do more than read was created for an application in ${product}, in your name.`
        : `An API token that can do more than read was created for your account in ${product}.`,
    ],
    token: 'Token',
    application: 'Application',
    scopes: 'Scopes',
    partitions: 'Partitions',
    partitionCount: (count: number | null) =>
      count === null ? 'All partitions of the owner' : `${count} selected`,
    expires: 'Expires',
    never: 'Never',
    wasYou: 'If it was you, you do not have to do anything.',
    wasNotYou: (reset: string) =>
      `If it was not you, someone else can access your account: revoke the tokens, set a new password, which ends all sessions, and tell an administrator:\n${reset}`,
    wasNotYouAtProvider:
      'If it was not you, someone else can access your account: revoke the tokens, change the password of the account that you sign in with, and tell an administrator.',
  },
  tokens: {
    heading: (count: number) =>
      count === 1
        ? '1 API token that you created is valid:'
        : `${count} API tokens that you created are valid:`,
    quoted: (name: string) => `“${name}”`,
    scopes: tokenScopeLabels.en,
    ofApplication: (name: string) => `application “${name}”`,
    lastUsed: (at: string) => `Last used ${at}`,
    neverUsed: 'Never used',
    expires: (at: string) => `expires ${at}`,
    neverExpires: 'never expires',
    more: (count: number) => `… and ${count} more`,
    revoke: (count: number) => (count === 1 ? 'Revoke this token' : `Revoke these ${count} tokens`),
    about:
      'The link opens a page that lists the tokens and revokes nothing until you confirm. It works once, for 7 days, without signing in.',
  },
  newSignIn: {
    subject: (product: string) => `New sign-in to ${product}`,
    preheader: (device: string) => `${device}. Was it you?`,
    headline: 'New sign-in',
    paragraphs: (product: string) => [
      `Someone signed in to your account in ${product} from a new device or location.`,
    ],
    wasYou: 'If it was you, you do not have to do anything.',
    wasNotYou: (reset: string) =>
      `If it was not you: end that session, change your password, and tell an administrator. If you cannot sign in any more, set a new password:\n${reset}`,
    action: 'View my sessions',
  },
  emailCode: {
    subject: (product: string) => `Your confirmation code for ${product}`,
    preheader: 'Enter it on the page where you are signing in.',
    headline: 'Confirm that this account is yours',
    paragraphs: (product: string, provider: string) => [
      `You are signing in to ${product} with ${provider} for the first time. There is already an account with your email. Enter this code on the page where you are signing in.`,
      'Confirming removes the password, sessions, API tokens, second factors and linked accounts that were set up before.',
    ],
    code: 'Code',
    notes: [
      'The code works for 30 minutes and only in the browser where you started.',
      'If you are not signing in right now, ignore this email and do not share the code. Nothing changes without it.',
    ],
  },
  credentialsRemoved: {
    subject: (product: string) => `Your account in ${product} was linked to a provider`,
    preheader: (provider: string) => `You now sign in with ${provider}.`,
    headline: 'Earlier sign-in methods were removed',
    paragraphs: (product: string, provider: string, removed: string) => [
      `Your account in ${product} is now linked to ${provider}, after the code from your mailbox was entered.`,
      ...(removed === ''
        ? []
        : [`Credentials set before the first sign-in were removed: ${removed}.`]),
    ],
    removed: ({ password, sessions, tokens, factors, identities }: RemovedCredentials) => [
      ...(password ? ['the password'] : []),
      ...(sessions > 0 ? [sessions === 1 ? '1 session' : `${sessions} sessions`] : []),
      ...(tokens > 0 ? [tokens === 1 ? '1 API token' : `${tokens} API tokens`] : []),
      ...(factors > 0 ? [factors === 1 ? '1 second factor' : `${factors} second factors`] : []),
      ...(identities > 0
        ? [identities === 1 ? '1 linked account' : `${identities} linked accounts`]
        : []),
    ],
    wasYou: 'If it was you, you do not have to do anything.',
    wasNotYou:
      'If it was not you, someone else can read your mailbox: change its password, and tell an administrator.',
    action: 'View my account',
  },
  sessionReused: {
    subject: (product: string) => `A session in ${product} was ended for your safety`,
    preheader: 'It was used in two places at once.',
    headline: 'A session was ended',
    paragraphs: (product: string) => [
      `A session of your account in ${product} was used in two places at once. Someone may have copied it, so it was ended. The details below are those of the last use.`,
      'Sign in again. If you do not recognize the device, change your password and revoke your API tokens.',
    ],
    note: 'This can also happen when a browser is restored from a backup or the network fails at a bad moment.',
    action: 'Check my account',
  },
  secondFactorDue: {
    subject: (product: string) => `Set up a second factor for ${product}`,
    preheader: (until: string) => `By ${until}.`,
    headline: 'Set up a second factor',
    paragraphs: (product: string, until: string) => [
      `Your account in ${product} now requires a second factor, for example an authenticator app or a passkey.`,
      `Set it up by ${until}. After that, your sessions end and your API tokens stop working until you have set it up. Your next sign-in will ask for it in any case.`,
    ],
    due: 'Deadline',
    note: 'An administrator requires it for your organizational unit or for one of your roles.',
    action: 'Set up a second factor',
  },
  changeSet: {
    headlines: {
      SUBMITTED: 'Review requested',
      REVIEWERS_ASKED: 'Review requested',
      APPROVED: 'Change set approved',
      CHANGES_REQUESTED: 'Changes requested',
      APPROVALS_INVALID: 'Approvals no longer count',
      COMMITTED: 'Change set committed',
      WITHDRAWN: 'Change set withdrawn',
      COMMENTED: 'New comment',
    } satisfies Record<NewsKind, string>,
    events: {
      SUBMITTED: (name: string) => `${name} requested a review of this change set.`,
      REVIEWERS_ASKED: (name: string) => `${name} asked you to review this change set.`,
      APPROVED: (name: string) => `${name} approved it.`,
      CHANGES_REQUESTED: (name: string) => `${name} requested changes.`,
      APPROVALS_INVALID: (name: string) => `${name} edited it. Earlier approvals no longer count.`,
      COMMITTED: (name: string) => `${name} committed it. All its changes are in effect.`,
      WITHDRAWN: (name: string) => `${name} withdrew it.`,
      COMMENTED: (name: string) => `${name} commented on it.`,
    } satisfies Record<NewsKind, (name: string) => string>,
    someone: 'Someone',
    preheader: (title: string, partition: string) => `“${title}” in ${partition}.`,
    changeSet: 'Change set',
    partition: 'Partition',
    action: 'Open the change set',
    switchOff: (link: string) =>
      `You can switch off emails about change sets in your profile:\n${link}`,
    footer: (email: string) =>
      `This email was sent to ${email} because you take part in this change set or can approve it.`,
  },
  webhook: {
    headline: 'Webhook given up',
    preheader: (name: string, partition: string | undefined) =>
      `“${name}” ${partition === undefined ? 'of the audit log' : `in ${partition}`} has stopped sending.`,
    paragraphs: [
      'For three days, the receiver could not be reached or did not accept the messages, or it answered that it is permanently gone (410). The webhook has stopped sending.',
      'Nothing is lost: fix the receiver and switch the webhook on. It continues where it stopped.',
    ],
    webhook: 'Webhook',
    action: 'Open the webhook',
    footer: (email: string) =>
      `This email was sent to ${email} because you are an owner of this partition.`,
    auditLogFooter: (email: string) =>
      `This email was sent to ${email} because you can manage the webhooks of the audit log.`,
  },
  followed: {
    changes: (count: string, isOne: boolean) => (isOne ? '1 change' : `${count} changes`),
    subject: (what: string, changes: string) => `${what}: ${changes}`,
    headline: {
      IMMEDIATELY: 'What you follow has changed',
      DAILY: 'What you follow: your daily email',
    },
    preheader: (changes: string, names: string) => `${changes}: ${names}`,
    intro: (changes: string) => `${changes} to what you follow.`,
    search: (query: string) => (query === '' ? 'every object' : `search “${query}”`),
    referring: (query: string, names: string) =>
      query === '' ? `what refers to ${names}` : `search “${query}”, what refers to ${names}`,
    inPartition: (what: string, changes: string, partition: string) =>
      `${what} · ${partition} · ${changes}`,
    nameless: (type: string) => `${type} without a name`,
    events: {
      CREATED: (name: string, at: string) => `Created by ${name}, ${at}`,
      CHANGED: (name: string, at: string) => `Changed by ${name}, ${at}`,
      ENDED: (name: string, at: string) => `Ended by ${name}, ${at}`,
      RESTORED: (name: string, at: string) => `Restored by ${name}, ${at}`,
    },
    someone: 'someone',
    reason: (reason: string) => `Reason: ${reason}`,
    nothing: 'none',
    erased: 'erased',
    moreFields: (count: number) => (count === 1 ? '1 more field' : `${count} more fields`),
    more: (count: string) => `… and ${count} more`,
    moreSubscriptions: (count: number) =>
      `${count} more subscriptions have new changes. Home shows all of them.`,
    end: 'Change or end this subscription',
    action: 'Open Home',
    note: (link: string) => `Choose what you follow and how you are notified:\n${link}`,
    footer: (email: string) => `This email was sent to ${email} because you follow this.`,
  },
  account: 'Account',
  when: 'When',
  address: 'Address',
  device: 'Device',
  securityFooter: (email: string) =>
    `This email was sent to ${email}. It protects the account and cannot be switched off.`,
};

const de: typeof en = {
  invitation: {
    subject: (product) => `Willkommen bei ${product}`,
    preheader: (product) => `Setze dein Passwort und beginne mit ${product}.`,
    headline: 'Willkommen',
    body: (product) =>
      `Für dich wurde ein Konto in ${product} angelegt. Du meldest dich mit {email} an.\n\nWähle ein Passwort, um zu beginnen.`,
    ctaText: 'Beginnen',
    footer: 'Diese Mail wurde an {email} verschickt, weil dich ein Administrator eingeladen hat.',
    notes: [
      'Der Link gilt einmal und 7 Tage lang. Danach kannst du einen neuen anfordern.',
      'Wenn du keine Einladung erwartest, ignoriere diese Mail: Ohne den Link geschieht nichts.',
    ],
  },
  reset: {
    subject: (product) => `Neues Passwort für ${product}`,
    preheader: 'Der Link gilt 15 Minuten.',
    headline: 'Neues Passwort setzen',
    asked: (product) =>
      `Jemand, wahrscheinlich du, hat ein neues Passwort für dein Konto in ${product} angefordert.`,
    askedByAdministrator: (product) =>
      `Ein Administrator von ${product} bittet dich, ein neues Passwort zu setzen.`,
    user: 'Konto',
    from: 'Angefordert von',
    action: 'Neues Passwort setzen',
    notes: [
      'Der Link gilt einmal und 15 Minuten lang. Das Setzen des Passworts beendet alle deine Sitzungen.',
      'Wenn du das nicht angefordert hast, musst du nichts tun: Dein Passwort bleibt, wie es ist.',
    ],
    footer: (email) =>
      `Diese Mail wurde an ${email} verschickt, weil es zu dieser Adresse ein Konto gibt.`,
  },
  provider: {
    subject: (product) => `So meldest du dich bei ${product} an`,
    preheader: (names) => `Du meldest dich mit ${names} an.`,
    headline: 'Du brauchst hier kein Passwort',
    paragraphs: (product, names) => [
      `Jemand, wahrscheinlich du, hat ein neues Passwort für dein Konto in ${product} angefordert. Dein Konto hat kein Passwort: Du meldest dich mit ${names} an.`,
      `Wenn du dich dort nicht anmelden kannst, wende dich an die Administratoren von ${names}.`,
    ],
    action: 'Anmelden',
    notes: ['Wenn du das nicht angefordert hast, musst du nichts tun.'],
  },
  signUp: {
    subject: (product) => `Bestätige deine E-Mail für ${product}`,
    preheader: 'Noch ein Schritt: E-Mail bestätigen und ein Passwort wählen.',
    headline: 'Bestätige deine E-Mail',
    paragraphs: (product) => [
      `Jemand, wahrscheinlich du, hat mit dieser E-Mail ein Konto in ${product} angefordert.`,
      'Bestätige, dass sie dir gehört, und wähle ein Passwort. Dann wird das Konto angelegt.',
    ],
    action: 'Bestätigen und ein Passwort wählen',
    notes: [
      'Der Link gilt einmal und 24 Stunden lang.',
      'Wenn du das nicht angefordert hast, ignoriere diese Mail: Ohne den Link wird kein Konto angelegt.',
    ],
    footer: (email) =>
      `Diese Mail wurde an ${email} verschickt, weil sie für ein neues Konto angegeben wurde.`,
  },
  accountExists: {
    subject: (product) => `Du hast schon ein Konto in ${product}`,
    preheader: 'Melde dich an oder setze ein neues Passwort.',
    headline: 'Du hast schon ein Konto',
    paragraphs: (product) => [
      `Jemand, wahrscheinlich du, hat mit dieser E-Mail ein Konto in ${product} angefordert. Es gibt schon eines, deshalb wurde nichts geändert.`,
    ],
    action: 'Anmelden',
    forgotten: (link) => `Passwort vergessen? Setze ein neues:\n${link}`,
    notes: ['Wenn du das nicht angefordert hast, musst du nichts tun.'],
  },
  invitedAgain: {
    subject: (product) => `Du wurdest zu ${product} eingeladen`,
    preheader: 'Du hast schon ein Konto.',
    headline: 'Du hast schon ein Konto',
    paragraphs: (product) => [
      `Ein Administrator einer Organisationseinheit in ${product} hat dich mit dieser E-Mail eingeladen. Du hast damit schon ein Konto, deshalb wurde nichts geändert. Dem Administrator wurde nicht mitgeteilt, dass du eines hast.`,
      `Wenn du zu dieser Einheit gehören möchtest, sage es der Person, die dich eingeladen hat, oder bitte einen Global Master von ${product}, dein Konto in die Einheit aufzunehmen.`,
    ],
    action: 'Anmelden',
    notes: ['Wenn du keine Einladung erwartest, musst du nichts tun.'],
  },
  passwordChanged: {
    subject: (product) => `Dein Passwort für ${product} wurde geändert`,
    preheader: 'Wenn du das nicht warst, handle jetzt.',
    headline: 'Dein Passwort wurde geändert',
    paragraphs: (product) => [
      `Das Passwort deines Kontos in ${product} wurde geändert, und alle Sitzungen wurden beendet.`,
    ],
    wasYou: 'Wenn du das warst, musst du nichts tun.',
    wasNotYou: (hasTokens) =>
      hasTokens
        ? 'Wenn du das nicht warst, hat jemand anders Zugriff auf dein Konto: Widerrufe die Tokens, setze jetzt ein neues Passwort und informiere einen Administrator.'
        : 'Wenn du das nicht warst, hat jemand anders Zugriff auf dein Konto: Setze jetzt ein neues Passwort und informiere einen Administrator.',
    action: 'Neues Passwort setzen',
  },
  tokenCreated: {
    subject: (product) => `Neues API-Token für ${product}`,
    preheader: (name) => `${name}. Warst du das?`,
    headline: 'Neues API-Token',
    paragraphs: (product, isOfApplication) => [
      isOfApplication
        ? `In deinem Namen wurde ein API-Token für eine Anwendung in ${product} angelegt, das mehr darf als lesen.`
        : `Für dein Konto in ${product} wurde ein API-Token angelegt, das mehr darf als lesen.`,
    ],
    token: 'Token',
    application: 'Anwendung',
    scopes: 'Darf',
    partitions: 'Partitionen',
    partitionCount: (count) =>
      count === null ? 'Alle, die der Eigentümer öffnen darf' : `Nur ${count}`,
    expires: 'Läuft ab',
    never: 'Nie',
    wasYou: 'Wenn du das warst, musst du nichts tun.',
    wasNotYou: (reset) =>
      `Wenn du das nicht warst, hat jemand anders Zugriff auf dein Konto: Widerrufe die Tokens, setze ein neues Passwort, das alle Sitzungen beendet, und informiere einen Administrator:\n${reset}`,
    wasNotYouAtProvider:
      'Wenn du das nicht warst, hat jemand anders Zugriff auf dein Konto: Widerrufe die Tokens, ändere das Passwort des Kontos, mit dem du dich anmeldest, und informiere einen Administrator.',
  },
  tokens: {
    heading: (count) =>
      count === 1
        ? '1 API-Token, das du angelegt hast, ist gültig:'
        : `${count} API-Tokens, die du angelegt hast, sind gültig:`,
    quoted: (name) => `„${name}“`,
    scopes: tokenScopeLabels.de,
    ofApplication: (name) => `Anwendung „${name}“`,
    lastUsed: (at) => `Zuletzt benutzt ${at}`,
    neverUsed: 'Nie benutzt',
    expires: (at) => `läuft ab ${at}`,
    neverExpires: 'läuft nie ab',
    more: (count) => `… und ${count} weitere`,
    revoke: (count) =>
      count === 1 ? 'Dieses Token widerrufen' : `Diese ${count} Tokens widerrufen`,
    about:
      'Der Link öffnet eine Seite, die die Tokens auflistet und nichts widerruft, bis du es bestätigst. Er gilt einmal und 7 Tage lang, ohne Anmeldung.',
  },
  newSignIn: {
    subject: (product) => `Neue Anmeldung bei ${product}`,
    preheader: (device) => `${device}. Warst du das?`,
    headline: 'Neue Anmeldung',
    paragraphs: (product) => [
      `Jemand hat sich von einem neuen Gerät oder Ort aus in deinem Konto in ${product} angemeldet.`,
    ],
    wasYou: 'Wenn du das warst, musst du nichts tun.',
    wasNotYou: (reset) =>
      `Wenn du das nicht warst: Beende diese Sitzung, ändere dein Passwort und informiere einen Administrator. Wenn du dich nicht mehr anmelden kannst, setze ein neues Passwort:\n${reset}`,
    action: 'Meine Sitzungen ansehen',
  },
  emailCode: {
    subject: (product) => `Dein Bestätigungscode für ${product}`,
    preheader: 'Gib ihn auf der Seite ein, auf der du dich anmeldest.',
    headline: 'Bestätige, dass dieses Konto dir gehört',
    paragraphs: (product, provider) => [
      `Du meldest dich zum ersten Mal mit ${provider} bei ${product} an. Es gibt schon ein Konto mit deiner E-Mail. Gib diesen Code auf der Seite ein, auf der du dich anmeldest.`,
      'Mit der Bestätigung werden Passwort, Sitzungen, API-Tokens, zweite Faktoren und verknüpfte Konten entfernt, die vorher eingerichtet wurden.',
    ],
    code: 'Code',
    notes: [
      'Der Code gilt 30 Minuten und nur in dem Browser, in dem du begonnen hast.',
      'Wenn du dich gerade nicht anmeldest, ignoriere diese Mail und gib den Code nicht weiter. Ohne ihn ändert sich nichts.',
    ],
  },
  credentialsRemoved: {
    subject: (product) => `Dein Konto in ${product} wurde mit einem Anbieter verknüpft`,
    preheader: (provider) => `Du meldest dich jetzt mit ${provider} an.`,
    headline: 'Frühere Anmeldewege wurden entfernt',
    paragraphs: (product, provider, removed) => [
      `Dein Konto in ${product} ist jetzt mit ${provider} verknüpft, nachdem der Code aus deinem Postfach eingegeben wurde.`,
      ...(removed === ''
        ? []
        : [`Was vor der ersten Anmeldung eingerichtet war, wurde entfernt: ${removed}.`]),
    ],
    removed: ({ password, sessions, tokens, factors, identities }) => [
      ...(password ? ['das Passwort'] : []),
      ...(sessions > 0 ? [sessions === 1 ? '1 Sitzung' : `${sessions} Sitzungen`] : []),
      ...(tokens > 0 ? [tokens === 1 ? '1 API-Token' : `${tokens} API-Tokens`] : []),
      ...(factors > 0 ? [factors === 1 ? '1 zweiter Faktor' : `${factors} zweite Faktoren`] : []),
      ...(identities > 0
        ? [identities === 1 ? '1 verknüpftes Konto' : `${identities} verknüpfte Konten`]
        : []),
    ],
    wasYou: 'Wenn du das warst, musst du nichts tun.',
    wasNotYou:
      'Wenn du das nicht warst, kann jemand anders dein Postfach lesen: Ändere dessen Passwort und informiere einen Administrator.',
    action: 'Mein Konto ansehen',
  },
  sessionReused: {
    subject: (product) => `Eine Sitzung in ${product} wurde zu deiner Sicherheit beendet`,
    preheader: 'Sie wurde an zwei Stellen zugleich benutzt.',
    headline: 'Eine Sitzung wurde beendet',
    paragraphs: (product) => [
      `Eine Sitzung deines Kontos in ${product} wurde an zwei Stellen zugleich benutzt. Vielleicht hat sie jemand kopiert, deshalb wurde sie beendet. Die Angaben unten sind die der letzten Benutzung.`,
      'Melde dich neu an. Wenn du das Gerät nicht kennst, ändere dein Passwort und widerrufe deine API-Tokens.',
    ],
    note: 'Das kann auch geschehen, wenn ein Browser aus einer Sicherung wiederhergestellt wird oder das Netz im falschen Moment ausfällt.',
    action: 'Mein Konto prüfen',
  },
  secondFactorDue: {
    subject: (product) => `Richte einen zweiten Faktor für ${product} ein`,
    preheader: (until) => `Bis ${until}.`,
    headline: 'Richte einen zweiten Faktor ein',
    paragraphs: (product, until) => [
      `Dein Konto in ${product} verlangt jetzt einen zweiten Faktor, zum Beispiel eine Authenticator-App oder einen Passkey.`,
      `Richte ihn bis ${until} ein. Danach enden deine Sitzungen, und deine API-Tokens funktionieren nicht, bis er eingerichtet ist. Bei deiner nächsten Anmeldung wird er in jedem Fall verlangt.`,
    ],
    due: 'Frist',
    note: 'Ein Administrator verlangt ihn für deine Organisationseinheit oder für eine deiner Rollen.',
    action: 'Zweiten Faktor einrichten',
  },
  changeSet: {
    headlines: {
      SUBMITTED: 'Prüfung erbeten',
      REVIEWERS_ASKED: 'Prüfung erbeten',
      APPROVED: 'Änderungssatz freigegeben',
      CHANGES_REQUESTED: 'Änderungen verlangt',
      APPROVALS_INVALID: 'Freigaben zählen nicht mehr',
      COMMITTED: 'Änderungssatz geschrieben',
      WITHDRAWN: 'Änderungssatz zurückgezogen',
      COMMENTED: 'Neuer Kommentar',
    },
    events: {
      SUBMITTED: (name) => `${name} bittet darum, diesen Änderungssatz zu prüfen.`,
      REVIEWERS_ASKED: (name) => `${name} bittet dich, diesen Änderungssatz zu prüfen.`,
      APPROVED: (name) => `${name} hat ihn freigegeben.`,
      CHANGES_REQUESTED: (name) => `${name} verlangt Änderungen.`,
      APPROVALS_INVALID: (name) =>
        `${name} hat ihn bearbeitet. Frühere Freigaben zählen nicht mehr.`,
      COMMITTED: (name) => `${name} hat ihn geschrieben: Alle Änderungen gelten.`,
      WITHDRAWN: (name) => `${name} hat ihn zurückgezogen.`,
      COMMENTED: (name) => `${name} hat ihn kommentiert.`,
    },
    someone: 'Jemand',
    preheader: (title, partition) => `„${title}“ in ${partition}.`,
    changeSet: 'Änderungssatz',
    partition: 'Partition',
    action: 'Änderungssatz öffnen',
    switchOff: (link) =>
      `E-Mails über Änderungssätze kannst du in deinem Profil abschalten:\n${link}`,
    footer: (email) =>
      `Diese Mail wurde an ${email} verschickt, weil du an diesem Änderungssatz beteiligt bist oder ihn freigeben darfst.`,
  },
  webhook: {
    headline: 'Webhook aufgegeben',
    preheader: (name, partition) =>
      `„${name}“ ${partition === undefined ? 'des Audit-Logs' : `in ${partition}`} sendet nichts mehr.`,
    paragraphs: [
      'Drei Tage lang war sein Empfänger nicht erreichbar oder nahm die Nachrichten nicht an, oder er hat geantwortet, dass es ihn nicht mehr gibt (410). Es wird nichts mehr gesendet.',
      'Nichts ist verloren: Bring den Empfänger in Ordnung und schalte den Webhook ein, dann macht er weiter, wo er aufgehört hat.',
    ],
    webhook: 'Webhook',
    action: 'Webhook öffnen',
    footer: (email) =>
      `Diese Mail wurde an ${email} verschickt, weil du Eigentümer dieser Partition bist.`,
    auditLogFooter: (email) =>
      `Diese Mail wurde an ${email} verschickt, weil du die Webhooks des Audit-Logs verwalten kannst.`,
  },
  followed: {
    changes: (count, isOne) => (isOne ? '1 Änderung' : `${count} Änderungen`),
    subject: (what, changes) => `${what}: ${changes}`,
    headline: {
      IMMEDIATELY: 'Neues bei dem, was du verfolgst',
      DAILY: 'Was du verfolgst: deine tägliche E-Mail',
    },
    preheader: (changes, names) => `${changes}: ${names}`,
    intro: (changes) => `${changes} an dem, was du verfolgst.`,
    search: (query) => (query === '' ? 'alle Objekte' : `Suche „${query}“`),
    referring: (query, names) =>
      query === '' ? `was auf ${names} verweist` : `Suche „${query}“, was auf ${names} verweist`,
    inPartition: (what, changes, partition) => `${what} · ${partition} · ${changes}`,
    nameless: (type) => `${type} ohne Namen`,
    events: {
      CREATED: (name, at) => `Angelegt von ${name}, ${at}`,
      CHANGED: (name, at) => `Geändert von ${name}, ${at}`,
      ENDED: (name, at) => `Beendet von ${name}, ${at}`,
      RESTORED: (name, at) => `Wiederhergestellt von ${name}, ${at}`,
    },
    someone: 'jemandem',
    reason: (reason) => `Grund: ${reason}`,
    nothing: 'nichts',
    erased: 'gelöscht',
    moreFields: (count) => (count === 1 ? '1 weiteres Feld' : `${count} weitere Felder`),
    more: (count) => `… und ${count} weitere`,
    moreSubscriptions: (count) =>
      `${count} weitere Abonnements haben Neues. Die Startseite zeigt alles.`,
    end: 'Dieses Abonnement ändern oder beenden',
    action: 'Startseite öffnen',
    note: (link) => `Was du verfolgst und wie du benachrichtigt wirst, bestimmst du hier:\n${link}`,
    footer: (email) => `Diese Mail wurde an ${email} verschickt, weil du das verfolgst.`,
  },
  account: 'Konto',
  when: 'Wann',
  address: 'Adresse',
  device: 'Gerät',
  securityFooter: (email) =>
    `Diese Mail wurde an ${email} verschickt. Sie dient der Sicherheit des Kontos und lässt sich nicht abschalten.`,
};

export const mailTexts: Record<Language, typeof en> = { en, de };
