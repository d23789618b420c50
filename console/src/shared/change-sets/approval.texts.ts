import { approvalWords, germanApprovalWords } from '@annals/proofs/approval-words';
import { texts } from '../texts.ts';

/** How an approval is told, by the words that verifiers use. */
export const useApprovalTexts = texts({ en: approvalWords, de: germanApprovalWords });
