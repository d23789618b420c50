import { texts } from '../../platform/texts.ts';

export const useTokenSecretTexts = texts({
  en: {
    response: 'Response of the service',
    notRecognized:
      'The service reported no error, but this console recognizes no token in its response. Here is the response as it came.',
    notLoaded:
      'The part of the console that shows a token could not be loaded, so none was requested. Reload the page, then try again.',
    empty: 'The service reported no error, but its response is empty: it contains no token.',
  },
  de: {
    response: 'Antwort des Dienstes',
    notRecognized:
      'Der Dienst meldet keinen Fehler, aber diese Konsole erkennt in seiner Antwort kein Token. Hier steht die Antwort, wie sie kam.',
    notLoaded:
      'Der Teil der Konsole, der ein Token zeigt, ließ sich nicht laden. Deshalb wurde keines angefordert. Lade die Seite neu und versuche es dann noch einmal.',
    empty: 'Der Dienst meldet keinen Fehler, aber seine Antwort ist leer und enthält kein Token.',
  },
});
