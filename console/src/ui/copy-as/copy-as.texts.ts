import { texts } from '../../platform/texts.ts';

export const useCopyAsTexts = texts({
  en: {
    copyAs: 'Copy as code',
    copyAsFormat: (format: string) => `Copy as ${format}`,
    hint: 'The call for what this page shows. Set ANNALS_TOKEN to an API token first.',
    newToken: 'New API token',
    reference: 'In the API reference',
    copied: (format: string) => `Copied as ${format}.`,
    notCopied: 'The browser does not allow copying. Select the text and copy it.',
  },
  de: {
    copyAs: 'Als Code kopieren',
    copyAsFormat: (format: string) => `Als ${format} kopieren`,
    hint: 'Der Aufruf für das, was diese Seite zeigt. Setze vorher ANNALS_TOKEN auf ein API-Token.',
    newToken: 'Neues API-Token',
    reference: 'In der API-Referenz',
    copied: (format: string) => `Als ${format} kopiert.`,
    notCopied: 'Der Browser erlaubt das Kopieren nicht. Markiere den Text und kopiere ihn.',
  },
});
