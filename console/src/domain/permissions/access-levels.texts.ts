import { texts } from '../../platform/texts.ts';

/** The access levels of a partition, from most to least. */
export const useAccessLevelTexts = texts({
  en: { OWN: 'Read, write and manage', WRITE: 'Read and write', READ: 'Read' },
  de: { OWN: 'Lesen, schreiben und verwalten', WRITE: 'Lesen und schreiben', READ: 'Lesen' },
});
