import { useQuery } from '@tanstack/react-query';
import { getErasure } from '@annals/contracts/proofs';
import { queryOf } from '../../api/query.ts';
import { shownName } from '../ids/display-names.ts';
import { RedactedMark } from '../json-values/RedactedMark.tsx';
import { useDateLocale } from '../texts.ts';
import { dayOf } from '../time/format-moment.ts';
import { useUtc } from '../time/utc.ts';
import { useReasonTexts } from './reason.texts.ts';

interface ErasedReasonProps {
  partitionId: string;
  receipt: number;
}

/** Replaces an erased reason: when and by whom it was erased, from the receipt. */
export function ErasedReason({ partitionId, receipt }: ErasedReasonProps) {
  const t = useReasonTexts();
  const locale = useDateLocale();
  const utc = useUtc();
  const { data } = useQuery({
    ...queryOf(getErasure, { params: { partitionId, receipt: String(receipt) } }),
    // Receipts never change.
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <RedactedMark receipt={receipt}>
      {data &&
        t.erased(
          dayOf(data.erasedDate, locale, utc),
          shownName(data.erasedUserName, data.erasedUserId),
        )}
    </RedactedMark>
  );
}
