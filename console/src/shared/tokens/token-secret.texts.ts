import { texts } from '../texts.ts';

export const useTokenSecretTexts = texts({
  en: {
    response: 'Response of the service',
    notRecognized:
      'The service reported no error, but this console recognizes no token in its response. Here is the response as it came.',
    empty: 'The service reported no error, but its response is empty: it contains no token.',
  },
  de: {
    response: 'Antwort des Dienstes',
    notRecognized:
      'Der Dienst meldet keinen Fehler, aber diese Konsole erkennt in seiner Antwort kein Token. Hier steht die Antwort, wie sie kam.',
    empty: 'Der Dienst meldet keinen Fehler, aber seine Antwort ist leer und enthält kein Token.',
  },
});
