import { texts } from '../../shared/texts.ts';

export const useSessionFrameTexts = texts({ en: { help: 'Help' }, de: { help: 'Hilfe' } });
