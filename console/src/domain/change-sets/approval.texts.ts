import { approvalTexts, germanApprovalTexts } from '@annals/proofs/approval-texts';
import { texts } from '../../platform/texts.ts';

/** The description of an approval, in the words of the verifiers. */
export const useApprovalTexts = texts({ en: approvalTexts, de: germanApprovalTexts });
