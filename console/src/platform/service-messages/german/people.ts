import { inSeconds } from './words.ts';
import { countedList } from '@annals/contracts/messages/words';
import type { people as english } from '@annals/contracts/messages/people';
import type { TextsOf } from '@annals/contracts/messages/message-text';

export const people: TextsOf<typeof english> = {
  fieldNotValid: 'Das Feld {column} stimmt nicht: {problem}',
  nameAlike:
    '{username} sieht aus wie {other}, der Benutzername von jemand anderem. Wähle einen anderen.',
  emailAlike:
    'Diese E-Mail sieht aus wie die eines anderen Kontos. Bitte einen Administrator um eine Einladung.',
  hostWithoutDot:
    'Der Host {host} hat keinen Punkt. Wer den Server betreibt, kann ihn mit MAIL_HOSTS erlauben.',
  passwordBreached:
    'Dieses Passwort steht in veröffentlichten Listen gestohlener Passwörter. Wähle ein anderes, und ändere es überall, wo du es noch verwendest.',
  onlyMasterChangesMaster: 'Nur ein Global Master darf einen Global Master ändern.',
  userInOtherUnit:
    'Dieser Benutzer ist auch in einer Einheit außerhalb deiner. Bitte jemanden, der beide verwaltet, oder einen Global Master.',
  memberInOtherUnit:
    'Ein Mitglied ist auch in einer Einheit außerhalb deiner und hätte {roles} auch dort. Bitte einen Global Master, oder gib die Rolle einzelnen Benutzern.',
  holdsRolesBeyond:
    'Dieser Benutzer hat {beyond}, was mehr erlaubt, als du selbst darfst. Bitte jemanden, der das geben darf, die Anmeldung des Benutzers zu ändern.',
  noSuchRole: 'Diese Rolle gibt es nicht: {unknown}.',
  roleBeyondYours:
    'Du darfst {refused} weder geben noch nehmen: Das erlaubt mehr, als du selbst darfst.',
  membersHoldRoleBeyond:
    'Mitglieder dieser Einheit haben {refused}, was mehr erlaubt, als du selbst darfst. Bitte jemanden, der das geben darf.',
  proofNeedsAll: 'Ein Beweis enthält alle Ereignisse. Nur wer alle sieht, kann ihn exportieren.',
  configurationRoles: 'Nur wer Rollen überall ändern darf, kann eine Konfiguration festhalten.',
  lastMaster: 'Das ist der letzte aktive Global Master. Mach zuerst jemand anderen dazu.',
  fromAfterTo: 'from liegt nach to. Ändere eines von beiden.',
  beforeTo: 'Gib einen Zeitpunkt vor to an.',
  tooManyDnsChecks:
    'Das waren in kurzer Zeit zu viele Prüfungen. Bis DNS einen neuen Eintrag zeigt, dauert es Minuten: Versuche es gleich noch einmal.',
  cannotTakeOver: 'Dieser Benutzer kann das nicht übernehmen.',
  chooseActiveUser: 'Wähle einen anderen, aktiven Benutzer.',
  noEmail: 'Dieser Benutzer hat keine E-Mail. Gib dem Konto zuerst eine.',
  mayNotSignIn: 'Der Benutzer darf sich nicht mehr anmelden.',
  alreadyAccepted:
    'Dieser Benutzer hat die Einladung schon angenommen. Sende stattdessen eine Mail für ein neues Passwort.',
  sendYourUnitAsParent:
    'Du verwaltest deine eigenen Organisationseinheiten und die darunter. Gib eine davon als parentId an.',
  nameEmpty: 'Der Name ist leer.',
  enterReadableName: 'Gib einen lesbaren Namen an.',
  unitNameTaken: 'An dieser Stelle gibt es schon eine Einheit „{name}“. Wähle einen anderen Namen.',
  domainTaken:
    '{taken} gehört schon einer anderen Organisationseinheit. Eine Domain kann nur einer gehören.',
  domainsTaken:
    '{taken} gehören schon einer anderen Organisationseinheit. Eine Domain kann nur einer gehören.',
  unitNotEmpty: ({ members, subunits, providers, applications }) =>
    `Diese Einheit hat noch ${countedList([
      [members, 'Mitglied', 'Mitglieder'],
      [subunits, 'Einheit darunter', 'Einheiten darunter'],
      [providers, 'Identitätsanbieter', 'Identitätsanbieter'],
      [applications, 'Anwendung', 'Anwendungen'],
    ])}. Verschiebe oder entferne das zuerst.`,
  unitsTooDeep: 'Organisationseinheiten lassen sich höchstens {deepest} Ebenen tief schachteln.',
  moveOutsideUnits:
    'Du darfst Einheiten nur innerhalb derer verschieben, die du verwaltest. Bitte einen Global Master, diese zu verschieben.',
  unitBelowItself:
    'Eine Einheit lässt sich nicht unter sich selbst verschieben. Wähle eine übergeordnete, die nicht darunter liegt.',
  masterForUsersOnly: '{master} wird nur einzelnen Benutzern gegeben, nie einer Einheit.',
  leaveOut: 'Lass {master} weg.',
  roleNameTaken: 'Es gibt schon eine Rolle {name}. Wähle einen anderen Namen.',
  tooManyRoles:
    'Es gibt {maxRoles} Rollen; mehr dürfen es nicht sein. Lösche eine, die nicht gebraucht wird.',
  builtInRole:
    '{name} gehört zum Dienst: Ändern lässt sich nur, ob und ab wann ein zweiter Faktor verlangt wird. Definiere stattdessen eine eigene Rolle.',
  builtInRoleNotDeletable: '{name} gehört zum Dienst und lässt sich nicht löschen.',
  rolesApplyEverywhere:
    'Rollen gelten in allen Organisationseinheiten, und dein Recht, sie zu ändern, endet an deinen.',
  roleExceedsYours:
    '{name} erlaubt mehr, als du selbst darfst. Definieren und ändern lassen sich nur Rollen, die man auch geben darf.',
  roleInUse: ({ name, users, units, applications, providers }) =>
    `${name} ist noch vergeben: ${countedList([
      [users, 'Benutzer', 'Benutzer'],
      [units, 'Organisationseinheit', 'Organisationseinheiten'],
      [applications, 'Anwendung', 'Anwendungen'],
      [providers, 'Identitätsanbieter', 'Identitätsanbieter'],
    ])}. Nimm sie dort zuerst.`,
  actionNeedsRole: '{action} braucht eine Rolle.',
  actionNeedsUnit: '{action} braucht eine Organisationseinheit.',
  emailInLine: 'Zeile {first} hat diese E-Mail schon.',
  csvFields:
    'Die Zeile hat mehr Felder als die Kopfzeile. Setze Felder mit Kommas in Anführungszeichen.',
  noUnitNamed: 'Die Organisationseinheit „{unit}“ gibt es nicht, oder du darfst sie nicht sehen.',
  severalUnitsNamed:
    'Es gibt mehrere Organisationseinheiten „{unit}“. Gib auch die Einheit darüber an, etwa Europa › {unit}, oder die ID.',
  languageForm: 'Die Sprache muss Deutsch (de) oder Englisch (en) sein.',
  usersChooseEmails:
    'Wer welche E-Mails über Änderungssätze bekommt, entscheidet nur die Person selbst.',
  ownProfileOnly:
    'Du darfst deinen Namen und deine Sprache ändern. Um einen anderen Benutzernamen oder eine andere E-Mail bitte die Administration.',
  userNameDots:
    'Ein Benutzername darf nicht aus einem oder zwei Punkten bestehen: In einer Adresse stehen sie für einen Ordner. Wähle einen anderen.',
  nameForm: 'Gib mindestens einen Buchstaben an, in einer Zeile, ohne unsichtbare Zeichen.',
  userNameTaken:
    'Der Benutzername {username} ist vergeben oder die E-Mail eines anderen Benutzers. Gib einen anderen an.',
  roleThroughUnit:
    'Der Benutzer hat {throughUnit} durch eine Organisationseinheit. Nimm den Benutzer aus der Einheit, oder der Einheit die Rolle.',
  accessEndPast: 'Der Zugang wäre schon abgelaufen. Gib ein Datum in der Zukunft an.',
  enterFutureDate: 'Gib ein Datum in der Zukunft an.',
  ownAccessEnd: 'Wann dein Zugang endet, kann nur jemand anders ändern.',
  accessHasEnded:
    'Der Zugang dieses Benutzers ist abgelaufen. Gib zuerst ein späteres Ende an, oder entferne es.',
  cannotDisableYourself:
    'Du kannst dein eigenes Konto nicht deaktivieren. Bitte jemand anderen aus der Administration darum.',
  notAnEmail: '„{email}“ ist keine E-Mail. Gib eine wie ada@example.org an.',
  unknownRole: 'Unbekannte Rolle.',
  emailOfUser:
    'Es gibt schon einen Benutzer mit der E-Mail {email}. Suche ihn, oder gib eine andere E-Mail an.',
  badCsv: 'Die Datei ist kein CSV: {detail}',
  csvEmpty: 'Die Datei ist leer. Beginne sie mit einer Kopfzeile: email,name.',
  csvWithoutUsers: 'In der Datei ist niemand: Sie hat nur eine Kopfzeile.',
  csvTooLong:
    'In eine Datei passen höchstens {maxBulkUsers} Personen; Zeile {lines} ist eine zu viel, von {length}. Teile die Datei.',
  csvUnknownColumn:
    'Zeile 1 hat eine unbekannte Spalte „{given}“. Es gibt {columns}, durch Kommas getrennt.',
  csvColumnTwice: 'Zeile 1 hat die Spalte {column} zweimal.',
  csvWithoutEmail: 'In Zeile 1 fehlt die Spalte email.',
  chooseOneOfYourUnits: 'Gib mindestens eine Organisationseinheit an, die du verwaltest.',
  inviteIntoYourUnits:
    'Deine Rechte enden an deinen Einheiten, also muss ein neuer Benutzer in einer davon sein.',
  passwordLinkForm: 'Gib einen Link auf /set-password an, zum Beispiel {publicUrl}/set-password.',
  presentOnly: 'Das ist nur für die Gegenwart bekannt. Lass es weg, oder lass asOf weg.',
  tooManyWordsToFind: 'Das sind zu viele Wörter.',
  maxWords: 'Gib höchstens {maxWords} Wörter ein.',
  signInsPresentOnly:
    'Wann sich jemand angemeldet hat oder gesperrt wurde, ist für einen anderen Zeitpunkt nicht bekannt.',
  masterTokens:
    'Die Tokens einer Anwendung, die Global Master ist, darf nur ein Global Master widerrufen.',
  tooManyTokens: 'Es gelten schon {maxLiveTokens} Tokens. Widerrufe die, die niemand mehr braucht.',
  endlessToken: 'Nur ein Global Master darf ein Token anlegen, das nie abläuft. Gib ein Datum an.',
  tokenExpiryPast: 'Das Token wäre schon abgelaufen. Gib ein Datum in der Zukunft an.',
  longToken:
    'Nur ein Global Master darf ein Token anlegen, das länger als ein Jahr gilt. Gib ein früheres Datum an.',
  scopeNotYours:
    'Diesem API-Token fehlt der Scope {missing}, deshalb kann es kein Token ausstellen, das ihn hat.',
  applicationRoleBeyond:
    'Diese Anwendung hat eine Rolle, die mehr erlaubt, als du selbst darfst. Bitte jemanden, der sie hat.',
  applicationOutsideUnits:
    'Mit diesen Rollen muss die Anwendung zu einer deiner Organisationseinheiten oder einer darunter gehören.',
  chooseYourUnit: 'Gib eine deiner Organisationseinheiten oder eine darunter an.',
  tooManySignIns: ({ seconds }) =>
    `Von hier aus wurden zu viele Anmeldungen begonnen und nicht beendet. Versuche es in ${inSeconds(seconds)} erneut.`,
};
