import type { Phrases } from './phrase-book.ts';

/** Messages of the contract about single fields. */
export const inputs: Phrases = {
  'An alias has 1 to 100 letters and digits, with - _ or . between them.':
    'Ein Alias hat 1 bis 100 Buchstaben und Ziffern, dazwischen - _ oder Punkte.',
  'Use RFC 3339 in UTC, for example 2022-03-01T00:00:00Z.':
    'Gib einen Zeitpunkt nach RFC 3339 in UTC an, zum Beispiel 2022-03-01T00:00:00Z.',
  'There is no such date in the calendar.': 'Diesen Zeitpunkt gibt es im Kalender nicht.',
  'Must be true or false.': 'Gib true oder false an.',
  'Must be a whole number in digits.': 'Gib eine ganze Zahl in Ziffern an.',
  'Enter an address that starts with https://.': 'Gib eine Adresse an, die mit https:// beginnt.',
  'Must be a SHA-256 hash in hexadecimal.': 'Gib SHA-256 hexadezimal an.',
  'A value is required, except for exists and absent.':
    'Gib einen Wert an, aber keinen bei exists und absent.',
  'Enter a search text.': 'Sage, wonach gesucht werden soll.',
  'A type is a letter followed by letters, digits, _ . or -, at most 64.':
    'Ein Typ ist ein Buchstabe, gefolgt von Buchstaben, Ziffern, _ . oder -, höchstens 64.',
  'Write data: and a JSON Pointer, for example data:/release/cycle.':
    'Schreib data: und einen JSON Pointer, zum Beispiel data:/release/cycle.',
  'Must be a JSON Pointer, for example /release/cycle.':
    'Gib einen JSON-Pointer an, zum Beispiel /release/cycle.',
  'Enter a domain, for example example.org.': 'Gib eine Domain an, zum Beispiel example.org.',
  'Enter a name for the partition.': 'Gib der Partition einen Namen.',
  'A partition name has at most 100 characters.':
    'Der Name einer Partition hat höchstens 100 Zeichen.',
  'Enter a date, for example 2026-03-01.': 'Gib einen Tag an, zum Beispiel 2026-03-01.',
  'Use a single line.': 'Gib es in einer Zeile an.',
  'Remove the characters that change the writing direction.':
    'Lass die Zeichen weg, die die Schreibrichtung ändern.',
  'Enter a text.': 'Sage es in Worten.',
  'Must be the number of a receipt.': 'Gib die Nummer eines Belegs an.',
  'Use 2 to 63 capital letters, digits and underscores, starting with a letter.':
    'Gib 2 bis 63 Großbuchstaben, Ziffern und Unterstriche an, beginnend mit einem Buchstaben.',
  'Must not contain a NUL character.': 'Ein NUL-Zeichen darf nicht vorkommen.',
  'Enter an email address, for example ada@example.org.':
    'Gib eine E-Mail an, zum Beispiel ada@example.org.',
  'There is no such template.': 'Diese Vorlage gibt es nicht.',
};
