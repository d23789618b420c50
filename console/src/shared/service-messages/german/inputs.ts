import type { Phrases } from './phrase-book.ts';

/** What the contract says of single fields. */
export const inputs: Phrases = {
  'An alias has 1 to 100 letters and digits, with - _ or . between them.':
    'Ein Alias hat 1 bis 100 Buchstaben und Ziffern, dazwischen - _ oder Punkte.',
  'Give a moment as RFC 3339 in UTC, for example 2022-03-01T00:00:00Z.':
    'Gib einen Zeitpunkt nach RFC 3339 in UTC an, zum Beispiel 2022-03-01T00:00:00Z.',
  'There is no such moment in the calendar.': 'Diesen Zeitpunkt gibt es im Kalender nicht.',
  'Give true or false.': 'Gib true oder false an.',
  'Give a whole number in digits.': 'Gib eine ganze Zahl in Ziffern an.',
  'Give an address that begins with https://.': 'Gib eine Adresse an, die mit https:// beginnt.',
  'Give SHA-256 in hexadecimal.': 'Gib SHA-256 hexadezimal an.',
  'Give a value, but none for exists and absent.':
    'Gib einen Wert an, aber keinen bei exists und absent.',
  'Say what to look for.': 'Sage, wonach gesucht werden soll.',
  'A type is a letter followed by letters, digits, _ . or -, at most 64.':
    'Ein Typ ist ein Buchstabe, gefolgt von Buchstaben, Ziffern, _ . oder -, höchstens 64.',
  'Give a JSON Pointer, for example /release/cycle.':
    'Gib einen JSON-Pointer an, zum Beispiel /release/cycle.',
  'Give a domain, for example example.org.': 'Gib eine Domain an, zum Beispiel example.org.',
  'Give the partition a name.': 'Gib der Partition einen Namen.',
  'A partition name has at most 100 characters.':
    'Der Name einer Partition hat höchstens 100 Zeichen.',
  'Give a day, for example 2026-03-01.': 'Gib einen Tag an, zum Beispiel 2026-03-01.',
  'Give it in one line.': 'Gib es in einer Zeile an.',
  'Leave out the characters that turn the direction of writing.':
    'Lass die Zeichen weg, die die Schreibrichtung ändern.',
  'Say it in words.': 'Sage es in Worten.',
  'Give the number of a receipt.': 'Gib die Nummer eines Belegs an.',
  'Give 2 to 63 capital letters, digits and underscores, beginning with a letter.':
    'Gib 2 bis 63 Großbuchstaben, Ziffern und Unterstriche an, beginnend mit einem Buchstaben.',
  'There must be no NUL character.': 'Ein NUL-Zeichen darf nicht vorkommen.',
  'Give an email address, for example ada@example.org.':
    'Gib eine E-Mail an, zum Beispiel ada@example.org.',
  'There is no such template.': 'Diese Vorlage gibt es nicht.',
};
