import { texts } from '../../platform/texts.ts';

export const useSecretTexts = texts({
  en: {
    copy: 'Copy',
    copyOf: (label: string) => `Copy: ${label}`,
    copied: 'Copied',
    notCopied: 'The browser blocked copying. Select the text and copy it manually.',
    stored: 'I have stored it',
    done: 'Done',
    onlyOnce: 'This is shown only once. Store it now.',
  },
  de: {
    copy: 'Kopieren',
    copyOf: (label: string) => `Kopieren: ${label}`,
    copied: 'Kopiert',
    notCopied: 'Der Browser lehnt das Kopieren ab. Markiere den Text und kopiere ihn von Hand.',
    stored: 'Ich habe es gespeichert',
    done: 'Fertig',
    onlyOnce: 'Das wird nur einmal gezeigt. Speichere es jetzt.',
  },
});
