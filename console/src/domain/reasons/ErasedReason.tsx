import { useQuery } from '@tanstack/react-query';
import { getErasure } from '@annals/contracts/proofs';
import { queryOf } from '../../platform/api/query.ts';
import { shownName } from '../../ui/ids/display-names.ts';
import { RedactedMark } from '../../ui/json/RedactedMark.tsx';
import { useDateLocale } from '../../platform/texts.ts';
import { dayOf } from '../../platform/time/format-moment.ts';
import { useUtc } from '../../platform/time/utc.ts';
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
