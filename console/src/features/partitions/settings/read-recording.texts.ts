import type { ReadScope } from '@annals/contracts/read-scope';
import { texts } from '../../../platform/texts.ts';

type Choice = {
  label: string;
  hint: string;
};

const scopesInEnglish: Record<ReadScope, Choice> = {
  NOTHING: { label: 'Nothing', hint: 'Nobody can tell later who looked.' },
  OBJECTS: {
    label: 'Objects and exports',
    hint: 'Whatever returns contents of objects: pages, lists, searches, exports, evidence, programs and AI assistants.',
  },
  EVERYTHING: {
    label: 'Everything',
    hint: 'Also members, types, settings and counts.',
  },
};
const scopesInGerman: Record<ReadScope, Choice> = {
  NOTHING: { label: 'Nichts', hint: 'Später kann niemand sagen, wer gelesen hat.' },
  OBJECTS: {
    label: 'Objekte und Exporte',
    hint: 'Alles, was Inhalte von Objekten zurückgibt: Seiten, Listen, Suchen, Exporte, Nachweise, Programme und KI-Assistenten.',
  },
  EVERYTHING: {
    label: 'Alles',
    hint: 'Auch Mitglieder, Typen, Einstellungen und Anzahlen.',
  },
};

export const useReadRecordingTexts = texts({
  en: {
    title: 'Record of reads',
    hint: 'Owners and auditors see who looked, under “Who looked”. Everyone who reads the partition is told that reads are recorded.',
    scope: 'What is recorded',
    scopes: scopesInEnglish,
    durable: 'Record before responding',
    durableHint:
      'No response leaves before its record is stored. Reads take longer. Otherwise records are stored within a second, and a crash of the server can lose those of up to one second.',
    keptDays: 'Days until records are deleted',
    keptDaysHint: 'Independent of the retention of objects.',
    keptDaysWrong: 'Enter a whole number of days from 1 to 36,500.',
    save: 'Save recording',
    saved: 'Recording of reads saved',
    notSaved: 'The recording of reads was not saved',
  },
  de: {
    title: 'Aufzeichnung der Lesezugriffe',
    hint: 'Eigentümer und Prüfer sehen unter „Wer hat gelesen“, wer was gelesen hat. Alle, die in der Partition lesen, erfahren, dass es aufgezeichnet wird.',
    scope: 'Was aufgezeichnet wird',
    scopes: scopesInGerman,
    durable: 'Vor der Antwort aufzeichnen',
    durableHint:
      'Keine Antwort geht hinaus, bevor ihre Aufzeichnung gespeichert ist. Das Lesen dauert länger. Sonst werden Aufzeichnungen innerhalb einer Sekunde gespeichert; stürzt der Server ab, können die der letzten Sekunde fehlen.',
    keptDays: 'Tage, bis Aufzeichnungen gelöscht werden',
    keptDaysHint: 'Unabhängig von der Aufbewahrung der Objekte.',
    keptDaysWrong: 'Gib eine ganze Zahl von 1 bis 36.500 Tagen ein.',
    save: 'Aufzeichnung speichern',
    saved: 'Aufzeichnung der Lesezugriffe gespeichert',
    notSaved: 'Die Aufzeichnung der Lesezugriffe wurde nicht gespeichert',
  },
});
