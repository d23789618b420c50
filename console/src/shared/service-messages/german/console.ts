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
  'not of the expected shape': 'nicht von der erwarteten Form',
};
