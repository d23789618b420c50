import { texts } from '../../platform/texts.ts';

export const useCheckedLinkTexts = texts({
  en: {
    checking: 'Checking the link…',
    notChecked: 'The link could not be checked.',
    tryAgain: 'Try again',
  },
  de: {
    checking: 'Der Link wird geprüft …',
    notChecked: 'Der Link konnte nicht geprüft werden.',
    tryAgain: 'Erneut versuchen',
  },
});
