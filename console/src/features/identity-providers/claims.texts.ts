import { grouped, texts } from '../../platform/texts.ts';

/** How claims are mapped, and what was found in them. */
export const useClaimsTexts = texts({
  en: {
    pathHint:
      'Enter the name of a claim, or a path to it: realm_access.roles. Names may contain dots.',
    unitsHint: 'None: the provider assigns no units',
    formOf: (claim: string) => `Values of “${claim}”`,
    form: 'Form',
    forms: {
      LIST: 'List of texts',
      OBJECTS: 'List of objects',
      KEYS: 'Keys of an object',
      TEXT: 'Text with a separator',
    },
    property: 'Property with the value',
    separator: 'Separator',
    separatorHint: 'Spaces, commas, semicolons',
    absentMeansNone: 'A missing claim means none',
    absentHint:
      'Otherwise it cannot be read, and users keep what they have. Select it only if the provider leaves out empty claims.',
    unitMap: 'Units by value',
    unitValue: 'Value',
    unit: 'Unit',
    addUnit: 'Add value',
    removeUnit: (value: string) => (value === '' ? 'Remove value' : `Remove value ${value}`),
    synchronization: 'Kept up to date',
    synchronizationHint:
      'When the provider sets an attribute of its users. Each change is recorded in the user’s history.',
    attributes: {
      name: 'Name',
      email: 'Email',
      language: 'Language',
      units: 'Units',
      groups: 'Roles',
    },
    rules: {
      ALWAYS: 'At every sign-in',
      FIRST: 'At the first sign-in',
      NEVER: 'Never',
    },
    found: {
      MISSING: 'Missing',
      NULL: 'Empty (null)',
      OVERAGE: 'Left out, because there are too many values',
      TEXT: 'A text',
      NUMBER: 'A number',
      BOOLEAN: 'True or false',
      TEXTS: 'A list of texts',
      OBJECTS: 'A list of objects',
      MIXED: 'A list of different things',
      OBJECT: 'An object',
    },
    entries: (count: number) => (count === 1 ? '1 entry' : `${grouped(count)} entries`),
    properties: (names: string) => `properties: ${names}`,
    reasons: {
      MISSING: 'The claim is missing',
      FORM: 'The claim has another form than configured',
      UNANSWERED: 'The user info endpoint of the provider did not answer',
      OVERAGE: 'The provider left the values out, and they could not be fetched',
      EMAIL_TAKEN: 'Another user has this email',
      EMAIL_NOT_VERIFIED: 'The provider has not verified the new email',
      DOMAIN_NOT_VERIFIED: 'The domain of the new email is not verified for this provider',
      UNIT_BEYOND: 'It maps to a unit that this provider may not assign',
      NO_MASTER_LEFT: 'After it no global master could sign in under the sign-in rules',
    },
    unreadTitle: 'Not everything could be used',
    unreadIntro: (count: number) =>
      count === 1
        ? 'At the last sign-in of 1 user something could not be used. The user keeps roles, units and email.'
        : `At the last sign-in of ${grouped(count)} users something could not be used. They keep roles, units and email.`,
    unreadUser: 'User',
    unreadWhat: 'What',
    unreadFound: 'Found',
    unreadWhen: 'Sign-in',
  },
  de: {
    pathHint:
      'Gib den Namen eines Claims an oder einen Pfad zu ihm: realm_access.roles. Namen dürfen Punkte enthalten.',
    unitsHint: 'Keiner: Der Anbieter weist keine Einheiten zu',
    formOf: (claim: string) => `Werte von „${claim}“`,
    form: 'Form',
    forms: {
      LIST: 'Liste von Texten',
      OBJECTS: 'Liste von Objekten',
      KEYS: 'Schlüssel eines Objekts',
      TEXT: 'Text mit Trennzeichen',
    },
    property: 'Eigenschaft mit dem Wert',
    separator: 'Trennzeichen',
    separatorHint: 'Leerzeichen, Kommas, Semikolons',
    absentMeansNone: 'Ein fehlender Claim bedeutet „keine“',
    absentHint:
      'Sonst ist er nicht lesbar, und Benutzer behalten, was sie haben. Nur auswählen, wenn der Anbieter leere Claims weglässt.',
    unitMap: 'Einheiten nach Wert',
    unitValue: 'Wert',
    unit: 'Einheit',
    addUnit: 'Wert hinzufügen',
    removeUnit: (value: string) => (value === '' ? 'Wert entfernen' : `Wert ${value} entfernen`),
    synchronization: 'Abgleich',
    synchronizationHint:
      'Wann der Anbieter eine Angabe seiner Benutzer setzt. Jede Änderung steht im Verlauf des Benutzers.',
    attributes: {
      name: 'Name',
      email: 'E-Mail',
      language: 'Sprache',
      units: 'Einheiten',
      groups: 'Rollen',
    },
    rules: {
      ALWAYS: 'Bei jeder Anmeldung',
      FIRST: 'Bei der ersten Anmeldung',
      NEVER: 'Nie',
    },
    found: {
      MISSING: 'Fehlt',
      NULL: 'Leer (null)',
      OVERAGE: 'Weggelassen, weil es zu viele Werte sind',
      TEXT: 'Ein Text',
      NUMBER: 'Eine Zahl',
      BOOLEAN: 'Wahr oder falsch',
      TEXTS: 'Eine Liste von Texten',
      OBJECTS: 'Eine Liste von Objekten',
      MIXED: 'Eine gemischte Liste',
      OBJECT: 'Ein Objekt',
    },
    entries: (count: number) => (count === 1 ? '1 Eintrag' : `${grouped(count)} Einträge`),
    properties: (names: string) => `Eigenschaften: ${names}`,
    reasons: {
      MISSING: 'Der Claim fehlt',
      FORM: 'Der Claim hat eine andere Form als eingestellt',
      UNANSWERED: 'Der Anbieter hat die Frage nach den Benutzerdaten nicht beantwortet',
      OVERAGE: 'Der Anbieter hat die Werte weggelassen, und sie ließen sich nicht abrufen',
      EMAIL_TAKEN: 'Ein anderer Benutzer hat diese E-Mail',
      EMAIL_NOT_VERIFIED: 'Der Anbieter hat die neue E-Mail nicht bestätigt',
      DOMAIN_NOT_VERIFIED: 'Die Domain der neuen E-Mail ist für diesen Anbieter nicht bestätigt',
      UNIT_BEYOND: 'Der Wert steht für eine Einheit, die dieser Anbieter nicht zuweisen darf',
      NO_MASTER_LEFT: 'Danach könnte sich unter den Anmelderegeln kein Global Master mehr anmelden',
    },
    unreadTitle: 'Nicht alles ließ sich verwenden',
    unreadIntro: (count: number) =>
      count === 1
        ? 'Bei der letzten Anmeldung von 1 Benutzer ließ sich etwas nicht verwenden. Rollen, Einheiten und E-Mail bleiben, wie sie sind.'
        : `Bei der letzten Anmeldung von ${grouped(count)} Benutzern ließ sich etwas nicht verwenden. Rollen, Einheiten und E-Mail bleiben, wie sie sind.`,
    unreadUser: 'Benutzer',
    unreadWhat: 'Was',
    unreadFound: 'Gefunden',
    unreadWhen: 'Anmeldung',
  },
});

export type ClaimsTexts = ReturnType<typeof useClaimsTexts>;
