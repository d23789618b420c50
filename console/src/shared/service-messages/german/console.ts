import type { Phrases } from './phrase-book.ts';

/** Messages of the console's own transport, in the same form as those of a service. */
export const consoleErrors: Phrases = {
  'Not authenticated': 'Nicht angemeldet',
  'The reply of {call} breaks the contract at its top: {problem}':
    'Die Antwort auf {call} verletzt den Vertrag ganz oben: {problem:translated}',
  'The reply of {call} breaks the contract at {field}: {problem}':
    'Die Antwort auf {call} verletzt den Vertrag bei {field}: {problem:translated}',
  'it is no file': 'sie ist keine Datei',
  'it is no list': 'sie ist keine Liste',
  'it is no unit, so it cannot be replaced without losing something':
    'sie ist keine Einheit, also ließe sich diese nicht ohne Verlust ersetzen',
  'Assistants need services that have announced themselves as those of Annals. The connected services have not.':
    'Assistenten brauchen Dienste, die sich als die von Annals zu erkennen geben. Die verbundenen Dienste haben das nicht getan.',
  'not of the expected shape': 'nicht von der erwarteten Form',
};
