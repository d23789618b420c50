import { texts } from '../../platform/texts.ts';
import { failureTexts } from './failure.texts.ts';

export const useFeedbackTexts = texts({
  en: {
    ...failureTexts.en,
    failed: 'This could not be loaded',
    notOffered: 'This is not available with the connected services.',
    notWhole: 'It is not in what the service returned, but that may be only a part of the list.',
    noSuchPath: 'No call can contain this ID, so nothing was sent.',
    notKnown: 'Not available from the service',
    notKnownHint: 'The service does not support this, or there is no such item.',
    notFound: 'This does not exist, or you do not have access to it.',
    forbidden: 'You do not have access to this.',
    sessionEnded: 'Your session had ended, so nothing was changed. Sign in, then try again.',
    tooManyRequests: 'The service received too many requests.',
    retry: 'Try again',
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
      'Es steht nicht in dem, was der Dienst geliefert hat. Vielleicht ist das aber nur ein Teil der Liste.',
    noSuchPath: 'Diese ID kann in keinem Aufruf stehen, deshalb wurde nichts gesendet.',
    notKnown: 'Vom Dienst nicht verfügbar',
    notKnownHint: 'Der Dienst unterstützt das nicht, oder es gibt es nicht.',
    notFound: 'Das gibt es nicht, oder du darfst es nicht sehen.',
    forbidden: 'Du darfst das nicht sehen.',
    sessionEnded:
      'Deine Sitzung war zu Ende, deshalb wurde nichts geändert. Melde dich an und versuche es dann noch einmal.',
    tooManyRequests: 'Der Dienst hat zu viele Anfragen erhalten.',
    retry: 'Erneut versuchen',
    copy: 'Kopieren',
    copied: 'Kopiert',
    dismiss: 'Schließen',
    undo: 'Rückgängig machen',
    undone: 'Rückgängig gemacht',
    notUndone: 'Es ließ sich nicht rückgängig machen',
    notifications: 'Meldungen',
  },
});
