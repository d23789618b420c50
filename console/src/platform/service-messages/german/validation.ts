import type { Phrases } from './phrase-book.ts';

/** What `inputMessage` says about a field. */
export const validation: Phrases = {
  'This is missing.': 'Das fehlt.',
  'This is not valid.': 'Das ist nicht gültig.',
  'Must be text.': 'Gib einen Text an.',
  'Must be a number.': 'Gib eine Zahl an.',
  'Must be a whole number.': 'Gib eine ganze Zahl an.',
  'Must be a list.': 'Gib eine Liste an.',
  'Must be an object.': 'Gib ein Objekt an.',
  'Must be a UUID.': 'Gib eine UUID an.',
  'The only value is {value}.': 'Gib {value} an.',
  'Must be one of {values}.': 'Gib eines davon an: {values}.',
  'Must not be empty.': 'Das darf nicht leer sein.',
  'Must have at least {count} characters.': 'Mindestens {count} Zeichen.',
  'Must have at most {count} characters.': 'Höchstens {count} Zeichen.',
  'Must have at least {count} entries.': 'Mindestens {count} Einträge.',
  'Must have at most {count} entries.': 'Höchstens {count} Einträge.',
  'Must be at least {limit}.': 'Mindestens {limit}.',
  'Must be at most {limit}.': 'Höchstens {limit}.',
  'Must be more than {limit}.': 'Mehr als {limit}.',
  'Must be less than {limit}.': 'Weniger als {limit}.',
};
