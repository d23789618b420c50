import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getErasure } from '@annals/contracts/proofs';
import type { AnswerOf } from '../../platform/api/told.ts';
import { isNoSuchThing } from '../../platform/api/errors.ts';
import { queryOf } from '../../platform/api/query.ts';
import { downloadText } from '../../platform/downloads.ts';
import { Id } from '../../ui/ids/Id.tsx';
import { shortenId } from '../../ui/ids/display-names.ts';
import { pathTo } from '../../platform/links.ts';
import { PathLink } from '../../ui/page/PathLink.tsx';
import { CopyBlock } from '../../ui/secrets/CopyBlock.tsx';
import { Dialog } from '../../ui/states/Dialog.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { Facts } from '../../ui/states/Facts.tsx';
import { QueryStates } from '../../ui/states/QueryPanel.tsx';
import { Moment } from '../../platform/time/Moment.tsx';
import classes from './ReceiptDialog.module.css';
import { useReceiptTexts } from './receipt.texts.ts';

interface ReceiptDialogProps {
  partitionId: string;
  /** The number in the URL. */
  receipt: string;
  /** Whether to link to the other receipts, if they are not listed behind it. */
  toAll?: boolean;
  onClose: () => void;
}

/** A receipt: who erased what and why, and the signed note. */
export function ReceiptDialog({
  partitionId,
  receipt,
  toAll = false,
  onClose,
}: ReceiptDialogProps) {
  const t = useReceiptTexts();
  const query = useQuery({
    ...queryOf(getErasure, { params: { partitionId, receipt } }),
    // Receipts never change.
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Dialog title={t.receiptTitle(receipt)} size="lg" onClose={onClose}>
      {query.data === undefined && isNoSuchThing(query.error) ? (
        <EmptyState title={t.noSuchReceipt} hint={t.noSuchReceiptHint} />
      ) : (
        <QueryStates query={query} lines={8}>
          {(erasure) => <Receipt partitionId={partitionId} erasure={erasure} toAll={toAll} />}
        </QueryStates>
      )}
    </Dialog>
  );
}

interface ReceiptProps {
  partitionId: string;
  toAll: boolean;
  erasure: AnswerOf<typeof getErasure>;
}

function Receipt({ partitionId, erasure, toAll }: ReceiptProps) {
  const t = useReceiptTexts();
  const { timelineId, erasedUserName, erasedUserId, versionCount, valueCount } = erasure;
  const timeline = pathTo('v1-partitions-partitionId-timelines-timelineId-objects', {
    partitionId,
    timelineId,
  });
  return (
    <div className={classes.dialog}>
      <Facts
        facts={[
          [t.erased, <Moment key="erased" value={erasure.erasedDate} absolute />],
          [t.by, erasedUserName ?? <Id key="by" value={erasedUserId} />],
          [t.reason, erasure.reason],
          [t.legalBasis, erasure.legalBasis],
          [t.what, t.valuesOfVersions(valueCount, versionCount)],
          [
            t.timeline,
            <PathLink key="timeline" to={timeline}>
              {shortenId(timelineId)}
            </PathLink>,
          ],
          [t.entryOfLog, t.number(erasure.index)],
          [t.verifierKey, <Id key="key" value={erasure.key} />],
        ]}
      />
      <p className={classes.hint}>{t.receiptHint}</p>
      <CopyBlock label={t.signedReceipt} value={erasure.note} />
      <div className={classes.buttons}>
        {toAll && (
          <PathLink to={pathTo('v1-partitions-partitionId', { partitionId }, { tab: 'proofs' })}>
            {t.all}
          </PathLink>
        )}
        <Button
          variant="default"
          onClick={() =>
            downloadText(
              `receipt-${erasure.receipt}-${partitionId}.txt`,
              erasure.note,
              'text/plain',
            )
          }
        >
          {t.saveReceipt}
        </Button>
      </div>
    </div>
  );
}
