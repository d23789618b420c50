import type { ChangeSet } from '@annals/contracts/change-set';
import { useChangeSetTexts } from '../../../domain/change-sets/change-sets.texts.ts';
import { shownName } from '../../../ui/ids/display-names.ts';
import { pathTo } from '../../../platform/links.ts';
import { ErasedReason } from '../../../domain/reasons/ErasedReason.tsx';
import { PathLink } from '../../../ui/page/PathLink.tsx';
import { Facts } from '../../../ui/states/Facts.tsx';
import { Panel } from '../../../ui/states/Panel.tsx';
import { Moment } from '../../../platform/time/Moment.tsx';
import classes from './ChangeSet.module.css';
import type { SetParams } from './change-set.queries.ts';
import { useSetTexts } from './change-set.texts.ts';

/** What a change set is for, who works on it, and what became of it. */
export function SetFacts({ set, params }: { set: ChangeSet; params: SetParams }) {
  const t = useSetTexts();
  const words = useChangeSetTexts();
  const { committed, revertOf, revertedBy, contributors, author } = set;
  const toSet = ({ id, title }: { id: string; title: string }) => (
    <PathLink
      to={pathTo('v1-partitions-partitionId-change-sets-changeSetId', {
        ...params,
        changeSetId: id,
      })}
    >
      {title}
    </PathLink>
  );
  return (
    <Panel title={t.details}>
      <p className={classes.description}>{set.description || t.noDescription}</p>
      <Facts
        facts={[
          [
            t.reason,
            set.reason ??
              (set.reasonReceipt ? (
                <ErasedReason
                  key="reason"
                  partitionId={params.partitionId}
                  receipt={set.reasonReceipt}
                />
              ) : (
                t.titleIsReason
              )),
          ],
          [t.author, shownName(author.name, author.userId)],
          [
            t.contributors,
            contributors.map(({ userId, name }) => shownName(name, userId)).join(', '),
          ],
          [t.begun, <Moment key="begun" value={set.createdDate} />],
          [
            t.submittedDate,
            set.submittedDate && <Moment key="submitted" value={set.submittedDate} />,
          ],
          [
            t.committedBy,
            committed ? (
              <span key="committed">
                <Moment value={committed.date} /> ·{' '}
                {committed.automatic ? t.byItself : shownName(committed.userName, committed.userId)}
                <br />
                <PathLink
                  to={pathTo(
                    'v1-partitions-partitionId-objects-recent',
                    { partitionId: params.partitionId },
                    { at: String(committed.lastSequence) },
                  )}
                >
                  {t.sequences(committed.firstSequence, committed.lastSequence)}
                </PathLink>
              </span>
            ) : undefined,
          ],
          [t.revertOf, revertOf ? toSet(revertOf) : undefined],
          [
            t.revertedBy,
            revertedBy ? (
              <span key="revert">
                {toSet(revertedBy)} ({words.states[revertedBy.state]})
              </span>
            ) : undefined,
          ],
        ]}
      />
    </Panel>
  );
}
