/** What both the pages without a user and those of the console say about a failure. */
export const failureTexts = {
  en: {
    unreachable: 'The console server could not be reached. Check the connection, then try again.',
    notStored:
      'This browser stores nothing for this site, so it would not recognize you after the provider. Allow site data, then try again.',
  },
  de: {
    unreachable:
      'Der Konsolenserver ist nicht erreichbar. Prüfe die Verbindung und versuche es erneut.',
    notStored:
      'Dieser Browser speichert für diese Website nichts und würde dich nach dem Anbieter nicht wiedererkennen. Erlaube Websitedaten und versuche es erneut.',
  },
};
