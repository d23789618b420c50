import { approvalWords, germanApprovalWords } from '@annals/proofs/approval-words';
import { texts } from '../texts.ts';

/** The description of an approval, in the words of the verifiers. */
export const useApprovalTexts = texts({ en: approvalWords, de: germanApprovalWords });
