import { texts } from '../../platform/texts.ts';

export const useIdTexts = texts({
  en: {
    copy: (id: string) => `Copy ${id}`,
    copied: 'Copied',
    notCopied: 'Not copied: the browser blocked it',
    unnamed: 'Unnamed',
  },
  de: {
    copy: (id: string) => `${id} kopieren`,
    copied: 'Kopiert',
    notCopied: 'Nicht kopiert: der Browser lehnt ab',
    unnamed: 'Ohne Namen',
  },
});
