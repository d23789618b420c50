import { findingSentences } from '@annals/proofs/finding-sentences';
import { germanFindingSentences } from '@annals/proofs/finding-sentences-german';
import { texts } from '../texts.ts';

/** What the check of a proof can find wrong, each in a sentence. */
export const useFindingTexts = texts({ en: findingSentences, de: germanFindingSentences });
