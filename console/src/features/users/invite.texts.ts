import { grouped, texts } from '../../platform/texts.ts';

const people = (count: number) => (count === 1 ? '1 person' : `${grouped(count)} people`);

/** Texts about inviting several users. */
export const useInviteTexts = texts({
  en: {
    email: 'Email',
    manyTitle: 'Invite many',
    manyHint:
      'A list of addresses, one per line, or a CSV file or Excel workbook with a header row. Only the email is required.',
    template: 'Download a template',
    columns:
      'An address can have a name: Ada Lovelace <ada@example.org>. Columns of a file: email, name (or first and last name), roles, units, language. Write roles and units as they are shown here, in English or German; several are separated by “;”.',
    file: 'Choose a file',
    drop: 'Drop the file here, choose it, or paste its lines.',
    csv: 'Contents of the file',
    csvMissing: 'Choose a file or paste its lines.',
    csvTooLong: 'The file is longer than 500,000 characters. Split it.',
    headingMissing:
      'Start with a line of headings that says which column has the email: Email, Name, Roles, Units, Language.',
    unread: (columns: string) => `Columns that are not read: ${columns}.`,
    notRead: (name: string) => `“${name}” could not be read. Save it as CSV or as .xlsx.`,
    check: 'Preview',
    checking: 'Nothing is sent yet: you first see a preview.',
    notChecked: 'The file could not be checked',
    checked: 'Preview',
    line: 'Line',
    outcome: 'Result',
    outcomes: { DONE: 'Will be invited', UNCHANGED: 'Nothing to do', REFUSED: 'Refused' },
    wouldInvite: (count: number) => `${people(count)} would be invited`,
    wouldRefuse: (count: number) => `${grouped(count)} refused`,
    nobodyFits: 'Nobody in the file can be invited. Fix the lines, then preview again.',
    refusedStayOut: 'Invalid lines will be skipped.',
    back: 'Back to the file',
    inviteNow: (count: number) => `Invite ${people(count)}`,
    inviting: 'Inviting',
  },
  de: {
    email: 'E-Mail',
    manyTitle: 'Viele einladen',
    manyHint:
      'Eine Liste von Adressen, eine je Zeile, oder eine CSV-Datei oder Excel-Arbeitsmappe mit Kopfzeile. Nur die E-Mail ist nötig.',
    template: 'Vorlage herunterladen',
    columns:
      'Eine Adresse kann einen Namen haben: Ada Lovelace <ada@example.org>. Spalten einer Datei: E-Mail, Name (oder Vor- und Nachname), Rollen, Einheiten, Sprache. Rollen und Einheiten wie auf dem Bildschirm, auf Deutsch oder Englisch; mehrere trennt „;“.',
    file: 'Datei wählen',
    drop: 'Datei hierher ziehen, auswählen oder ihre Zeilen einfügen.',
    csv: 'Zeilen der Datei',
    csvMissing: 'Wähle eine Datei oder füge ihre Zeilen ein.',
    csvTooLong: 'Die Datei hat mehr als 500.000 Zeichen. Teile sie.',
    headingMissing:
      'Beginne mit einer Zeile von Überschriften, die sagt, in welcher Spalte die E-Mail steht: E-Mail, Name, Rollen, Einheiten, Sprache.',
    unread: (columns: string) => `Nicht gelesene Spalten: ${columns}.`,
    notRead: (name: string) => `„${name}“ ließ sich nicht lesen. Speichere sie als CSV oder .xlsx.`,
    check: 'Vorschau',
    checking: 'Noch wird nichts gesendet: Zuerst siehst du eine Vorschau.',
    notChecked: 'Die Datei ließ sich nicht prüfen',
    checked: 'Vorschau',
    line: 'Zeile',
    outcome: 'Ergebnis',
    outcomes: { DONE: 'Wird eingeladen', UNCHANGED: 'Nichts zu tun', REFUSED: 'Abgelehnt' },
    wouldInvite: (count: number) =>
      count === 1 ? '1 Person würde eingeladen' : `${grouped(count)} Personen würden eingeladen`,
    wouldRefuse: (count: number) => `${grouped(count)} abgelehnt`,
    nobodyFits:
      'Niemand in der Datei lässt sich einladen. Berichtige die Zeilen, dann prüfe erneut.',
    refusedStayOut: 'Ungültige Zeilen werden ausgelassen.',
    back: 'Zurück zur Datei',
    inviteNow: (count: number) =>
      count === 1 ? '1 Person einladen' : `${grouped(count)} Personen einladen`,
    inviting: 'Einladungen werden verschickt',
  },
});
