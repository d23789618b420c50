import { grouped, texts } from '../../platform/texts.ts';

export const useSetUpTexts = texts({
  en: {
    title: 'Set up this installation',
    done: (done: number, all: number) => `${grouped(done)} of ${grouped(all)} done`,
    isDone: 'done',
    unit: {
      name: 'Create an organizational unit',
      hint: 'Units group people; administrators of a unit manage its members.',
    },
    people: {
      name: 'Invite people',
      hint: 'By email, one at a time or from a file. Each gets a link to set a password.',
    },
    provider: {
      name: 'Connect an identity provider',
      hint: 'People then sign in with the accounts that they already have.',
    },
    partition: {
      name: 'Create the first partition',
      hint: 'Data is stored in partitions, each with its own members and types.',
    },
    backup: {
      name: 'Take a backup',
      hint: 'Run annals backup every day. The system status shows the last one.',
    },
    mail: {
      name: 'Set up a mail server',
      hint: 'Until SMTP_URL is set, emails are written to files.',
    },
  },
  de: {
    title: 'Diese Installation einrichten',
    done: (done, all) => `${grouped(done)} von ${grouped(all)} erledigt`,
    isDone: 'erledigt',
    unit: {
      name: 'Eine Organisationseinheit anlegen',
      hint: 'Einheiten fassen Personen zusammen; ihre Administratoren verwalten die Mitglieder.',
    },
    people: {
      name: 'Personen einladen',
      hint: 'Per E-Mail, einzeln oder aus einer Datei. Alle erhalten einen Link, um ein Passwort zu setzen.',
    },
    provider: {
      name: 'Einen Identitätsanbieter verbinden',
      hint: 'Dann melden sich alle mit dem Konto an, das sie schon haben.',
    },
    partition: {
      name: 'Die erste Partition anlegen',
      hint: 'Daten liegen in Partitionen, jede mit eigenen Mitgliedern und Typen.',
    },
    backup: {
      name: 'Eine Sicherung erstellen',
      hint: 'Führe täglich annals backup aus. Der Systemzustand zeigt die letzte Sicherung.',
    },
    mail: {
      name: 'Einen Mailserver einrichten',
      hint: 'Solange SMTP_URL fehlt, werden E-Mails in Dateien geschrieben.',
    },
  },
});
