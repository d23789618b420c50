import type { Phrases } from './phrase-book.ts';

/** Messages about users, roles, organizational units and invitations. */
export const people: Phrases = {
  'The field {column} is not valid: {problem}':
    'Das Feld {column} stimmt nicht: {problem:translated}',
  '{username} looks like {other}, the user name of somebody else. Choose another one.':
    '{username} sieht aus wie {other}, der Benutzername von jemand anderem. Wähle einen anderen.',
  'This email looks like that of another account. Ask an administrator to invite you.':
    'Diese E-Mail sieht aus wie die eines anderen Kontos. Bitte einen Administrator um eine Einladung.',
  'The host {host} has no dot. An operator can allow it with MAIL_HOSTS.':
    'Der Host {host} hat keinen Punkt. Wer den Server betreibt, kann ihn mit MAIL_HOSTS erlauben.',
  'This password is in published lists of stolen passwords. Choose another one, and change it wherever else you use it.':
    'Dieses Passwort steht in veröffentlichten Listen gestohlener Passwörter. Wähle ein anderes, und ändere es überall, wo du es noch verwendest.',
  'Only a global master can change a global master.':
    'Nur ein Global Master darf einen Global Master ändern.',
  'This user is also in a unit that you do not administer. Ask an administrator of both units, or a global master.':
    'Dieser Benutzer ist auch in einer Einheit außerhalb deiner. Bitte jemanden, der beide verwaltet, oder einen Global Master.',
  'A member is also in a unit that you do not administer, and would hold {roles} there too. Ask a global master, or grant the role to individual users.':
    'Ein Mitglied ist auch in einer Einheit außerhalb deiner und hätte {roles} auch dort. Bitte einen Global Master, oder gib die Rolle einzelnen Benutzern.',
  'This user holds {beyond}, which has permissions that you do not have. Ask someone who can grant it to change how the user signs in.':
    'Dieser Benutzer hat {beyond}, was mehr erlaubt, als du selbst darfst. Bitte jemanden, der das geben darf, die Anmeldung des Benutzers zu ändern.',
  'There is no role {unknown}.': 'Diese Rolle gibt es nicht: {unknown}.',
  'You cannot grant or remove {refused}: it has permissions that you do not have.':
    'Du darfst {refused} weder geben noch nehmen: Das erlaubt mehr, als du selbst darfst.',
  'Members of this unit hold {refused}, which has permissions that you do not have. Ask someone who can grant it.':
    'Mitglieder dieser Einheit haben {refused}, was mehr erlaubt, als du selbst darfst. Bitte jemanden, der das geben darf.',
  'A proof contains all events. Only those who see all of them can export it.':
    'Ein Beweis enthält alle Ereignisse. Nur wer alle sieht, kann ihn exportieren.',
  'Only those who may change roles everywhere can record a configuration.':
    'Nur wer Rollen überall ändern darf, kann eine Konfiguration festhalten.',
  'This is the last active global master. Make someone else a global master first.':
    'Das ist der letzte aktive Global Master. Mach zuerst jemand anderen dazu.',
  'from is later than to. Change one of them.': 'from liegt nach to. Ändere eines von beiden.',
  'Must be before to.': 'Gib einen Zeitpunkt vor to an.',
  'You have checked too many records in a short time. DNS takes minutes to show a new one: try again shortly.':
    'Das waren in kurzer Zeit zu viele Prüfungen. Bis DNS einen neuen Eintrag zeigt, dauert es Minuten: Versuche es gleich noch einmal.',
  'This user cannot take over.': 'Dieser Benutzer kann das nicht übernehmen.',
  'Choose another, active user.': 'Wähle einen anderen, aktiven Benutzer.',
  'This user has no email. Set an email first.':
    'Dieser Benutzer hat keine E-Mail. Gib dem Konto zuerst eine.',
  'This user has already accepted the invitation. Send a password reset instead.':
    'Dieser Benutzer hat die Einladung schon angenommen. Sende stattdessen eine Mail für ein neues Passwort.',
  'You administer your own organizational units and their subunits. Send one of them as parentId.':
    'Du verwaltest deine eigenen Organisationseinheiten und die darunter. Gib eine davon als parentId an.',
  'The name is empty.': 'Der Name ist leer.',
  'Enter a readable name.': 'Gib einen lesbaren Namen an.',
  'There already is a unit "{name}" at this level. Choose another name.':
    'An dieser Stelle gibt es schon eine Einheit „{name}“. Wähle einen anderen Namen.',
  '{taken} belongs to another organizational unit. A domain can only belong to one.':
    '{taken} gehört schon einer anderen Organisationseinheit. Eine Domain kann nur einer gehören.',
  '{taken} belong to another organizational unit. A domain can only belong to one.':
    '{taken} gehören schon einer anderen Organisationseinheit. Eine Domain kann nur einer gehören.',
  'This unit still has {counts}. Move or remove them first.':
    'Diese Einheit hat noch {counts:translated}. Verschiebe oder entferne das zuerst.',
  'Organizational units can be nested {deepest} levels deep at most.':
    'Organisationseinheiten lassen sich höchstens {deepest} Ebenen tief schachteln.',
  'You can only move units within those that you administer. Ask a global master to move this one.':
    'Du darfst Einheiten nur innerhalb derer verschieben, die du verwaltest. Bitte einen Global Master, diese zu verschieben.',
  'A unit cannot be moved below itself. Choose a parent that is not below it.':
    'Eine Einheit lässt sich nicht unter sich selbst verschieben. Wähle eine übergeordnete, die nicht darunter liegt.',
  '{master} can only be given to individual users, not to a unit.':
    '{master} wird nur einzelnen Benutzern gegeben, nie einer Einheit.',
  'Leave {master} out.': 'Lass {master} weg.',
  'There already is a role {name}. Choose another name.':
    'Es gibt schon eine Rolle {name}. Wähle einen anderen Namen.',
  'There are {maxRoles} roles, which is the limit. Delete one that is not needed.':
    'Es gibt {maxRoles} Rollen; mehr dürfen es nicht sein. Lösche eine, die nicht gebraucht wird.',
  '{name} is a built-in role: only its second factor requirement can be changed. Create a role of your own instead.':
    '{name} gehört zum Dienst: Ändern lässt sich nur, ob und ab wann ein zweiter Faktor verlangt wird. Definiere stattdessen eine eigene Rolle.',
  '{name} is a built-in role and cannot be deleted.':
    '{name} gehört zum Dienst und lässt sich nicht löschen.',
  'Roles apply in all organizational units, but you can only make changes within yours.':
    'Rollen gelten in allen Organisationseinheiten, und dein Recht, sie zu ändern, endet an deinen.',
  '{name} has permissions that you do not have. You can only define and change roles that you could grant.':
    '{name} erlaubt mehr, als du selbst darfst. Definieren und ändern lassen sich nur Rollen, die man auch geben darf.',
  '{name} is still in use by {counts}. Remove it from them first.':
    '{name} ist noch vergeben: {counts:translated}. Nimm sie dort zuerst.',
  '{action} needs a role.': '{action} braucht eine Rolle.',
  '{action} needs an organizational unit.': '{action} braucht eine Organisationseinheit.',
  'Line {first} already has this email.': 'Zeile {first} hat diese E-Mail schon.',
  'The line has more fields than the header row. Put fields with commas in quotes.':
    'Die Zeile hat mehr Felder als die Kopfzeile. Setze Felder mit Kommas in Anführungszeichen.',
  'There is no organizational unit "{unit}", or you do not have access to it.':
    'Die Organisationseinheit „{unit}“ gibt es nicht, oder du darfst sie nicht sehen.',
  'There are several organizational units "{unit}". Give the ID instead.':
    'Es gibt mehrere Organisationseinheiten „{unit}“. Gib stattdessen die ID an.',
  'Only the users themselves choose which emails about change sets they get.':
    'Wer welche E-Mails über Änderungssätze bekommt, entscheidet nur die Person selbst.',
  'You can change your name and language. Ask an administrator to change your user name or email.':
    'Du darfst deinen Namen und deine Sprache ändern. Um einen anderen Benutzernamen oder eine andere E-Mail bitte die Administration.',
  'A user name cannot be one or two dots: in an address they stand for a folder. Choose another one.':
    'Ein Benutzername darf nicht aus einem oder zwei Punkten bestehen: In einer Adresse stehen sie für einen Ordner. Wähle einen anderen.',
  'Use at least one letter, a single line, and no invisible characters.':
    'Gib mindestens einen Buchstaben an, in einer Zeile, ohne unsichtbare Zeichen.',
  'The user name {username} is taken, or is the email of another user. Choose another one.':
    'Der Benutzername {username} ist vergeben oder die E-Mail eines anderen Benutzers. Gib einen anderen an.',
  'The user holds {throughUnit} through an organizational unit. Remove the user from the unit, or the role from the unit.':
    'Der Benutzer hat {throughUnit} durch eine Organisationseinheit. Nimm den Benutzer aus der Einheit, oder der Einheit die Rolle.',
  'The access would already have ended. Enter a date in the future.':
    'Der Zugang wäre schon abgelaufen. Gib ein Datum in der Zukunft an.',
  'Enter a date in the future.': 'Gib ein Datum in der Zukunft an.',
  'Only somebody else can change when your access ends.':
    'Wann dein Zugang endet, kann nur jemand anders ändern.',
  'The access of this user has ended. Enter a later end date first, or remove it.':
    'Der Zugang dieses Benutzers ist abgelaufen. Gib zuerst ein späteres Ende an, oder entferne es.',
  'You cannot disable your own account. Ask another administrator to do it.':
    'Du kannst dein eigenes Konto nicht deaktivieren. Bitte jemand anderen aus der Administration darum.',
  '"{email}" is not an email address. Example: ada@example.org.':
    '„{email}“ ist keine E-Mail. Gib eine wie ada@example.org an.',
  'Unknown role.': 'Unbekannte Rolle.',
  'There already is a user with the email {email}. Search for that user, or enter another email.':
    'Es gibt schon einen Benutzer mit der E-Mail {email}. Suche ihn, oder gib eine andere E-Mail an.',
  'The file is not valid CSV: {detail}': 'Die Datei ist kein CSV: {detail}',
  'The file is empty. Start it with a header row: email,name.':
    'Die Datei ist leer. Beginne sie mit einer Kopfzeile: email,name.',
  'The file contains no users: it has only a header row.':
    'In der Datei ist niemand: Sie hat nur eine Kopfzeile.',
  'At most {maxBulkUsers} users fit in one file; line {lines} is one too many of {length}. Split the file.':
    'In eine Datei passen höchstens {maxBulkUsers} Personen; Zeile {lines} ist eine zu viel, von {length}. Teile die Datei.',
  'Line 1 has an unknown column "{given}". Allowed are {columns}, separated by commas.':
    'Zeile 1 hat eine unbekannte Spalte „{given}“. Es gibt {columns}, durch Kommas getrennt.',
  'Line 1 has the column {column} twice.': 'Zeile 1 hat die Spalte {column} zweimal.',
  'Line 1 lacks the column email.': 'In Zeile 1 fehlt die Spalte email.',
  'Choose at least one organizational unit that you administer.':
    'Gib mindestens eine Organisationseinheit an, die du verwaltest.',
  'You can only invite into your units, so a new user must be in one of them.':
    'Deine Rechte enden an deinen Einheiten, also muss ein neuer Benutzer in einer davon sein.',
  'Must be a link to /set-password, for example {publicUrl}/set-password.':
    'Gib einen Link auf /set-password an, zum Beispiel {publicUrl}/set-password.',
  'This is known only for the present. Omit it, or omit asOf.':
    'Das ist nur für die Gegenwart bekannt. Lass es weg, oder lass asOf weg.',
  'There are too many words.': 'Das sind zu viele Wörter.',
  'Must have at most {maxWords} words.': 'Gib höchstens {maxWords} Wörter ein.',
  'Sign-ins and locks are not known as of a point in time.':
    'Wann sich jemand angemeldet hat oder gesperrt wurde, ist für einen anderen Zeitpunkt nicht bekannt.',
};
