import type { jsonSchema as english } from '@annals/contracts/messages/json-schema';
import type { TextsOf } from '@annals/contracts/messages/message-text';

const types: Readonly<Record<string, string>> = {
  string: 'ein Text',
  number: 'eine Zahl',
  integer: 'eine ganze Zahl',
  boolean: 'true oder false',
  array: 'eine Liste',
  object: 'ein Objekt',
};

export const jsonSchema: TextsOf<typeof english> = {
  schemaRequired: 'Das muss angegeben werden.',
  schemaDependentRequired: 'Das muss angegeben werden, wenn {property} angegeben ist.',
  schemaAdditional: 'Das ist hier nicht erlaubt.',
  schemaEnum: 'Das muss eines von {values} sein.',
  schemaType: ({ type }) =>
    `Das muss ${type
      .split(',')
      .map((each) => types[each] ?? each)
      .join(', ')} sein.`,
  schemaConst: 'Das muss genau {value} sein.',
  schemaMinLength: 'Mindestens {limit} Zeichen.',
  schemaMaxLength: 'Höchstens {limit} Zeichen.',
  schemaMinItems: ({ limit }) =>
    limit === 1 ? 'Mindestens ein Eintrag.' : `Mindestens ${limit} Einträge.`,
  schemaMaxItems: 'Höchstens {limit} Einträge.',
  schemaMinProperties: 'Mindestens {limit} Eigenschaften.',
  schemaMaxProperties: 'Höchstens {limit} Eigenschaften.',
  schemaUniqueItems: 'Kein Eintrag zweimal: {j} und {i} sind gleich, ab 0 gezählt.',
  schemaContains: 'Mindestens {minContains} Einträge müssen passen.',
  schemaContainsMax: 'Mindestens {minContains} und höchstens {maxContains} Einträge müssen passen.',
  schemaPattern: 'Das muss auf „{pattern}“ passen.',
  schemaFormat: 'Das muss die Form „{format}“ haben.',
  schemaMinimum: 'Mindestens {limit}.',
  schemaMaximum: 'Höchstens {limit}.',
  schemaExclusiveMinimum: 'Mehr als {limit}.',
  schemaExclusiveMaximum: 'Weniger als {limit}.',
  schemaMultipleOf: 'Ein Vielfaches von {multipleOf}.',
  schemaIf: 'Das verletzt den Zweig „{failingKeyword}“ des Schemas.',
  schemaNot: 'Das darf auf die ausgeschlossene Form nicht passen.',
  schemaOneOf: 'Das muss auf genau eine der Formen passen, die das Schema erlaubt.',
  schemaAnyOf: 'Das passt auf keine der Formen, die das Schema erlaubt.',
  schemaFalse: 'Das ist hier nicht erlaubt.',
  schemaPropertyNames: 'Der Name der Eigenschaft ist hier nicht erlaubt.',
  schemaOther: 'Das ist nicht gültig: {text}.',
  draftUnknown:
    'Dieser Draft lässt sich nicht prüfen. Verwende draft-04, draft-06, draft-07, 2019-09 oder 2020-12, oder lass die Angabe weg.',
  schemaAddress: 'Die Adresse „{address}“ ist nicht gültig.',
  referenceDangling:
    'Der Verweis „{reference}“ führt in diesem Schema zu nichts. Kopiere das Ziel nach $defs; ein ganzes Dokument braucht dort seine Adresse als $id.',
  referenceNoSchema: 'Der Verweis führt zu keinem Schema.',
  patternInvalid: 'Das Muster „{pattern}“ geht nicht: Es ist kein regulärer Ausdruck ({detail}).',
  patternLookahead:
    'Das Muster „{pattern}“ geht nicht: Vorausschau (lookahead) wird nicht unterstützt.',
  patternLookbehind:
    'Das Muster „{pattern}“ geht nicht: Rückschau (lookbehind) wird nicht unterstützt.',
  patternBackreference:
    'Das Muster „{pattern}“ geht nicht: Ein Verweis auf den Fund einer Gruppe wird nicht unterstützt.',
  patternFlags: 'Das Muster „{pattern}“ geht nicht: Eine Gruppe mit Flags wird nicht unterstützt.',
  patternRepetition:
    'Das Muster „{pattern}“ geht nicht: Mehr als 1000 Wiederholungen werden nicht unterstützt.',
  patternProperty:
    'Das Muster „{pattern}“ geht nicht: Die Unicode-Eigenschaft {property} wird nicht unterstützt.',
  patternTooLarge: 'Das Muster „{pattern}“ geht nicht: Es ist zu groß.',
  schemaRecursion: 'Es verweist endlos auf sich selbst.',
  schemaOfTypeRecursion:
    'Das JSON-Schema des Typs verweist endlos auf sich selbst. Bitte einen Eigentümer der Partition, es zu beheben.',
  schemaUnusable:
    'Das JSON-Schema des Typs lässt sich nicht benutzen. Bitte einen Besitzer der Partition, es zu ersetzen.',
};
