import { texts } from '../texts.ts';
import { failureTexts } from './failure.texts.ts';
import { waitInWords } from './wait-in-words.ts';

export const useFeedbackTexts = texts({
  en: {
    ...failureTexts.en,
    failed: 'This could not be loaded',
    notOffered: 'This is not available with the connected services.',
    notWhole:
      'It is not in the list that the service returned, but that may be only a part of the list.',
    noSuchPath: 'No call can contain this ID, so nothing was sent.',
    notKnown: 'Not available from the service',
    notKnownHint: 'The service does not support this, or there is no such item.',
    notFound: 'This does not exist, or you do not have access to it.',
    forbidden: 'You do not have access to this.',
    sessionEnded: 'Your session had ended, so nothing was changed. Sign in, then try again.',
    contract: 'The service sent a response that this console does not understand.',
    tooManyRequests: 'The service received too many requests.',
    httpError: (status: number) => `The service reported an error, HTTP ${status}.`,
    retryIn: (seconds: number) => `Try again ${waitInWords(seconds, 'en')}.`,
    retry: 'Try again',
    requestId: 'Request ID',
    copy: 'Copy',
    copied: 'Copied',
    dismiss: 'Dismiss',
    undo: 'Undo',
    undone: 'Undone',
    notUndone: 'This could not be undone',
    notifications: 'Notifications',
  },
  de: {
    ...failureTexts.de,
    failed: 'Das konnte nicht geladen werden',
    notOffered: 'Mit den verbundenen Diensten ist das nicht verfügbar.',
    notWhole:
      'Es steht nicht in der Liste, die der Dienst geliefert hat. Vielleicht ist das aber nur ein Teil der Liste.',
    noSuchPath: 'Diese ID kann in keinem Aufruf stehen, deshalb wurde nichts gesendet.',
    notKnown: 'Vom Dienst nicht verfügbar',
    notKnownHint: 'Der Dienst unterstützt das nicht, oder es gibt es nicht.',
    notFound: 'Das gibt es nicht, oder du darfst es nicht sehen.',
    forbidden: 'Du darfst das nicht sehen.',
    sessionEnded:
      'Deine Sitzung war zu Ende, deshalb wurde nichts geändert. Melde dich an und versuche es dann noch einmal.',
    contract: 'Der Dienst hat eine Antwort gesendet, die diese Konsole nicht versteht.',
    tooManyRequests: 'Der Dienst hat zu viele Anfragen erhalten.',
    httpError: (status: number) => `Der Dienst meldet einen Fehler, HTTP ${status}.`,
    retryIn: (seconds: number) => `Versuche es ${waitInWords(seconds, 'de')} erneut.`,
    retry: 'Erneut versuchen',
    requestId: 'Anfrage-ID',
    copy: 'Kopieren',
    copied: 'Kopiert',
    dismiss: 'Schließen',
    undo: 'Rückgängig machen',
    undone: 'Rückgängig gemacht',
    notUndone: 'Es ließ sich nicht rückgängig machen',
    notifications: 'Meldungen',
  },
});
