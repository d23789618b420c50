import type { Phrases } from './phrase-book.ts';

/** Messages about the query language, of the service and of the query field. */
export const queries: Phrases = {
  'The query cannot be read.': 'Die Abfrage lässt sich nicht lesen.',
  'At character {start}, “{shown}”: {what}': 'An Stelle {start}, „{shown}“: {what:translated}',
  'This is set twice: in the query and separately.':
    'Danach wird zweimal gefragt: in der Abfrage und neben ihr.',
  'Omit one of the two.': 'Lass es an einer der beiden Stellen weg.',
  'Too many objects have the words of this title.':
    'Zu viele Objekte enthalten die Wörter dieses Titels.',
  'Use the ID of the object.': 'Nenne das Objekt mit seiner ID.',
  'A query names the type and the author itself.': 'Eine Abfrage nennt Typ und Autor selbst.',
  'Add type: and author: to it.': 'Ergänze sie um type: und author:.',
  'A quotation mark is missing at the end of this text.':
    'Am Ende dieses Textes fehlt ein Anführungszeichen.',
  'A value is missing.': 'Ein Wert fehlt.',
  'A space is missing after the closing quotation mark.':
    'Nach dem schließenden Anführungszeichen fehlt ein Leerzeichen.',
  'This is not the name of a field. Write it as release.cycle.':
    'Das ist kein Name eines Feldes. Schreib ihn wie release.cycle.',
  'A type is a letter followed by letters, digits, _ . or -.':
    'Ein Typ ist ein Buchstabe, dann Buchstaben, Ziffern, _ . oder -.',
  'Write is:ended or is:active.': 'Schreib is:ended oder is:active.',
  'This is not a date. Write a year, a month, a day or a time in UTC: 2024, 2024-03, 2024-03-01, 2024-03-01T10:00Z.':
    'Das ist kein Datum. Schreib ein Jahr, einen Monat, einen Tag oder eine Zeit in UTC: 2024, 2024-03, 2024-03-01, 2024-03-01T10:00Z.',
  'A range needs two numbers, two dates or two texts.':
    'Ein Bereich braucht zwei Zahlen, zwei Daten oder zwei Texte.',
  'This cannot be compared like that. Use a colon.':
    'Das lässt sich so nicht vergleichen. Schreib einen Doppelpunkt.',
  'No object here has this field, and none contains these words.':
    'Kein Objekt hat hier dieses Feld, und keines enthält diese Wörter.',
  'No object here has any of these fields. To search for words, put them in quotation marks.':
    'Kein Objekt hier hat eines dieser Felder. Um Wörter zu suchen, setz sie in Anführungszeichen.',
  'The other bracket is missing. To search for the bracket itself, put it in quotation marks.':
    'Die andere Klammer fehlt. Um die Klammer selbst zu suchen, setz sie in Anführungszeichen.',
  'There is nothing between these brackets.': 'Zwischen diesen Klammern steht nichts.',
  'Brackets can be nested at most 8 deep.': 'Klammern können höchstens acht Ebenen tief sein.',
  'Nobody who wrote here has a name like this.': 'Niemand, der hier geschrieben hat, heißt so.',
  'This can be used only once.': 'Das lässt sich nur einmal angeben.',
  'OR, AND and NOT stand before a word or a condition. To search for the word itself, put it in quotation marks.':
    'OR, AND und NOT stehen vor einem Wort oder einer Bedingung. Um das Wort selbst zu suchen, setz es in Anführungszeichen.',
  'OR joins words with words, or conditions with conditions. NOT does not work on words that OR joins.':
    'OR verbindet Wörter mit Wörtern oder Bedingungen mit Bedingungen. NOT geht nicht bei Wörtern, die OR verbindet.',
  'This does not work with OR or NOT.': 'Das geht nicht mit OR oder NOT.',
  'This text is too long.': 'Dieser Text ist zu lang.',
  'A query takes at most 20 conditions.': 'Eine Abfrage nimmt höchstens 20 Bedingungen.',
  'This works for changes, not for objects.': 'Das findet Änderungen, keine Objekte.',
  'This does not work for changes. Use changes:, reason:, type:, author:, changed: and conditions on fields.':
    'Änderungen lassen sich nach changes:, reason:, type:, author:, changed: und Bedingungen an Felder suchen, nicht hiernach.',
  'The full-text search accepts words and type:. Use the list of objects for other conditions.':
    'Die Volltextsuche nimmt Wörter und type:. Alle Bedingungen nimmt die Liste der Objekte.',
  'Enter a name for the search.': 'Gib der Suche einen Namen.',
  'Use at most 30 columns.': 'Gib höchstens 30 Spalten an.',
  'The name of a search has at most 100 characters.':
    'Der Name einer Suche hat höchstens 100 Zeichen.',
  'There is no such saved search, or you do not have access to it.':
    'Diese gespeicherte Suche gibt es nicht, oder du darfst sie nicht sehen.',
  'Only the user who saved a search can change it. Save it under your own name.':
    'Eine Suche ändern kann nur, wer sie gespeichert hat. Speichere sie unter einem eigenen Namen.',
  'Only the user who saved a search, or an owner of the partition, can delete it.':
    'Eine Suche löschen kann nur, wer sie gespeichert hat, oder ein Eigentümer der Partition.',
  'You already have a saved search with this name. Choose another name, or change that search.':
    'Du hast schon eine Suche mit diesem Namen gespeichert. Wähle einen anderen Namen, oder ändere jene Suche.',
  'You have saved {count} searches in this partition. Remove one first.':
    'Du hast in dieser Partition {count} Suchen gespeichert. Lösche zuerst eine.',
  'This user would have saved more than {maxSearchesPerUser} searches in this partition. Choose another user.':
    'Dieser Benutzer hätte in dieser Partition mehr als {maxSearchesPerUser} gespeicherte Suchen. Wähle einen anderen.',
  '{count} searches are shared in this partition. Remove one first.':
    'In dieser Partition sind {count} Suchen geteilt. Lösche zuerst eine.',
  'Only editors of the partition can share a search. You can save it for yourself.':
    'Eine Suche teilen können nur Bearbeiter der Partition. Für dich selbst kannst du sie speichern.',
};
