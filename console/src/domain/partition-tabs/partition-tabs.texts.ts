import { texts } from '../../platform/texts.ts';

export const usePartitionTabTexts = texts({
  en: {
    inThisPartition: 'In this partition',
    overview: 'Overview',
    objects: 'Objects',
    changes: 'Changes',
    changeSets: 'Change sets',
    access: 'Access',
    types: 'Types',
    proofs: 'Proofs',
    reads: 'Who looked',
    settings: 'Settings',
  },
  de: {
    inThisPartition: 'In dieser Partition',
    overview: 'Überblick',
    objects: 'Objekte',
    changes: 'Änderungen',
    changeSets: 'Änderungssätze',
    access: 'Zugriff',
    types: 'Typen',
    proofs: 'Beweise',
    reads: 'Wer hat gelesen',
    settings: 'Einstellungen',
  },
});
