import type { Phrases } from './phrase-book.ts';

/** Messages of the validation by JSON Schema, about data and about schemas (Ajv). */
export const jsonSchema: Phrases = {
  'Must be given.': 'Das muss angegeben werden.',
  'Must be given where {other} is.': 'Das muss angegeben werden, wenn {other} angegeben ist.',
  'Is not allowed here.': 'Das ist hier nicht erlaubt.',
  'Must be one of {values}.': 'Das muss eines von {values} sein.',
  'Must be {type}.': 'Das muss {type:translated} sein.',
  'Must be exactly {value}.': 'Das muss genau {value} sein.',
  'Must NOT have fewer than 1 characters.': 'Das darf nicht leer sein.',
  'Must NOT have fewer than {count} characters.': 'Mindestens {count} Zeichen.',
  'Must NOT have more than {count} characters.': 'Höchstens {count} Zeichen.',
  'Must NOT have fewer than 1 items.': 'Mindestens ein Eintrag.',
  'Must NOT have fewer than {count} items.': 'Mindestens {count} Einträge.',
  'Must NOT have more than {count} items.': 'Höchstens {count} Einträge.',
  'Must NOT have fewer than {count} properties.': 'Mindestens {count} Eigenschaften.',
  'Must NOT have more than {count} properties.': 'Höchstens {count} Eigenschaften.',
  'Must NOT have duplicate items (items ## {one} and {other} are identical).':
    'Kein Eintrag zweimal: {one} und {other} sind gleich, ab 0 gezählt.',
  'Must contain at least {least} valid item(s).': 'Mindestens {least} Einträge müssen passen.',
  'Must contain at least {least} and no more than {most} valid item(s).':
    'Mindestens {least} und höchstens {most} Einträge müssen passen.',
  'Must match pattern {pattern}.': 'Das muss auf {pattern} passen.',
  'Must match format {format}.': 'Das muss die Form {format} haben.',
  'Must be >= {limit}.': 'Mindestens {limit}.',
  'Must be <= {limit}.': 'Höchstens {limit}.',
  'Must be > {limit}.': 'Mehr als {limit}.',
  'Must be < {limit}.': 'Weniger als {limit}.',
  'Must be multiple of {step}.': 'Ein Vielfaches von {step}.',
  'Must match {branch} schema.': 'Das verletzt den Zweig {branch} des Schemas.',
  'Must NOT be valid.': 'Das darf auf die ausgeschlossene Form nicht passen.',
  'Must match exactly one schema in oneOf.':
    'Das muss auf genau eine der Formen passen, die das Schema erlaubt.',
  'Must match a schema in anyOf.': 'Das passt auf keine der Formen, die das Schema erlaubt.',
  'Boolean schema is false.': 'Das ist hier nicht erlaubt.',
  'Property name must be valid.': 'Der Name der Eigenschaft ist hier nicht erlaubt.',
  'This is not a draft that can be checked. Use draft-04, draft-06, draft-07, 2019-09 or 2020-12, or omit it.':
    'Dieser Draft lässt sich nicht prüfen. Verwende draft-04, draft-06, draft-07, 2019-09 oder 2020-12, oder lass die Angabe weg.',
  'The address {address} is not valid.': 'Die Adresse {address} ist nicht gültig.',
  'The reference {reference} leads to nothing in this schema. Copy what it refers to into $defs.':
    'Der Verweis {reference} führt in diesem Schema zu nichts. Kopiere das Ziel nach $defs.',
  'The reference does not lead to a schema.': 'Der Verweis führt zu keinem Schema.',
  'The pattern {pattern} cannot be used: it is not a valid regular expression ({detail}).':
    'Das Muster {pattern} geht nicht: Es ist kein regulärer Ausdruck ({detail}).',
  'The pattern {pattern} cannot be used: lookahead is not supported.':
    'Das Muster {pattern} geht nicht: Vorausschau (lookahead) wird nicht unterstützt.',
  'The pattern {pattern} cannot be used: lookbehind is not supported.':
    'Das Muster {pattern} geht nicht: Rückschau (lookbehind) wird nicht unterstützt.',
  'The pattern {pattern} cannot be used: a backreference is not supported.':
    'Das Muster {pattern} geht nicht: Ein Verweis auf den Fund einer Gruppe wird nicht unterstützt.',
  'The pattern {pattern} cannot be used: a repetition of more than 1000 times is not supported.':
    'Das Muster {pattern} geht nicht: Mehr als 1000 Wiederholungen werden nicht unterstützt.',
  'The pattern {pattern} cannot be used: the Unicode property {property} is not supported.':
    'Das Muster {pattern} geht nicht: Die Unicode-Eigenschaft {property} wird nicht unterstützt.',
  'The pattern {pattern} cannot be used: it is too large.':
    'Das Muster {pattern} geht nicht: Es ist zu groß.',
  'The JSON Schema of its type cannot be used. Ask an owner of the partition to replace it.':
    'Das JSON-Schema des Typs lässt sich nicht benutzen. Bitte einen Besitzer der Partition, es zu ersetzen.',
};
