import type { Phrases } from './phrase-book.ts';

/** Messages of the console's own transport, in the same form as those of a service. */
export const consoleErrors: Phrases = {
  'Not authenticated': 'Nicht angemeldet',
  'Response of {call}, field {field}: {problem}':
    'Antwort auf {call}, Feld {field}: {problem:translated}',
  'Response of {call}: {problem}': 'Antwort auf {call}: {problem:translated}',
  'no content': 'kein Inhalt',
  'an HTML page instead of JSON': 'eine HTML-Seite statt JSON',
  'text instead of JSON': 'Text statt JSON',
  'instead of JSON the text {text}': 'statt JSON der Text {text}',
  'not a file': 'keine Datei',
  'not a list': 'keine Liste',
  'a list without a readable entry': 'eine Liste ohne lesbaren Eintrag',
  'not a unit, so the unit cannot be replaced without losing something':
    'keine Einheit, deshalb ließe sich diese nicht ohne Verlust ersetzen',
  'not a list of units, so the unit cannot be replaced without losing something':
    'keine Liste von Einheiten, deshalb ließe sich die Einheit nicht ohne Verlust ersetzen',
  'possibly a part that lacks the unit, so the unit cannot be replaced without losing something':
    'vielleicht ein Teil, in dem die Einheit fehlt, deshalb ließe sie sich nicht ohne Verlust ersetzen',
  'Assistants need services that have announced themselves as those of Annals. The connected services have not.':
    'Assistenten brauchen Dienste, die sich als die von Annals zu erkennen geben. Die verbundenen Dienste haben das nicht getan.',
  'Passkeys work only at {site}, and this page was opened at {hostname}. Open the console at {site}.':
    'Passkeys funktionieren nur unter {site}, und diese Seite wurde unter {hostname} geöffnet. Öffne die Konsole unter {site}.',
  'not of the expected form': 'nicht von der erwarteten Form',
  'not of the expected shape': 'nicht von der erwarteten Form',
};
