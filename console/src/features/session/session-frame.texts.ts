import { texts } from '../../platform/texts.ts';

export const useSessionFrameTexts = texts({ en: { help: 'Help' }, de: { help: 'Hilfe' } });
