import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type AccessReason, explainAccess } from '@annals/contracts/user-administration';
import type { Partition, User } from '../../platform/api/things.ts';
import type { AnswerOf } from '../../platform/api/told.ts';
import { queryOf } from '../../platform/api/query.ts';
import { shownName, shownPerson } from '../../ui/ids/display-names.ts';
import { useAccessUnknown } from '../../domain/access/access-unknown.ts';
import { usePermissionTexts } from '../../domain/permissions/permissions.texts.ts';
import { useRoleLabels } from '../../domain/permissions/role-labels.ts';
import { PartitionPicker } from '../../domain/pickers/PartitionPicker.tsx';
import { Panel } from '../../ui/states/Panel.tsx';
import { QueryStates } from '../../ui/states/QueryPanel.tsx';
import { labelFor } from '../../ui/states/label-for.ts';
import { Moment } from '../../platform/time/Moment.tsx';
import { useTimeTravel } from '../../domain/time-travel/useTimeTravel.ts';
import { useUserPageTexts } from './user.texts.ts';
import classes from './UserPage.module.css';
import { useUserTexts } from './users.texts.ts';

/** "Why can this person see that partition?", answered in sentences. */
export function ExplainAccess({ user }: { user: User }) {
  const t = useUserPageTexts();
  const [partition, setPartition] = useState<Partition | null>(null);
  return (
    // On paper, a question that nobody has asked is an empty frame.
    <div data-on={partition === null ? 'screen' : undefined}>
      <Panel title={t.why}>
        <div className={classes.explain}>
          <PartitionPicker
            label={t.partition}
            description={t.whyHint}
            value={partition}
            onChange={setPartition}
          />
          <div aria-live="polite">
            {partition && <Explained user={user} partition={partition} />}
          </div>
        </div>
      </Panel>
    </div>
  );
}

function Explained({ user, partition }: { user: User; partition: Partition }) {
  const t = useUserPageTexts();
  const { asOf } = useTimeTravel();
  const query = useQuery(
    queryOf(explainAccess, {
      params: { userId: user.id },
      query: { partitionId: partition.id, asOf },
    }),
  );
  const unknown = useAccessUnknown(query.data?.knownSince);
  const whereIn = (name: string | undefined) =>
    shownName(name ?? partition.partitionName, partition.id);
  return (
    <QueryStates query={query} lines={2}>
      {(answer) => (
        <div className={classes.answer}>
          {unknown ? (
            <>
              <p className={classes.verdict}>{unknown.title}</p>
              <p className={classes.quiet}>{unknown.hint}</p>
            </>
          ) : (
            <>
              <p className={classes.verdict}>
                {verdict(answer, t)(shownPerson(user), whereIn(answer.partitionName))}
              </p>
              <Reasons reasons={answer.reasons} />
            </>
          )}
        </div>
      )}
    </QueryStates>
  );
}

export function Reasons({ reasons }: { reasons: readonly AccessReason[] }) {
  const t = useUserPageTexts();
  return (
    <ul className={classes.reasons} aria-label={t.because}>
      {reasons.map((reason, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a role may occur twice, and the order never changes
        <Reason key={index} reason={reason} />
      ))}
    </ul>
  );
}

function verdict(
  { mayRead, mayWrite }: AnswerOf<typeof explainAccess>,
  t: ReturnType<typeof useUserPageTexts>,
) {
  if (mayWrite) return t.mayWrite;
  return mayRead ? t.mayRead : t.mayNot;
}

function Reason({ reason }: { reason: AccessReason }) {
  const t = useUserPageTexts();
  const { organizationalUnit: unit, sinceDate, by } = reason;
  return (
    <li>
      {useReasonSentence(reason)}
      {(unit || sinceDate !== undefined || by) && (
        <span className={classes.facts}>
          {unit && <span>{t.throughUnit(unit.name)}</span>}
          {sinceDate !== undefined && (
            <span>
              {t.since} <Moment value={sinceDate} absolute />
            </span>
          )}
          {by && <span>{t.by(by.name)}</span>}
        </span>
      )}
    </li>
  );
}

function useReasonSentence({
  kind,
  grants,
  role = '',
  permission = '',
  status = '',
}: AccessReason) {
  const t = useUserPageTexts();
  const { statuses } = useUserTexts();
  const { permissions } = usePermissionTexts();
  const labelsOf = useRoleLabels();
  switch (kind) {
    case 'STATUS':
      return status === 'INVITED' ? t.reasonInvited : t.reasonStatus(labelFor(statuses, status));
    case 'ROLE':
      return grants
        ? t.reasonRole(labelsOf({ name: role }).name, labelFor(permissions, permission))
        : t.reasonNoWrite;
    case 'MEMBER':
      return grants ? t.reasonMember(labelFor(t.memberRoles, role)) : t.reasonNoMember;
  }
}
