import type { identityProviders as english } from '@annals/contracts/messages/identity-providers';
import type { TextsOf } from '@annals/contracts/messages/message-text';
import { inMinutes } from './words.ts';

export const identityProviders: TextsOf<typeof english> = {
  discoveryRead: 'Das Discovery-Dokument wurde gelesen.',
  byHand: 'Die Endpunkte sind von Hand eingetragen; es wird kein Discovery-Dokument gelesen.',
  pkceUnstated: 'Der Anbieter sagt nicht, ob er PKCE mit S256 kann. Es wird trotzdem verwendet.',
  signedWithSecret: 'ID-Tokens sind mit dem Client-Secret signiert ({chosen}).',
  algorithmNotListed: 'Der Anbieter nennt den Signaturalgorithmus {chosen} nicht.',
  otherAlgorithmsListed:
    'Der Anbieter signiert ID-Tokens nur mit {announced}. Ist das gewollt, wähle den Algorithmus ausdrücklich.',
  noClientKey: 'Es gibt keinen Schlüssel, um sich beim Anbieter auszuweisen.',
  clientKeyNotUsable: 'Der private Schlüssel ist nicht verwendbar; sieh bei den Feldern nach.',
  privateKeyForm:
    'Gib einen unverschlüsselten privaten Schlüssel (RSA ab 2048 Bit, EC oder Ed25519) als PEM oder JWK an.',
  publicKeyGiven: 'Das ist ein öffentlicher Schlüssel. Gib den privaten an.',
  keyTooShort: 'Dieser RSA-Schlüssel hat weniger als 2048 Bit.',
  certificateOfOtherKey: 'Das Zertifikat gehört zu einem anderen Schlüssel.',
  keyTypeUnsupported:
    'Schlüssel dieser Art werden nicht unterstützt. Gib einen RSA-, EC- oder Ed25519-Schlüssel an.',
  noIdToken: 'Die Antwort des Token-Endpunkts enthält kein id_token.',
  foreignTenant:
    'Das ID-Token stammt von einem Mandanten, der nicht zu den Mandanten dieses Anbieters gehört.',
  untrustedAudience: 'Der Claim „aud“ des ID-Tokens nennt Empfänger, denen nicht vertraut wird.',
  unexpectedClaim: 'Der Anbieter hat für den Claim „{claim}“ einen unerwarteten Wert gesendet.',
  badUserinfo: 'Die Antwort des Userinfo-Endpunkts ist weder JSON noch ein signiertes JWT.',
  sendLogoutToken: 'Sende das Logout-Token als logout_token an die Adresse des Anbieters.',
  logoutTokenRefused: 'Das Logout-Token wird nicht angenommen.',
  logoutLater:
    'Der Authentifizierungsdienst ist nicht erreichbar. Sende das Logout-Token später noch einmal.',
  providerUnitsOnly:
    'Der Anbieter gehört zu einer Einheit und weist nur sie und die Einheiten darunter zu.',
  listTenants:
    'Nenne die Mandanten, deren Benutzer sich anmelden dürfen. Sonst könnten es die jedes Mandanten.',
  enterEndpoint: 'Gib diese Adresse an: Ohne Discovery-Dokument ist sie nicht bekannt.',
  enterSecretForIdTokens: 'Gib das Client-Secret an: ID-Tokens sind damit signiert.',
  enterObjectProperty: 'Gib die Eigenschaft der Objekte an, in der der Wert steht.',
  providerEmailInvalid:
    'Die E-Mail, die der Anbieter nennt, ist ungültig; darum lässt sich dein Konto weder finden noch anlegen. Wende dich an die Administration.',
  logoutTokenRefusedBecause: 'Das Logout-Token wird nicht angenommen. {why}',
  logoutTokenReceivedBefore: 'Es kam schon einmal an.',
  noLogoutEvent: 'Es ist kein Logout-Token: Der Claim „events“ nennt keine Abmeldung.',
  hasNonce: 'Es enthält eine Nonce.',
  noJti: 'Ihm fehlt der Claim „jti“.',
  tokenTooOld: 'Es ist zu alt.',
  noSessionOrSubject: 'Es nennt weder eine Sitzung noch ein Subject.',
  issuerIs: 'Der Anbieter nennt sich {issuer}.',
  endpointsComplete: 'Alle Endpunkte, die eine Anmeldung braucht, sind bekannt.',
  notChecked: 'Nicht geprüft, weil eine frühere Prüfung misslang.',
  pkceSupported: 'Der Anbieter kann PKCE mit S256.',
  pkceNotListed:
    'Der Anbieter nennt PKCE mit S256 nicht (RFC 7636). Es wird trotzdem verwendet; sorge dafür, dass der Anbieter es prüft.',
  scopesNotListed: 'Der Anbieter sagt nicht, welche Scopes er hat.',
  scopesSupported: 'Der Anbieter hat alle Scopes, die verlangt werden.',
  scopesMissing: 'Der Anbieter nennt diese Scopes nicht: {missing}.',
  keysUnreadable: 'Die Schlüssel des Anbieters sind nicht lesbar.',
  signingKeys: ({ keys }) =>
    `Der Anbieter hat ${keys === 1 ? 'einen' : keys} Schlüssel zum Signieren.`,
  providerRefuses: 'Der Anbieter lehnt ab: {said}',
  noKeys: 'Der Anbieter veröffentlicht keinen Schlüssel, mit dem sich Signaturen prüfen lassen.',
  signInNotStarted:
    'Diese Anmeldung wurde nicht hier begonnen, dauerte länger als zehn Minuten oder ist schon beendet. Beginne noch einmal.',
  linkedToOther:
    'Jenes Konto beim Anbieter ist mit einem anderen Benutzer verknüpft. Melde dich beim Anbieter mit einem anderen Konto an.',
  providerChanged: 'Der Anbieter wurde inzwischen geändert. Beginne noch einmal.',
  providerUnreachable:
    '{name} ist gerade nicht erreichbar. Versuche es später noch einmal, oder melde dich auf einem anderen Weg an.',
  providerAnswerRejected:
    'Die Antwort von {name} wurde nicht angenommen. Beginne noch einmal; hilft das nicht, wende dich an die Administration.',
  lastMasterProvider:
    'Ohne diesen Anbieter, wie er ist, könnte sich kein Global Master mehr anmelden. Gib zuerst einem von ihnen ein Passwort.',
  endpointMissing: 'Der Anbieter nennt keinen {key}. Gib ihn unter den Endpunkten an.',
  badAddress: 'Das ist keine Adresse.',
  noDiscovery:
    'Unter diesem Issuer (/.well-known/openid-configuration) ist kein Discovery-Dokument, oder es ist nicht lesbar.',
  issuerDiffers:
    'Der Anbieter nennt sich {named}, nicht {asked}. Gib den Issuer genau so an, wie ihn der Anbieter schreibt. Liegt das Discovery-Dokument nicht dort, gib ihn als abweichenden Issuer in Tokens an.',
  providerRedirects:
    '{host} antwortet mit einer Weiterleitung, der nicht gefolgt wird. Gib die Adresse an, zu der sie führt.',
  addressWithCredentials: 'In der Adresse darf weder Benutzername noch Passwort stehen.',
  addressNotHttps: 'Die Adresse von {provider} muss mit https:// beginnen.',
  hostNotFound: 'Der Host {hostname} wurde nicht gefunden. Prüfe die Adresse.',
  providerHostPrivate:
    'Der Host {hostname} hat keine öffentliche Adresse. Ein Anbieter im Intranet muss in PROVIDER_HOSTS stehen.',
  answerTooLarge: 'Die Antwort von {host} ist größer als 256 KiB.',
  providerTimeout: 'Der Anbieter brauchte länger als 5 Sekunden für eine Antwort.',
  certificateRefused: 'Das TLS-Zertifikat von {host} wird nicht angenommen ({code}).',
  connectionFailed: 'Mit {host} kommt keine Verbindung zustande. Prüfe die Adresse.',
  providerGrantsMaster:
    'Kein Anbieter macht jemanden zum Global Master. Gib GLOBAL_MASTER dem Benutzer selbst.',
  chooseUnit: 'Du verwaltest Organisationseinheiten: Gib die an, zu der der Anbieter gehört.',
  settingsNotValid: 'Einige Einstellungen stimmen nicht; sieh bei den Feldern nach.',
  providerNeedsUnit:
    'Ein Anbieter ohne Organisationseinheit kann für alle bürgen, auch für Global Master; darum darf ihn nur ein Global Master einrichten. Gib eine Einheit an.',
  createsInUnit:
    'Der Anbieter gehört zu einer Einheit und legt nur in ihr oder darunter Benutzer an.',
  chooseUnitOfProvider: 'Gib die Einheit des Anbieters oder eine darunter an.',
  issuerForm: 'Ein Issuer hat kein ? und kein #.',
  issuerIsDocument:
    'Das ist die Adresse des Discovery-Dokuments. Der Issuer steht darin, meist ist er {part}.',
  openidScopeMissing: 'OpenID Connect braucht den Scope openid.',
  scopeForm: 'Ein Scope hat keine Leerzeichen, Anführungszeichen oder Backslashes.',
  secretOrNone: 'Gib das Client-Geheimnis an, oder wähle none als Authentifizierung des Clients.',
  noSubject:
    'Der Anbieter hat nicht gesagt, wer du bist. Bitte die Administration, seine Einstellungen zu prüfen.',
  noAccount:
    'Für dich gibt es hier kein Konto bei diesem Anbieter. Bitte die Administration um eines.',
  providerEmailMissing:
    'Der Anbieter hat keine E-Mail genannt; ohne sie lässt sich dein Konto weder finden noch anlegen.',
  providerEmailUnverified:
    'Der Anbieter bürgt nicht für deine E-Mail. Bestätige sie dort und versuche es erneut.',
  accountDisabled: 'Dein Konto ist gesperrt. Wende dich an die Administration.',
  providerOfUnit:
    'Dieser Anbieter gehört zu einer Organisationseinheit und kann dich nicht anmelden. Melde dich auf einem anderen Weg an.',
  linkedElsewhere:
    'Dein Konto ist mit einem anderen Konto bei diesem Anbieter verknüpft. Melde dich mit jenem an, oder löse zuerst die Verknüpfung.',
  domainNotVerified:
    'Die Domain deiner E-Mail ist für diesen Anbieter nicht bestätigt. Melde dich auf einem anderen Weg an, oder bitte die Administration, sie zu bestätigen.',
  linkedAlready:
    'Jenes Konto beim Anbieter ist schon verknüpft. Melde dich noch einmal beim Anbieter an.',
  codeWrong:
    'Der Code stimmt nicht, oder es wurde ein neuerer verschickt. Gib den Code aus der letzten E-Mail ein.',
  confirmationOver:
    'Diese Bestätigung hat zu lange gedauert, ist zu oft misslungen oder wurde schon benutzt. Melde dich noch einmal beim Anbieter an.',
  codeNotEnough:
    'Für dieses Konto genügt kein Code. Melde dich an wie bisher, oder bitte einen Global Master um Hilfe.',
  tooManyCodes: ({ seconds }) =>
    `An diese E-Mail wurden zu viele Codes geschickt. Versuche es in ${inMinutes(seconds)} erneut.`,
  retriesAllEmails: 'Wieder versucht werden die E-Mails aller Benutzer. Du verwaltest nur einige.',
  onlyMasterApproves:
    'Nur ein Global Master genehmigt eine Domain. Trage stattdessen den TXT-Eintrag in ihr DNS ein und prüfe ihn.',
  dnsSilent:
    'Die Nameserver von {domain} haben nicht innerhalb von fünf Sekunden geantwortet. Versuche es später erneut.',
  noTxt:
    'Unter {name} gibt es noch keinen TXT-Eintrag. Trage ihn ein, warte, bis das DNS ihn zeigt, und prüfe erneut.',
  otherTxtRecord:
    'Der TXT-Eintrag unter {name} hat einen anderen Wert. Kopiere den hier gezeigten Wert und prüfe erneut.',
  domainOfProvider:
    '{domain} gehört schon einem anderen Identitätsanbieter. Entferne die Domain zuerst dort.',
  domainOfUnit: '{domain} gehört einer anderen Organisationseinheit.',
  emailIsUserName:
    'Deine E-Mail ist der Benutzername von jemand anderem. Wende dich an die Administration.',
  onlySignInWay:
    'Das ist der einzige Weg, sich bei diesem Konto anzumelden. Setze zuerst ein Passwort, oder verknüpfe einen anderen Anbieter.',
};
