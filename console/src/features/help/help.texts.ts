import { texts } from '../../platform/texts.ts';

export const useHelpTexts = texts({
  en: {
    help: 'Help',
    apiReference: 'API reference',
    search: 'Search the guide',
    chapters: 'Chapters',
    found: 'Found in the guide',
    nothing: 'Nothing in the guide has these words',
    nothingHint: 'Try fewer or other words.',
    inEnglish: 'The guide is only available in English.',
    noSuchChapter: 'No such chapter',
    noSuchChapterHint: 'The guide has no chapter with this name.',
    allChapters: 'All chapters',
    onThisPage: 'On this page',
  },
  de: {
    help: 'Hilfe',
    apiReference: 'API-Referenz',
    search: 'Handbuch durchsuchen',
    chapters: 'Kapitel',
    found: 'Im Handbuch gefunden',
    nothing: 'Diese Wörter stehen nicht im Handbuch',
    nothingHint: 'Versuche weniger oder andere Wörter, auf Englisch.',
    inEnglish: 'Das Handbuch gibt es nur auf Englisch.',
    noSuchChapter: 'Dieses Kapitel gibt es nicht',
    noSuchChapterHint: 'Das Handbuch hat kein Kapitel mit diesem Namen.',
    allChapters: 'Alle Kapitel',
    onThisPage: 'Auf dieser Seite',
  },
});
