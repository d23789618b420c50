/** What is wrong with a query. */
export const queryErrors = {
  unclosedQuote: 'A quotation mark is missing at the end of this text.',
  valueMissing: 'A value is missing.',
  spaceMissing: 'A space is missing after the closing quotation mark.',
  badKey: 'This is not the name of a field. Write it as release.cycle.',
  unknownType: 'A type is a letter followed by letters, digits, _ . or -.',
  unknownState: 'Write is:ended or is:active.',
  badDate:
    'This is not a date. Write a year, a month, a day or a time in UTC: 2024, 2024-03, 2024-03-01, 2024-03-01T10:00Z.',
  badRange: 'A range needs two numbers, two dates or two texts.',
  badComparison: 'This cannot be compared like that. Use a colon.',
  unknownField: 'No object here has this field, and none contains these words.',
  unknownAuthor: 'Nobody who wrote here has a name like this.',
  unknownFields:
    'No object here has any of these fields. To search for words, put them in quotation marks.',
  twice: 'This can be used only once.',
  operandMissing:
    'OR, AND and NOT stand before a word or a condition. To search for the word itself, put it in quotation marks.',
  bracketMissing:
    'The other bracket is missing. To search for the bracket itself, put it in quotation marks.',
  emptyBrackets: 'There is nothing between these brackets.',
  tooNested: 'Brackets can be nested at most 8 deep.',
  mixedAlternatives:
    'OR joins words with words, or conditions with conditions. NOT does not work on words that OR joins.',
  notInAlternatives: 'This does not work with OR or NOT.',
  tooLong: 'This text is too long.',
  tooMany: 'A query takes at most 20 conditions.',
  changesOnly: 'This works for changes, not for objects.',
  notInChanges:
    'This does not work for changes. Use changes:, reason:, type:, author:, changed: and conditions on fields.',
  notInWords:
    'The full-text search accepts words and type:. Use the list of objects for other conditions.',
} as const;

export type QueryErrorCode = keyof typeof queryErrors;
