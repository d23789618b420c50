import { waitInWords } from './wait-in-words.ts';

/** What both the pages without a user and those of the console say about a failure. */
export const failureTexts = {
  en: {
    unreachable: 'The console server could not be reached. Check the connection, then try again.',
    notAnswered: 'The console server did not answer in time. Check the connection, then try again.',
    notStored:
      'This browser stores nothing for this site, so it would not recognize you after the provider. Allow site data, then try again.',
    contract: 'The service sent a response that this console does not understand.',
    httpError: (status: number) =>
      status < 400
        ? `The service answered with a redirection that this console does not follow, HTTP ${status}.`
        : `The service reported an error, HTTP ${status}.`,
    retryIn: (seconds: number) => `Try again ${waitInWords(seconds, 'en')}.`,
    requestId: 'Request ID',
  },
  de: {
    unreachable:
      'Der Konsolenserver ist nicht erreichbar. Prüfe die Verbindung und versuche es erneut.',
    notAnswered:
      'Der Konsolenserver hat nicht rechtzeitig geantwortet. Prüfe die Verbindung und versuche es erneut.',
    notStored:
      'Dieser Browser speichert für diese Website nichts und würde dich nach dem Anbieter nicht wiedererkennen. Erlaube Websitedaten und versuche es erneut.',
    contract: 'Der Dienst hat eine Antwort gesendet, die diese Konsole nicht versteht.',
    httpError: (status: number) =>
      status < 400
        ? `Der Dienst hat mit einer Weiterleitung geantwortet, der diese Konsole nicht folgt, HTTP ${status}.`
        : `Der Dienst meldet einen Fehler, HTTP ${status}.`,
    retryIn: (seconds: number) => `Versuche es ${waitInWords(seconds, 'de')} erneut.`,
    requestId: 'Anfrage-ID',
  },
};
