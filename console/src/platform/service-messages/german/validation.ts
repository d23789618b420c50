import type { Phrases } from './phrase-book.ts';

/** Zod's own messages about a field. */
export const validation: Phrases = {
  'Invalid input': 'Das passt nicht.',
  'Invalid input: expected {expected}, received undefined': 'Das fehlt: {expected:translated}.',
  'Invalid input: expected {expected}, received {received}':
    'Hier wird {expected:translated} erwartet, nicht {received:translated}.',
  'Invalid input: expected {value}': 'Hier wird {value} erwartet.',
  'Invalid option: expected one of {values}': 'Hier wird eines von {values} erwartet.',
  'Too small: expected string to have >=1 characters': 'Das darf nicht leer sein.',
  'Too small: expected string to have >={count} characters': 'Mindestens {count} Zeichen.',
  'Too big: expected string to have <={count} characters': 'Höchstens {count} Zeichen.',
  'Too small: expected array to have >=1 items': 'Mindestens ein Eintrag.',
  'Too small: expected array to have >={count} items': 'Mindestens {count} Einträge.',
  'Too big: expected array to have <={count} items': 'Höchstens {count} Einträge.',
  'Too small: expected {kind} to be >={limit}': 'Mindestens {limit}.',
  'Too big: expected {kind} to be <={limit}': 'Höchstens {limit}.',
  'Too small: expected {kind} to be >{limit}': 'Mehr als {limit}.',
  'Too big: expected {kind} to be <{limit}': 'Weniger als {limit}.',
  'Invalid UUID': 'Gib eine UUID an.',
};
