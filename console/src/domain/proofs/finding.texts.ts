import { findingSentences } from '@annals/proofs/finding-sentences';
import { germanFindingSentences } from '@annals/proofs/finding-sentences-german';
import { texts } from '../../platform/texts.ts';

/** The findings of a verification as sentences. */
export const useFindingTexts = texts({ en: findingSentences, de: germanFindingSentences });
