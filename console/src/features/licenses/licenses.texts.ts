import { texts } from '../../platform/texts.ts';

export const useLicensesTexts = texts({
  en: {
    title: 'Licences',
    hint: 'Third-party software in this installation and its licences.',
    search: 'Search by name or licence',
    parts: { console: 'Console', server: 'Server' },
    within: (name: string) => `in ${name}`,
    none: 'No results',
    noneHint: 'Nothing in this installation has these words in its name or licence.',
  },
  de: {
    title: 'Lizenzen',
    hint: 'Software Dritter in dieser Installation und ihre Lizenzen.',
    search: 'Nach Name oder Lizenz suchen',
    parts: { console: 'Konsole', server: 'Server' },
    within: (name: string) => `in ${name}`,
    none: 'Nichts gefunden',
    noneHint: 'Nichts in dieser Installation hat diese Wörter im Namen oder in der Lizenz.',
  },
});
