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
    ofOwnServices:
      'The guide describes Annals with its own services. With the connected services, some of it works differently or is not available.',
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
    ofOwnServices:
      'Das Handbuch beschreibt Annals mit den eigenen Diensten. Mit den verbundenen Diensten ist manches anders oder nicht verfügbar.',
    noSuchChapter: 'Dieses Kapitel gibt es nicht',
    noSuchChapterHint: 'Das Handbuch hat kein Kapitel mit diesem Namen.',
    allChapters: 'Alle Kapitel',
    onThisPage: 'Auf dieser Seite',
  },
});
