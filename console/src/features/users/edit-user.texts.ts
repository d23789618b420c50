import { texts } from '../../platform/texts.ts';

export const useEditUserTexts = texts({
  en: {
    title: (name: string) => `Edit ${name}`,
    titleOfUnknown: 'Edit user',
    name: 'Name',
    nameMissing: 'Enter a name. It can be changed, but not removed.',
    username: 'User name',
    usernameHint: 'Used to sign in; no other user can have it as user name or email.',
    usernameMissing: 'Enter a user name.',
    email: 'Email',
    emailHint: 'Links sent to the previous address stop working.',
    language: 'Language',
    languageHint: 'Used for emails to this user.',
    status: 'Status',
    ownStatus: 'You cannot disable your own account.',
    disabledHint: 'A disabled user cannot sign in. All sessions end immediately.',
    accessEnds: 'Access ends',
    accessEndsHint:
      'At this moment, all sessions and tokens end by themselves. Empty: access does not end.',
    accessEndsMissing: 'Enter a date in the future, or leave the field empty.',
    save: 'Save',
    saved: 'User saved.',
    notSaved: 'The user was not saved',
    mayNot: 'You can view this user, but not edit them',
    mayNotHint: 'Editing requires all the permissions that this user has.',
    back: 'Back to the user',
  },
  de: {
    title: (name: string) => `${name} bearbeiten`,
    titleOfUnknown: 'Benutzer bearbeiten',
    name: 'Name',
    nameMissing: 'Gib einen Namen an. Er lässt sich ändern, aber nicht entfernen.',
    username: 'Benutzername',
    usernameHint:
      'Zum Anmelden; kein anderer Benutzer darf ihn als Benutzernamen oder E-Mail haben.',
    usernameMissing: 'Gib einen Benutzernamen an.',
    email: 'E-Mail',
    emailHint: 'Links an die bisherige Adresse gelten dann nicht mehr.',
    language: 'Sprache',
    languageHint: 'Für E-Mails an diesen Benutzer.',
    status: 'Status',
    ownStatus: 'Das eigene Konto lässt sich nicht deaktivieren.',
    disabledHint:
      'Ein deaktivierter Benutzer kann sich nicht anmelden. Alle Sitzungen enden sofort.',
    accessEnds: 'Zugang endet',
    accessEndsHint:
      'Dann enden alle Sitzungen und Tokens von selbst. Leer: Der Zugang läuft nicht ab.',
    accessEndsMissing: 'Gib ein Datum in der Zukunft an, oder lass das Feld leer.',
    save: 'Speichern',
    saved: 'Der Benutzer ist gespeichert.',
    notSaved: 'Der Benutzer wurde nicht gespeichert',
    mayNot: 'Du darfst diesen Benutzer sehen, aber nicht ändern',
    mayNotHint: 'Zum Bearbeiten brauchst du alle Berechtigungen, die dieser Benutzer hat.',
    back: 'Zum Benutzer',
  },
});
export type EditUserTexts = ReturnType<typeof useEditUserTexts>;
