import type { Phrases } from './phrase-book.ts';

/** Messages about signing in, passwords and second factors. */
export const signingIn: Phrases = {
  'The mail server said: {said}': 'Der Mailserver sagte: {said}',
  'The mail server lacks SMTPUTF8, which an address with letters outside of ASCII before the @ needs. Use another address, or another mail server.':
    'Der Mailserver kann kein SMTPUTF8, das eine Adresse mit Buchstaben außerhalb von ASCII vor dem @ braucht. Nimm eine andere Adresse oder einen anderen Mailserver.',
  'The mail server did not accept it.': 'Der Mailserver hat sie nicht angenommen.',
  'Too many emails were requested from here. Try again in {x}.':
    'Von hier aus wurden zu viele Mails angefordert. Versuche es in {x:translated} erneut.',
  'Too many emails were requested. Try again in {x}.':
    'Es wurden zu viele Mails angefordert. Versuche es in {x:translated} erneut.',
  'Your account has no password yet. Request an email with a link to set one.':
    'Dein Konto hat noch kein Passwort. Lass dir eine Mail mit einem Link schicken, um eines zu setzen.',
  'This is your current password. Choose another one.':
    'Das ist das Passwort, das du jetzt hast. Wähle ein anderes.',
  'This is not your password. Enter it again.':
    'Das ist nicht dein Passwort. Tippe es noch einmal ein.',
  'The password was changed in the meantime. Sign in again.':
    'Das Passwort wurde inzwischen geändert. Melde dich neu an.',
  'The password was not changed.': 'Das Passwort wurde nicht geändert.',
  'Too many people are signing in at the moment. Try again in a few seconds.':
    'Gerade melden sich zu viele an. Versuche es in ein paar Sekunden erneut.',
  'This user is disabled. Enable the account first.':
    'Dieser Benutzer ist deaktiviert. Aktiviere zuerst das Konto.',
  'Sign-up is closed. Ask an administrator to invite you.':
    'Hier kann sich niemand selbst registrieren. Bitte die Administration um eine Einladung.',
  'Sign-up is not allowed for this email domain.':
    'Mit einer E-Mail dieser Domain kann sich niemand selbst registrieren.',
  'Use an email of {domains}, or ask an administrator for an invitation.':
    'Nimm eine E-Mail von {domains}, oder bitte um eine Einladung.',
  'The password has {length} characters. Use at least {minimalPasswordLength}; a sentence of several words is fine.':
    'Das Passwort hat {length} Zeichen. Nimm mindestens {minimalPasswordLength}; ein Satz aus mehreren Wörtern ist gut.',
  'The password has {length} characters. Use at most {maximalPasswordLength}.':
    'Das Passwort hat {length} Zeichen. Nimm höchstens {maximalPasswordLength}.',
  'The password contains "{word}", which is easy to guess here. Leave it out.':
    'Das Passwort enthält „{word}“, was hier leicht zu erraten ist. Lass es weg.',
  'This password is among the first that attackers try. Use several words that do not belong together.':
    'Dieses Passwort gehört zu den ersten, die Angreifer probieren. Nimm mehrere Wörter, die nicht zusammengehören.',
  'This link is not valid. Open it again exactly as you received it, or request a new one.':
    'Dieser Link ist keiner von hier. Öffne ihn noch einmal genau so, wie du ihn bekommen hast, oder bitte um einen neuen.',
  'This link was already used. Sign in, or request a new one.':
    'Dieser Link wurde schon verwendet. Melde dich an, oder bitte um einen neuen.',
  'This link has expired. Request a new one.': 'Dieser Link ist abgelaufen. Bitte um einen neuen.',
  'This link is not valid. Open it again exactly as you received it.':
    'Dieser Link ist nicht bekannt. Öffne ihn noch einmal genau so, wie du ihn bekommen hast.',
  'This link was already used. Sign in to revoke further API tokens.':
    'Dieser Link wurde schon benutzt. Melde dich an, um weitere API-Tokens zu widerrufen.',
  'This link has expired. Sign in to revoke API tokens.':
    'Dieser Link ist abgelaufen. Melde dich an, um API-Tokens zu widerrufen.',
  'Enter the email to sign in with.': 'Gib die E-Mail an, mit der du dich anmelden willst.',
  'Enter your email address; you will sign in with it.':
    'Gib deine E-Mail an; mit ihr meldest du dich an.',
  'This link already has an email and a name. Send only token and password.':
    'Zu diesem Link gehören E-Mail und Name schon. Sende nur token und password.',
  'Choose another password.': 'Wähle ein anderes Passwort.',
  'Sign-up was closed in the meantime. Ask an administrator to invite you.':
    'Die Registrierung wurde inzwischen geschlossen. Bitte die Administration um eine Einladung.',
  'There is already an account with this email. Sign in, or request a new password.':
    'Mit dieser E-Mail gibt es schon ein Konto. Melde dich an, oder bitte um ein neues Passwort.',
  'You have {maxFactors} second factors. Remove one that you no longer use.':
    'Du hast {maxFactors} zweite Faktoren. Entferne einen, den du nicht mehr verwendest.',
  'This account has a second factor. Finish the sign-in with it.':
    'Dieses Konto hat einen zweiten Faktor. Schließe die Anmeldung damit ab.',
  'The second factor is wrong, or was used before. Try again with a new code.':
    'Der zweite Faktor stimmt nicht, oder er wurde schon verwendet. Versuche es mit einem neuen Code.',
  'This sign-in took too long or failed too often. Start signing in again.':
    'Diese Anmeldung hat zu lange gewartet oder ist zu oft gescheitert. Melde dich von vorn an.',
  'This is not the current code. Wait for the next one in the app, and check the clock of the device.':
    'Das ist nicht der Code von jetzt. Warte auf den nächsten, den die App zeigt, und prüfe die Uhr des Geräts.',
  'One of your roles or organizational units requires a second factor, and this is your last one. Add another one first.':
    'Eine deiner Rollen oder Organisationseinheiten verlangt einen zweiten Faktor, und das ist dein letzter. Füge zuerst einen anderen hinzu.',
  'Recovery codes replace a second factor. Add one first.':
    'Wiederherstellungscodes ersetzen einen zweiten Faktor. Füge zuerst einen hinzu.',
  'This passkey was already added. Use another one.':
    'Dieser Passkey ist schon da. Nimm einen anderen.',
  'Passkeys require https and a host name in the address of the console. Use an authenticator app.':
    'Passkeys brauchen eine Konsole, die unter einem Hostnamen mit https erreichbar ist. Nimm eine Authenticator-App.',
  'This passkey was not created here, or too long ago. Start adding it again, and finish within five minutes.':
    'Dieser Passkey wurde nicht hier gemacht, oder vor zu langer Zeit. Beginne noch einmal und werde in fünf Minuten fertig.',
  'This passkey did not confirm that it is you. Use one of your account, and confirm with its PIN, fingerprint or face.':
    'Dieser Passkey hat nicht bestätigt, dass du es bist. Nimm einen deines Kontos, und bestätige mit PIN, Fingerabdruck oder Gesicht.',
  'This is not your password. If you have none, sign out and sign in again instead.':
    'Das ist nicht dein Passwort. Wenn du keines hast, melde dich ab und wieder an: Das beweist ebenso viel.',
  'Remove your own second factors in your account, not here.':
    'Entferne deine eigenen zweiten Faktoren in deinem Konto, nicht hier.',
  'Enter your password again, or sign in again: you last did so more than ten minutes ago.':
    'Gib dein Passwort noch einmal ein, oder melde dich neu an: Das letzte Mal ist mehr als zehn Minuten her.',
  'Too many attempts failed. Try again in {x}.':
    'Zu viele Versuche sind gescheitert. Versuche es in {x:translated} erneut.',
  'The session has ended. Sign in again.': 'Die Sitzung ist zu Ende. Melde dich neu an.',
  'The body does not match type={type}. Send {wanted}.':
    'Was gesendet wurde, passt nicht zu type={type}. Sende {wanted:translated}.',
  'type={type} takes {wanted}.': 'type={type} nimmt {wanted:translated}.',
  'The user name or password is wrong. Check both and try again.':
    'Benutzername oder Passwort ist falsch. Prüfe beides und versuche es noch einmal.',
  'The passkey was not accepted. Try again, or sign in with your password.':
    'Der Passkey wurde nicht angenommen. Versuche es erneut oder melde dich mit deinem Passwort an.',
  'No account here has this passkey; it may have been removed. Sign in with your password, and delete the passkey from your device.':
    'Kein Konto hier hat diesen Passkey; vielleicht wurde er entfernt. Melde dich mit deinem Passwort an und lösche den Passkey auf deinem Gerät.',
  'This passkey does not sign in alone yet, because it has not verified you with a PIN, fingerprint or face. Sign in with your password and confirm with the passkey.':
    'Mit diesem Passkey allein kannst du dich noch nicht anmelden, weil er dich nicht mit PIN, Fingerabdruck oder Gesicht überprüft hat. Melde dich mit deinem Passwort an und bestätige mit dem Passkey.',
  'This passkey was used at {used}, but passkeys work only at {expected}. Open that address, or sign in with your password.':
    'Dieser Passkey wurde unter {used} verwendet, aber Passkeys funktionieren nur unter {expected}. Öffne diese Adresse oder melde dich mit deinem Passwort an.',
  'Your account may be used only from certain networks, and you are connected from {from}. Connect to one of them, for example by VPN, or ask an administrator.':
    'Dein Konto darf nur aus bestimmten Netzen verwendet werden, und du bist von {from} verbunden. Verbinde dich mit einem davon, zum Beispiel per VPN, oder wende dich an die Administration.',
  'This API token may be used only from certain networks, and the call comes from {from}. Ask an administrator.':
    'Dieses API-Token darf nur aus bestimmten Netzen verwendet werden, und der Aufruf kommt von {from}. Wende dich an die Administration.',
  'Your account requires a passkey, and you have none. Ask an administrator.':
    'Dein Konto verlangt einen Passkey, und du hast keinen. Wende dich an die Administration.',
  'A sign-in rule requires a passkey, and this is your last one. Add another one first.':
    'Eine Anmelderegel verlangt einen Passkey, und das ist dein letzter. Füge zuerst einen anderen hinzu.',
  'There already is a rule for them. Change that one.':
    'Dafür gibt es schon eine Regel. Ändere sie.',
  'A rule is for a role or for an organizational unit, not for both.':
    'Eine Regel gilt für eine Rolle oder für eine Organisationseinheit, nicht für beides.',
  'Choose a role or an organizational unit.': 'Wähle eine Rolle oder eine Organisationseinheit.',
  '{given} is no network. Did you mean {network}?': '{given} ist kein Netz. Meinst du {network}?',
  'Write a network with its prefix length, for example 203.0.113.0/24 or 2001:db8::/32.':
    'Schreibe ein Netz mit seiner Präfixlänge, zum Beispiel 203.0.113.0/24 oder 2001:db8::/32.',
  'After this change no global master could sign in under the sign-in rules: none has a passkey where one is required, or has signed in from the allowed networks in the last 30 days. Change the rules, or let another global master sign in so first.':
    'Nach dieser Änderung könnte sich unter den Anmelderegeln kein Global Master mehr anmelden: Keiner hat einen Passkey, wo er verlangt wird, oder hat sich in den letzten 30 Tagen aus den erlaubten Netzen angemeldet. Ändere die Regeln, oder lass zuerst einen anderen Global Master sich so anmelden.',
  'Sign-in rules apply in all organizational units, but you can only make changes within yours.':
    'Anmelderegeln gelten in allen Organisationseinheiten, du kannst aber nur in deinen etwas ändern.',
};
