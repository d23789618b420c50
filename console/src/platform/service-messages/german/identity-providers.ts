import type { Phrases } from './phrase-book.ts';

/** Messages about identity providers. */
export const identityProviders: Phrases = {
  'The discovery document was read.': 'Das Discovery-Dokument wurde gelesen.',
  'The endpoints are entered by hand; no discovery document is read.':
    'Die Endpunkte sind von Hand eingetragen; es wird kein Discovery-Dokument gelesen.',
  'The provider does not say whether it supports PKCE with S256. It is used anyway.':
    'Der Anbieter sagt nicht, ob er PKCE mit S256 kann. Es wird trotzdem verwendet.',
  'ID tokens are signed with the client secret ({chosen}).':
    'ID-Tokens sind mit dem Client-Secret signiert ({chosen}).',
  'The provider does not list the signature algorithm {chosen}.':
    'Der Anbieter nennt den Signaturalgorithmus {chosen} nicht.',
  'The provider signs ID tokens with {announced} only. If that is intended, choose the algorithm explicitly.':
    'Der Anbieter signiert ID-Tokens nur mit {announced}. Ist das gewollt, wähle den Algorithmus ausdrücklich.',
  'There is no key to authenticate at the provider.':
    'Es gibt keinen Schlüssel, um sich beim Anbieter auszuweisen.',
  'The private key cannot be used; see fields.':
    'Der private Schlüssel ist nicht verwendbar; sieh bei den Feldern nach.',
  'Enter an unencrypted private key (RSA of at least 2048 bits, EC or Ed25519) as PEM or as a JWK.':
    'Gib einen unverschlüsselten privaten Schlüssel (RSA ab 2048 Bit, EC oder Ed25519) als PEM oder JWK an.',
  'This is a public key. Enter the private one.':
    'Das ist ein öffentlicher Schlüssel. Gib den privaten an.',
  'This RSA key is shorter than 2048 bits.': 'Dieser RSA-Schlüssel hat weniger als 2048 Bit.',
  'The certificate belongs to another key.': 'Das Zertifikat gehört zu einem anderen Schlüssel.',
  'Keys of this type are not supported. Enter an RSA, EC or Ed25519 key.':
    'Schlüssel dieser Art werden nicht unterstützt. Gib einen RSA-, EC- oder Ed25519-Schlüssel an.',
  'The response of the token endpoint contains no id_token.':
    'Die Antwort des Token-Endpunkts enthält kein id_token.',
  'The ID token is of a tenant that is not among the tenants of this provider.':
    'Das ID-Token stammt von einem Mandanten, der nicht zu den Mandanten dieses Anbieters gehört.',
  'The "aud" claim of the ID token contains untrusted audiences.':
    'Der Claim „aud“ des ID-Tokens nennt Empfänger, denen nicht vertraut wird.',
  'The userinfo response is neither JSON nor a signed JWT.':
    'Die Antwort des Userinfo-Endpunkts ist weder JSON noch ein signiertes JWT.',
  'Send the logout token as logout_token to the address of the provider.':
    'Sende das Logout-Token als logout_token an die Adresse des Anbieters.',
  'The logout token is not accepted.': 'Das Logout-Token wird nicht angenommen.',
  'The authentication service cannot be reached. Send the logout token again later.':
    'Der Authentifizierungsdienst ist nicht erreichbar. Sende das Logout-Token später noch einmal.',
  'The provider belongs to a unit and assigns only it and its subunits.':
    'Der Anbieter gehört zu einer Einheit und weist nur sie und die Einheiten darunter zu.',
  'List the tenants whose users may sign in. Otherwise those of every tenant could.':
    'Nenne die Mandanten, deren Benutzer sich anmelden dürfen. Sonst könnten es die jedes Mandanten.',
  'Enter this address: without a discovery document it is not known.':
    'Gib diese Adresse an: Ohne Discovery-Dokument ist sie nicht bekannt.',
  'Enter the client secret: ID tokens are signed with it.':
    'Gib das Client-Secret an: ID-Tokens sind damit signiert.',
  'Enter the property of the objects that contains the value.':
    'Gib die Eigenschaft der Objekte an, in der der Wert steht.',
  'The email address that the provider sent is not valid, so your account cannot be found or created. Ask an administrator.':
    'Die E-Mail, die der Anbieter nennt, ist ungültig; darum lässt sich dein Konto weder finden noch anlegen. Wende dich an die Administration.',
  'The logout token is not accepted. {why}': 'Das Logout-Token wird nicht angenommen. {why}',
  'It was received before.': 'Es kam schon einmal an.',
  'It is not a logout token: its claim "events" names no logout.':
    'Es ist kein Logout-Token: Der Claim „events“ nennt keine Abmeldung.',
  'It contains a nonce.': 'Es enthält eine Nonce.',
  'It has no claim "jti".': 'Ihm fehlt der Claim „jti“.',
  'It is too old.': 'Es ist zu alt.',
  'It names neither a session nor a subject.': 'Es nennt weder eine Sitzung noch ein Subject.',
  'The provider’s issuer is {issuer}.': 'Der Anbieter nennt sich {issuer}.',
  'All endpoints required for a sign-in are known.':
    'Alle Endpunkte, die eine Anmeldung braucht, sind bekannt.',
  'Not checked, because an earlier check failed.':
    'Nicht geprüft, weil eine frühere Prüfung misslang.',
  'The provider supports PKCE with S256.': 'Der Anbieter kann PKCE mit S256.',
  'The provider does not list PKCE with S256 (RFC 7636). It is used anyway; make sure that the provider checks it.':
    'Der Anbieter nennt PKCE mit S256 nicht (RFC 7636). Es wird trotzdem verwendet; sorge dafür, dass der Anbieter es prüft.',
  'The provider does not list its scopes.': 'Der Anbieter sagt nicht, welche Scopes er hat.',
  'The provider supports all requested scopes.':
    'Der Anbieter hat alle Scopes, die verlangt werden.',
  'The provider does not list the scopes {missing}.':
    'Der Anbieter nennt diese Scopes nicht: {missing}.',
  'The keys of the provider cannot be read.': 'Die Schlüssel des Anbieters sind nicht lesbar.',
  'The provider has {x} to sign with.': 'Der Anbieter hat {x:translated} zum Signieren.',
  'The provider refuses: {code} {description}': 'Der Anbieter lehnt ab: {code} {description}',
  'The provider publishes no key to verify signatures with.':
    'Der Anbieter veröffentlicht keinen Schlüssel, mit dem sich Signaturen prüfen lassen.',
  'This sign-in was not started here, took longer than ten minutes, or was already completed. Start again.':
    'Diese Anmeldung wurde nicht hier begonnen, dauerte länger als zehn Minuten oder ist schon beendet. Beginne noch einmal.',
  'That account at the provider is linked to another user. Sign in at the provider with another account.':
    'Jenes Konto beim Anbieter ist mit einem anderen Benutzer verknüpft. Melde dich beim Anbieter mit einem anderen Konto an.',
  'The provider was changed in the meantime. Start again.':
    'Der Anbieter wurde inzwischen geändert. Beginne noch einmal.',
  '{name} cannot be reached now. Try again later, or sign in another way.':
    '{name} ist gerade nicht erreichbar. Versuche es später noch einmal, oder melde dich auf einem anderen Weg an.',
  'The answer of {name} was rejected. Start again; if that does not help, ask an administrator.':
    'Die Antwort von {name} wurde nicht angenommen. Beginne noch einmal; hilft das nicht, wende dich an die Administration.',
  'This change would leave no global master who can sign in. Set a password for one of them first.':
    'Ohne diesen Anbieter, wie er ist, könnte sich kein Global Master mehr anmelden. Gib zuerst einem von ihnen ein Passwort.',
  'The provider names no {key}. Set it under endpoints.':
    'Der Anbieter nennt keinen {key}. Gib ihn unter den Endpunkten an.',
  'This is not a valid address.': 'Das ist keine Adresse.',
  'There is no discovery document below this issuer (/.well-known/openid-configuration), or it cannot be read.':
    'Unter diesem Issuer (/.well-known/openid-configuration) ist kein Discovery-Dokument, oder es ist nicht lesbar.',
  'The provider’s issuer is {named}, not {asked}. Enter the issuer exactly as the provider writes it. If that is not where its discovery document is, enter it as the different issuer in tokens.':
    'Der Anbieter nennt sich {named}, nicht {asked}. Gib den Issuer genau so an, wie ihn der Anbieter schreibt. Liegt das Discovery-Dokument nicht dort, gib ihn als abweichenden Issuer in Tokens an.',
  '{host} answers with a redirect, which is not followed. Enter the address it leads to.':
    '{host} antwortet mit einer Weiterleitung, der nicht gefolgt wird. Gib die Adresse an, zu der sie führt.',
  'The address must not contain a user name or password.':
    'In der Adresse darf weder Benutzername noch Passwort stehen.',
  'The address of {provider} must start with https://.':
    'Die Adresse von {provider} muss mit https:// beginnen.',
  'The host {hostname} was not found. Check the address.':
    'Der Host {hostname} wurde nicht gefunden. Prüfe die Adresse.',
  'The host {hostname} does not have a public address. A provider in the intranet must be named in PROVIDER_HOSTS.':
    'Der Host {hostname} hat keine öffentliche Adresse. Ein Anbieter im Intranet muss in PROVIDER_HOSTS stehen.',
  'The answer of {host} is larger than 256 KiB.': 'Die Antwort von {host} ist größer als 256 KiB.',
  'The provider took longer than 5 seconds to answer.':
    'Der Anbieter brauchte länger als 5 Sekunden für eine Antwort.',
  'The TLS certificate of {host} is not accepted ({code}).':
    'Das TLS-Zertifikat von {host} wird nicht angenommen ({code}).',
  'Could not connect to {host}. Check the address.':
    'Mit {host} kommt keine Verbindung zustande. Prüfe die Adresse.',
  'A provider cannot create global masters. Grant GLOBAL_MASTER to the user.':
    'Kein Anbieter macht jemanden zum Global Master. Gib GLOBAL_MASTER dem Benutzer selbst.',
  'You administer units: choose the unit that the provider belongs to.':
    'Du verwaltest Organisationseinheiten: Gib die an, zu der der Anbieter gehört.',
  'Some of the settings are not valid; see fields.':
    'Einige Einstellungen stimmen nicht; sieh bei den Feldern nach.',
  'A provider without an organizational unit can sign in everyone, including global masters, so only a global master can set it up. Choose a unit.':
    'Ein Anbieter ohne Organisationseinheit kann für alle bürgen, auch für Global Master; darum darf ihn nur ein Global Master einrichten. Gib eine Einheit an.',
  'The provider belongs to a unit and creates users only in it or its subunits.':
    'Der Anbieter gehört zu einer Einheit und legt nur in ihr oder darunter Benutzer an.',
  "Choose the provider's unit or one of its subunits.":
    'Gib die Einheit des Anbieters oder eine darunter an.',
  '{taken} belongs to another identity provider. Remove it there first.':
    'Das gehört schon einem anderen Identitätsanbieter: {taken}. Entferne es zuerst dort.',
  '{foreign} belongs to another organizational unit.':
    'Das gehört einer anderen Organisationseinheit: {foreign}.',
  'An issuer must not contain ? or #.': 'Ein Issuer hat kein ? und kein #.',
  'OpenID Connect requires the scope openid.': 'OpenID Connect braucht den Scope openid.',
  'A scope must not contain spaces, quotes or backslashes.':
    'Ein Scope hat keine Leerzeichen, Anführungszeichen oder Backslashes.',
  'Enter the client secret, or choose none as client authentication.':
    'Gib das Client-Geheimnis an, oder wähle none als Authentifizierung des Clients.',
  'The provider did not say who you are. Ask an administrator to check its settings.':
    'Der Anbieter hat nicht gesagt, wer du bist. Bitte die Administration, seine Einstellungen zu prüfen.',
  'You have no account here for this provider. Ask an administrator for one.':
    'Für dich gibt es hier kein Konto bei diesem Anbieter. Bitte die Administration um eines.',
  'The provider sent no email address, which is needed to find or create your account.':
    'Der Anbieter hat keine E-Mail genannt; ohne sie lässt sich dein Konto weder finden noch anlegen.',
  'The provider has not verified your email address. Verify it there, and try again.':
    'Der Anbieter bürgt nicht für deine E-Mail. Bestätige sie dort und versuche es erneut.',
  'Your account is disabled. Ask an administrator.':
    'Dein Konto ist gesperrt. Wende dich an die Administration.',
  'This provider belongs to an organizational unit and cannot sign you in. Sign in another way.':
    'Dieser Anbieter gehört zu einer Organisationseinheit und kann dich nicht anmelden. Melde dich auf einem anderen Weg an.',
  'Your account is linked to another account at this provider. Sign in with that one, or unlink it first.':
    'Dein Konto ist mit einem anderen Konto bei diesem Anbieter verknüpft. Melde dich mit jenem an, oder löse zuerst die Verknüpfung.',
  'The domain of your email address is not verified for this provider. Sign in another way, or ask an administrator to verify it.':
    'Die Domain deiner E-Mail ist für diesen Anbieter nicht bestätigt. Melde dich auf einem anderen Weg an, oder bitte die Administration, sie zu bestätigen.',
  'That account at the provider is linked already. Sign in at the provider again.':
    'Jenes Konto beim Anbieter ist schon verknüpft. Melde dich noch einmal beim Anbieter an.',
  'The code is wrong, or a newer one was sent. Enter the code from the latest email.':
    'Der Code stimmt nicht, oder es wurde ein neuerer verschickt. Gib den Code aus der letzten E-Mail ein.',
  'This confirmation took too long, failed too often, or was used. Sign in at the provider again.':
    'Diese Bestätigung hat zu lange gedauert, ist zu oft misslungen oder wurde schon benutzt. Melde dich noch einmal beim Anbieter an.',
  'A code is not enough for this account. Sign in as before, or ask a global master for help.':
    'Für dieses Konto genügt kein Code. Melde dich an wie bisher, oder bitte einen Global Master um Hilfe.',
  'Too many codes were sent to this email. Try again in {x}.':
    'An diese E-Mail wurden zu viele Codes geschickt. Versuche es in {x:translated} erneut.',
  'This retries the emails of all users. You administer only some of them.':
    'Wieder versucht werden die E-Mails aller Benutzer. Du verwaltest nur einige.',
  'Only a global master can approve a domain. Add the TXT record to its DNS instead, and check it.':
    'Nur ein Global Master genehmigt eine Domain. Trage stattdessen den TXT-Eintrag in ihr DNS ein und prüfe ihn.',
  'The name servers of {domain} did not answer within five seconds. Try again later.':
    'Die Nameserver von {domain} haben nicht innerhalb von fünf Sekunden geantwortet. Versuche es später erneut.',
  'There is no TXT record at {name} yet. Add it, wait until DNS shows it, and check again.':
    'Unter {name} gibt es noch keinen TXT-Eintrag. Trage ihn ein, warte, bis das DNS ihn zeigt, und prüfe erneut.',
  'The TXT record at {name} has another value. Copy the value shown here, and check again.':
    'Der TXT-Eintrag unter {name} hat einen anderen Wert. Kopiere den hier gezeigten Wert und prüfe erneut.',
  '{domain} belongs to another identity provider. Remove it there first.':
    '{domain} gehört schon einem anderen Identitätsanbieter. Entferne die Domain zuerst dort.',
  '{domain} belongs to another organizational unit.':
    '{domain} gehört einer anderen Organisationseinheit.',
  'Your email address is the user name of another user. Ask an administrator.':
    'Deine E-Mail ist der Benutzername von jemand anderem. Wende dich an die Administration.',
  'This is the only way to sign in to this account. Set a password or link another provider first.':
    'Das ist der einzige Weg, sich bei diesem Konto anzumelden. Setze zuerst ein Passwort, oder verknüpfe einen anderen Anbieter.',
};
