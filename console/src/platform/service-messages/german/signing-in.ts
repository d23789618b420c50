import type { signingIn as english } from '@annals/contracts/messages/signing-in';
import type { TextsOf } from '@annals/contracts/messages/message-text';
import { inMinutes, inSeconds } from './words.ts';

const signInFields = {
  PASSWORD: 'username und password',
  REFRESH_TOKEN: 'refreshToken',
  SECOND_FACTOR: 'challenge und code, oder challenge und assertion',
  IDENTITY_PROVIDER: 'code und state',
  EMAIL_CODE: 'challenge und code',
  PASSKEY: 'assertion',
};

export const signingIn: TextsOf<typeof english> = {
  mailServerSaid: 'Der Mailserver sagte: {said}',
  mailServerLacksUtf8:
    'Der Mailserver kann kein SMTPUTF8, das eine Adresse mit Buchstaben außerhalb von ASCII vor dem @ braucht. Nimm eine andere Adresse oder einen anderen Mailserver.',
  mailServerRefused: 'Der Mailserver hat sie nicht angenommen.',
  tooManyEmailsFromHere: ({ seconds }) =>
    `Von hier aus wurden zu viele Mails angefordert. Versuche es in ${inMinutes(seconds)} erneut.`,
  tooManyEmails: ({ seconds }) =>
    `Es wurden zu viele Mails angefordert. Versuche es in ${inMinutes(seconds)} erneut.`,
  noPasswordYet:
    'Dein Konto hat noch kein Passwort. Lass dir eine Mail mit einem Link schicken, um eines zu setzen.',
  currentPassword: 'Das ist das Passwort, das du jetzt hast. Wähle ein anderes.',
  notYourPassword: 'Das ist nicht dein Passwort. Tippe es noch einmal ein.',
  passwordChangedMeanwhile: 'Das Passwort wurde inzwischen geändert. Melde dich neu an.',
  passwordUnchanged: 'Das Passwort wurde nicht geändert.',
  tooManySigningIn: 'Gerade melden sich zu viele an. Versuche es in ein paar Sekunden erneut.',
  userDisabled: 'Dieser Benutzer ist deaktiviert. Aktiviere zuerst das Konto.',
  signUpClosed:
    'Hier kann sich niemand selbst registrieren. Bitte die Administration um eine Einladung.',
  signUpDomain: 'Mit einer E-Mail dieser Domain kann sich niemand selbst registrieren.',
  useEmailOf: 'Nimm eine E-Mail von {domains}, oder bitte um eine Einladung.',
  passwordTooShort:
    'Das Passwort hat {length} Zeichen. Nimm mindestens {minimalPasswordLength}; ein Satz aus mehreren Wörtern ist gut.',
  passwordTooLong: 'Das Passwort hat {length} Zeichen. Nimm höchstens {maximalPasswordLength}.',
  passwordGuessable: 'Das Passwort enthält „{word}“, was hier leicht zu erraten ist. Lass es weg.',
  passwordCommon:
    'Dieses Passwort gehört zu den ersten, die Angreifer probieren. Nimm mehrere Wörter, die nicht zusammengehören.',
  linkInvalid:
    'Dieser Link ist keiner von hier. Öffne ihn noch einmal genau so, wie du ihn bekommen hast, oder bitte um einen neuen.',
  linkUsed: 'Dieser Link wurde schon verwendet. Melde dich an, oder bitte um einen neuen.',
  linkExpired: 'Dieser Link ist abgelaufen. Bitte um einen neuen.',
  revokeLinkInvalid:
    'Dieser Link ist nicht bekannt. Öffne ihn noch einmal genau so, wie du ihn bekommen hast.',
  revokeLinkUsed:
    'Dieser Link wurde schon benutzt. Melde dich an, um weitere API-Tokens zu widerrufen.',
  revokeLinkExpired: 'Dieser Link ist abgelaufen. Melde dich an, um API-Tokens zu widerrufen.',
  enterSignInEmail: 'Gib die E-Mail an, mit der du dich anmelden willst.',
  enterYourEmail: 'Gib deine E-Mail an; mit ihr meldest du dich an.',
  linkHasProfile: 'Zu diesem Link gehören E-Mail und Name schon. Sende nur token und password.',
  chooseAnotherPassword: 'Wähle ein anderes Passwort.',
  signUpClosedMeanwhile:
    'Die Registrierung wurde inzwischen geschlossen. Bitte die Administration um eine Einladung.',
  accountExists:
    'Mit dieser E-Mail gibt es schon ein Konto. Melde dich an, oder bitte um ein neues Passwort.',
  tooManyFactors:
    'Du hast {maxFactors} zweite Faktoren. Entferne einen, den du nicht mehr verwendest.',
  secondFactorNeeded: 'Dieses Konto hat einen zweiten Faktor. Schließe die Anmeldung damit ab.',
  secondFactorWrong:
    'Der zweite Faktor stimmt nicht, oder er wurde schon verwendet. Versuche es mit einem neuen Code.',
  signInOver:
    'Diese Anmeldung hat zu lange gewartet oder ist zu oft gescheitert. Melde dich von vorn an.',
  codeNotCurrent:
    'Das ist nicht der Code von jetzt. Warte auf den nächsten, den die App zeigt, und prüfe die Uhr des Geräts.',
  lastRequiredFactor:
    'Eine deiner Rollen oder Organisationseinheiten verlangt einen zweiten Faktor, und das ist dein letzter. Füge zuerst einen anderen hinzu.',
  noFactorYet: 'Wiederherstellungscodes ersetzen einen zweiten Faktor. Füge zuerst einen hinzu.',
  passkeyExists: 'Dieser Passkey ist schon da. Nimm einen anderen.',
  passkeysNeedHttps:
    'Passkeys brauchen eine Konsole, die unter einem Hostnamen mit https erreichbar ist. Nimm eine Authenticator-App.',
  passkeyTooLate:
    'Dieser Passkey wurde nicht hier gemacht, oder vor zu langer Zeit. Beginne noch einmal und werde in fünf Minuten fertig.',
  passkeyDidNotConfirm:
    'Dieser Passkey hat nicht bestätigt, dass du es bist. Nimm einen deines Kontos, und bestätige mit PIN, Fingerabdruck oder Gesicht.',
  notYourPasswordOrNone:
    'Das ist nicht dein Passwort. Wenn du keines hast, melde dich ab und wieder an: Das beweist ebenso viel.',
  ownFactorsInAccount: 'Entferne deine eigenen zweiten Faktoren in deinem Konto, nicht hier.',
  reauthenticate:
    'Gib dein Passwort noch einmal ein, oder melde dich neu an: Das letzte Mal ist mehr als zehn Minuten her.',
  providerDidNotAskAgain:
    '{name} hat dich angemeldet, ohne noch einmal nachzufragen; das gilt nicht als Bestätigung. Nimm dein Passwort oder einen Passkey.',
  providerDoesNotSayWhen:
    '{name} teilt nicht mit, wann du dich dort zuletzt angemeldet hast; eine Anmeldung dort gilt deshalb nicht als Bestätigung. Nimm dein Passwort oder einen Passkey.',
  tooManyAttempts: ({ seconds }) =>
    `Zu viele Versuche sind gescheitert. Versuche es in ${inSeconds(seconds)} erneut.`,
  sessionEnded: 'Die Sitzung ist zu Ende. Melde dich neu an.',
  bodyDoesNotMatchType: ({ type }) =>
    `Was gesendet wurde, passt nicht zu type=${type}. Sende ${signInFields[type]}.`,
  typeTakes: ({ type }) => `type=${type} nimmt ${signInFields[type]}.`,
  wrongPassword: 'Benutzername oder Passwort ist falsch. Prüfe beides und versuche es noch einmal.',
  passkeyRefused:
    'Der Passkey wurde nicht angenommen. Versuche es erneut oder melde dich mit deinem Passwort an.',
  passkeyUnknown:
    'Kein Konto hier hat diesen Passkey; vielleicht wurde er entfernt. Melde dich mit deinem Passwort an und lösche den Passkey auf deinem Gerät.',
  passkeyUnverified:
    'Mit diesem Passkey allein kannst du dich noch nicht anmelden, weil er dich nicht mit PIN, Fingerabdruck oder Gesicht überprüft hat. Melde dich mit deinem Passwort an und bestätige mit dem Passkey.',
  passkeyOrigin:
    'Dieser Passkey wurde unter {used} verwendet, aber Passkeys funktionieren nur unter {expected}. Öffne diese Adresse oder melde dich mit deinem Passwort an.',
  networkNotAllowed:
    'Dein Konto darf nur aus bestimmten Netzen verwendet werden, und du bist von {from} verbunden. Verbinde dich mit einem davon, zum Beispiel per VPN, oder wende dich an die Administration.',
  tokenNetworkNotAllowed:
    'Dieses API-Token darf nur aus bestimmten Netzen verwendet werden, und der Aufruf kommt von {from}. Wende dich an die Administration.',
  passkeyRequired:
    'Dein Konto verlangt einen Passkey, und du hast keinen. Wende dich an die Administration.',
  lastRequiredPasskey:
    'Eine Anmelderegel verlangt einen Passkey, und das ist dein letzter. Füge zuerst einen anderen hinzu.',
  ruleExists: 'Dafür gibt es schon eine Regel. Ändere sie.',
  ruleForRoleOrUnit:
    'Eine Regel gilt für eine Rolle oder für eine Organisationseinheit, nicht für beides.',
  chooseRoleOrUnit: 'Wähle eine Rolle oder eine Organisationseinheit.',
  noNetwork: '{given} ist kein Netz. Meinst du {network}?',
  ipNetwork:
    'Schreibe ein Netz mit seiner Präfixlänge, zum Beispiel 203.0.113.0/24 oder 2001:db8::/32.',
  rulesLockOutMasters:
    'Nach dieser Änderung könnte sich unter den Anmelderegeln kein Global Master mehr anmelden: Keiner hat einen Passkey, wo er verlangt wird, oder hat sich in den letzten 30 Tagen aus den erlaubten Netzen angemeldet. Ändere die Regeln, oder lass zuerst einen anderen Global Master sich so anmelden.',
  rulesApplyEverywhere:
    'Anmelderegeln gelten in allen Organisationseinheiten, du kannst aber nur in deinen etwas ändern.',
};
