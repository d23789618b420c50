import type { Phrases } from './phrase-book.ts';

/** Of signing in, passwords and second factors. */
export const signingIn: Phrases = {
  'The mail server said: {said}': 'Der Mailserver sagte: {said}',
  'The mail server did not take it.': 'Der Mailserver hat sie nicht angenommen.',
  'Too many mails were asked for from here. Try again in {x}.':
    'Von hier aus wurden zu viele Mails verlangt. Versuche es in {x:said} erneut.',
  'Your account has no password yet. Ask for a mail with a link to set one.':
    'Dein Konto hat noch kein Passwort. Lass dir eine Mail mit einem Link schicken, um eines zu setzen.',
  'This is the password you have now. Choose another one.':
    'Das ist das Passwort, das du jetzt hast. Wähle ein anderes.',
  'This is not your password. Type it again.':
    'Das ist nicht dein Passwort. Tippe es noch einmal ein.',
  'The password was changed meanwhile. Sign in again.':
    'Das Passwort wurde inzwischen geändert. Melde dich neu an.',
  'The password was not changed.': 'Das Passwort wurde nicht geändert.',
  'Too many people sign in at this moment. Try again in a few seconds.':
    'Gerade melden sich zu viele an. Versuche es in ein paar Sekunden erneut.',
  'This user is disabled. Enable the account first.':
    'Dieser Benutzer ist deaktiviert. Aktiviere zuerst das Konto.',
  'Nobody can sign up here. Ask an administrator to invite you.':
    'Hier kann sich niemand selbst registrieren. Bitte die Administration um eine Einladung.',
  'An email of this domain may not sign up.':
    'Mit einer E-Mail dieser Domain kann sich niemand selbst registrieren.',
  'Use an email of {domains}, or ask for an invitation.':
    'Nimm eine E-Mail von {domains}, oder bitte um eine Einladung.',
  'The password has {length} characters. Use at least {minimalPasswordLength}; a sentence of several words is fine.':
    'Das Passwort hat {length} Zeichen. Nimm mindestens {minimalPasswordLength}; ein Satz aus mehreren Wörtern ist gut.',
  'The password has {length} characters. Use at most {maximalPasswordLength}.':
    'Das Passwort hat {length} Zeichen. Nimm höchstens {maximalPasswordLength}.',
  'The password contains "{word}", which is easy to guess here. Leave it out.':
    'Das Passwort enthält „{word}“, was hier leicht zu erraten ist. Lass es weg.',
  'This password is among the first that attackers try. Use several words that do not belong together.':
    'Dieses Passwort gehört zu den ersten, die Angreifer probieren. Nimm mehrere Wörter, die nicht zusammengehören.',
  'This link is not one of ours. Open it again exactly as it was given to you, or ask for a new one.':
    'Dieser Link ist keiner von hier. Öffne ihn noch einmal genau so, wie du ihn bekommen hast, oder bitte um einen neuen.',
  'This link was used already. Sign in, or ask for a new one.':
    'Dieser Link wurde schon verwendet. Melde dich an, oder bitte um einen neuen.',
  'This link has run out. Ask for a new one.': 'Dieser Link ist abgelaufen. Bitte um einen neuen.',
  'Give the email to sign in with.': 'Gib die E-Mail an, mit der du dich anmelden willst.',
  'Give your email address; you sign in with it.':
    'Gib deine E-Mail an; mit ihr meldest du dich an.',
  'This link goes with an email and a name already. Send token and password only.':
    'Zu diesem Link gehören E-Mail und Name schon. Sende nur token und password.',
  'Choose another password.': 'Wähle ein anderes Passwort.',
  'Signing up was closed meanwhile. Ask an administrator to invite you.':
    'Die Registrierung wurde inzwischen geschlossen. Bitte die Administration um eine Einladung.',
  'There is an account with this email already. Sign in, or ask for a new password.':
    'Mit dieser E-Mail gibt es schon ein Konto. Melde dich an, oder bitte um ein neues Passwort.',
  'You have {mostFactors} second factors. Remove one you do not use any more.':
    'Du hast {mostFactors} zweite Faktoren. Entferne einen, den du nicht mehr verwendest.',
  'This account has a second factor. Finish the sign-in with it.':
    'Dieses Konto hat einen zweiten Faktor. Schließe die Anmeldung damit ab.',
  'The second factor is not right, or was used before. Try again with a new code.':
    'Der zweite Faktor stimmt nicht, oder er wurde schon verwendet. Versuche es mit einem neuen Code.',
  'This sign-in has waited too long, or failed too often. Sign in again from the start.':
    'Diese Anmeldung hat zu lange gewartet oder ist zu oft gescheitert. Melde dich von vorn an.',
  'This is not the code of now. Wait for the next one that the app shows, and check the clock of the device.':
    'Das ist nicht der Code von jetzt. Warte auf den nächsten, den die App zeigt, und prüfe die Uhr des Geräts.',
  'One of your roles or organizational units asks for a second factor, and this is your last one. Add another one first.':
    'Eine deiner Rollen oder Organisationseinheiten verlangt einen zweiten Faktor, und das ist dein letzter. Füge zuerst einen anderen hinzu.',
  'Recovery codes stand in for a second factor. Add one first.':
    'Wiederherstellungscodes ersetzen einen zweiten Faktor. Füge zuerst einen hinzu.',
  'This passkey was added already. Use another one.':
    'Dieser Passkey ist schon da. Nimm einen anderen.',
  'Passkeys need a console that is reached by a host name and https. Use an authenticator app.':
    'Passkeys brauchen eine Konsole, die unter einem Hostnamen mit https erreichbar ist. Nimm eine Authenticator-App.',
  'This passkey was not made here, or too long ago. Start adding it again, and finish within five minutes.':
    'Dieser Passkey wurde nicht hier gemacht, oder vor zu langer Zeit. Beginne noch einmal und werde in fünf Minuten fertig.',
  'This is not your password. If you have none, sign out and sign in again instead: that proves as much.':
    'Das ist nicht dein Passwort. Wenn du keines hast, melde dich ab und wieder an: Das beweist ebenso viel.',
  'Remove your own second factors in your account, not here.':
    'Entferne deine eigenen zweiten Faktoren in deinem Konto, nicht hier.',
  'Give your password once more, or sign in anew: you did so more than ten minutes ago.':
    'Gib dein Passwort noch einmal ein, oder melde dich neu an: Das letzte Mal ist mehr als zehn Minuten her.',
  'Too many attempts failed. Try again in {x}.':
    'Zu viele Versuche sind gescheitert. Versuche es in {x:said} erneut.',
  'The session is over. Sign in again.': 'Die Sitzung ist zu Ende. Melde dich neu an.',
  'The body does not fit type={type}. Send {wanted}.':
    'Was gesendet wurde, passt nicht zu type={type}. Sende {wanted:said}.',
  'type={type} takes {wanted}.': 'type={type} nimmt {wanted:said}.',
  'The user name or the password is not right. Check both and try again.':
    'Benutzername oder Passwort ist falsch. Prüfe beides und versuche es noch einmal.',
};
