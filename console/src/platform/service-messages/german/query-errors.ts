import type { QueryErrorCode } from '@annals/contracts/messages/query-errors';

export const queryErrors: Record<QueryErrorCode, string> = {
  unclosedQuote: 'Am Ende dieses Textes fehlt ein Anführungszeichen.',
  valueMissing: 'Ein Wert fehlt.',
  spaceMissing: 'Nach dem schließenden Anführungszeichen fehlt ein Leerzeichen.',
  badKey: 'Das ist kein Name eines Feldes. Schreib ihn wie release.cycle.',
  unknownType: 'Ein Typ ist ein Buchstabe, dann Buchstaben, Ziffern, _ . oder -.',
  unknownState: 'Schreib is:ended oder is:active.',
  badDate:
    'Das ist kein Datum. Schreib ein Jahr, einen Monat, einen Tag oder eine Zeit in UTC: 2024, 2024-03, 2024-03-01, 2024-03-01T10:00Z.',
  badRange: 'Ein Bereich braucht zwei Zahlen, zwei Daten oder zwei Texte.',
  badComparison: 'Das lässt sich so nicht vergleichen. Schreib einen Doppelpunkt.',
  unknownField: 'Kein Objekt hat hier dieses Feld, und keines enthält diese Wörter.',
  unknownAuthor: 'Niemand, der hier geschrieben hat, heißt so.',
  unknownFields:
    'Kein Objekt hier hat eines dieser Felder. Um Wörter zu suchen, setz sie in Anführungszeichen.',
  twice: 'Das lässt sich nur einmal angeben.',
  operandMissing:
    'OR, AND und NOT stehen vor einem Wort oder einer Bedingung. Um das Wort selbst zu suchen, setz es in Anführungszeichen.',
  bracketMissing:
    'Die andere Klammer fehlt. Um die Klammer selbst zu suchen, setz sie in Anführungszeichen.',
  emptyBrackets: 'Zwischen diesen Klammern steht nichts.',
  tooNested: 'Klammern können höchstens acht Ebenen tief sein.',
  mixedAlternatives:
    'OR verbindet Wörter mit Wörtern oder Bedingungen mit Bedingungen. NOT geht nicht bei Wörtern, die OR verbindet.',
  notInAlternatives: 'Das geht nicht mit OR oder NOT.',
  tooLong: 'Dieser Text ist zu lang.',
  tooMany: 'Eine Abfrage nimmt höchstens 20 Bedingungen.',
  changesOnly: 'Das findet Änderungen, keine Objekte.',
  notInChanges:
    'Änderungen lassen sich nach changes:, reason:, type:, author:, changed: und Bedingungen an Felder suchen, nicht hiernach.',
  notInWords:
    'Die Volltextsuche nimmt Wörter und type:. Alle Bedingungen nimmt die Liste der Objekte.',
};
