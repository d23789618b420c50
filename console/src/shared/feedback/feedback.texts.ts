import { texts } from '../texts.ts';

export const useFeedbackTexts = texts({
  en: {
    failed: 'This could not be loaded',
    unreachable: 'The console server could not be reached. Check the connection, then try again.',
    notOffered: 'The service does not offer this.',
    notFound: 'This is not there, or you may not see it.',
    forbidden: 'You may not see this.',
    contract: 'The service answered in a form this console does not understand.',
    retry: 'Retry',
    requestId: 'Request id',
    copy: 'Copy',
    copied: 'Copied',
    dismiss: 'Dismiss',
    undo: 'Undo',
    undone: 'Undone',
    notUndone: 'It could not be undone',
    notifications: 'Notifications',
  },
  de: {
    failed: 'Das konnte nicht geladen werden',
    unreachable:
      'Der Konsolenserver ist nicht erreichbar. Prüfe die Verbindung und versuche es erneut.',
    notOffered: 'Der Dienst bietet das nicht an.',
    notFound: 'Das gibt es nicht, oder du darfst es nicht sehen.',
    forbidden: 'Du darfst das nicht sehen.',
    contract: 'Der Dienst antwortete in einer Form, die diese Konsole nicht versteht.',
    retry: 'Erneut versuchen',
    requestId: 'Anfrage-Id',
    copy: 'Kopieren',
    copied: 'Kopiert',
    dismiss: 'Schließen',
    undo: 'Rückgängig machen',
    undone: 'Rückgängig gemacht',
    notUndone: 'Es ließ sich nicht rückgängig machen',
    notifications: 'Meldungen',
  },
});
