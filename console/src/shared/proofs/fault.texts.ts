import { faultSentences } from '@annals/proofs/fault-sentences';
import { germanFaultSentences } from '@annals/proofs/fault-sentences-german';
import { texts } from '../texts.ts';

/** What the check of a proof can find wrong, each in a sentence. */
export const useFaultTexts = texts({ en: faultSentences, de: germanFaultSentences });
