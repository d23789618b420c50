import { Button } from '@mantine/core';
import { queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listTokens } from '@annals/contracts/api-tokens';
import type { AuditEvent } from '@annals/contracts/events';
import { getPartition } from '@annals/contracts/partitions';
import { explainAccess } from '@annals/contracts/user-administration';
import { getUser } from '@annals/contracts/users';
import { isNoSuchThing } from '../../platform/api/errors.ts';
import { queryKeyOf, queryOf } from '../../platform/api/query.ts';
import type { Partition } from '../../platform/api/things.ts';
import { ConfirmDialog } from '../../ui/confirm/ConfirmDialog.tsx';
import { showToast } from '../../ui/feedback/toasts.ts';
import { personName, shownName } from '../../ui/ids/display-names.ts';
import { namedThingQuery } from '../named-things/named-ids.ts';
import { useMembershipTexts } from '../memberships/memberships.texts.ts';
import { useMayManagePartition } from '../access/useMayManagePartition.ts';
import { useMayI } from '../permissions/my-permissions.ts';
import { useRoleEffectSentences } from '../permissions/RoleEffects.tsx';
import { useRoleEffectTexts } from '../permissions/role-effects.texts.ts';
import { rolesQuery } from '../permissions/roles.queries.ts';
import { useRoleLabels } from '../permissions/role-labels.ts';
import { unitQuery } from '../permissions/unit.queries.ts';
import { labelFor } from '../../ui/states/label-for.ts';
import { useAbsoluteMoment } from '../../platform/time/use-absolute-moment.ts';
import {
  type AccessChange,
  accessChangeOf,
  isMemberChangeInEffect,
  isRoleChangeInEffect,
  isUnitChangeInEffect,
  type UserAccessChange,
  isUserChangeInEffect,
} from './access-change.ts';
import { useAccessChangeTexts } from './access-changes.texts.ts';
import { accessTo, isTokenValid, undoAccessChange } from './undo-access-change.ts';
import classes from './UndoAccessChange.module.css';

interface UndoAccessChangeProps {
  event: AuditEvent;
  /** Explains why it is too late, instead of rendering nothing. */
  explains?: boolean;
  onUndone?: (() => void) | undefined;
}

/** Undoes an access change from the audit log, as long as its effect still stands and the user may change it. */
export function UndoAccessChange({ event, explains = false, onUndone }: UndoAccessChangeProps) {
  const change = accessChangeOf(event);
  return change === undefined ? null : (
    <UndoOf change={change} event={event} explains={explains} onUndone={onUndone} />
  );
}

function UndoOf({
  change,
  event,
  explains = false,
  onUndone,
}: UndoAccessChangeProps & { change: AccessChange }) {
  const t = useAccessChangeTexts();
  const [asks, setAsks] = useState(false);
  const { stands, mayChange, name } = useSubject(change);
  const beyond = useRolesBeyond(change);
  if (stands === undefined || !mayChange) return null;
  if (!stands) return explains ? <p className={classes.late}>{t.cannotUndo}</p> : null;
  if (beyond.length > 0)
    return explains ? <p className={classes.late}>{t.undoneByOthers(beyond.join(', '))}</p> : null;
  const isOffboarding = change.kind === 'user' && change.offboarded !== undefined;
  return (
    <>
      <Button
        size="compact-xs"
        variant="default"
        className={classes.undo}
        onClick={() => setAsks(true)}
      >
        {isOffboarding ? t.reinstateNow : t.undo}
      </Button>
      {asks && isOffboarding && (
        <ReinstateUser
          change={change}
          at={event.at}
          name={name}
          onDone={onUndone}
          onClose={() => setAsks(false)}
        />
      )}
      {asks && !isOffboarding && (
        <AskUndo change={change} name={name} onDone={onUndone} onClose={() => setAsks(false)} />
      )}
    </>
  );
}

interface Subject {
  /** Undefined while unknown or inaccessible. */
  stands: boolean | undefined;
  mayChange: boolean;
  name: string;
}

/** The names of the roles of a change that the user may neither grant nor take away. */
function useRolesBeyond(change: AccessChange): string[] {
  const labelsOf = useRoleLabels();
  const roles = useQuery(rolesQuery()).data?.data ?? [];
  const { rolesAdded = [], rolesRemoved = [] } =
    change.kind === 'user' || change.kind === 'unit' ? change : {};
  return roles
    .filter(
      ({ name, mayGrant }) => mayGrant === false && [...rolesAdded, ...rolesRemoved].includes(name),
    )
    .map((role) => labelsOf(role).name);
}

/** The current state of the changed item. */
function useSubject(change: AccessChange): Subject {
  const wordsOf = useRoleLabels();
  const mayI = useMayI();
  const mayManage = useMayManagePartition(usePartitionOf(change));
  const { kind, id } = change;
  const user = useQuery({
    ...queryOf(getUser, { params: { userId: id } }),
    enabled: kind === 'user',
  }).data;
  const unit = useQuery({ ...unitQuery(id), enabled: kind === 'unit' }).data;
  const roles = useQuery(rolesQuery()).data?.data;
  const person = useQuery({
    ...namedThingQuery('ownerId', kind === 'token' ? change.owner.id : id),
    enabled: kind === 'member' || kind === 'token',
  }).data;
  const membership = useQuery(membershipQuery(change)).data;
  const isValid = useQuery(tokenQuery(change)).data;
  switch (change.kind) {
    case 'user':
      return {
        stands: user && isUserChangeInEffect(change, user),
        mayChange: user?.mayChange !== false && mayI('users:write'),
        name: shownName(user && personName(user), id),
      };
    case 'unit':
      return {
        stands: unit && isUnitChangeInEffect(change, unit),
        mayChange: unit?.mayChange !== false && mayI('organizational-units:write'),
        name: shownName(unit?.name, id),
      };
    case 'role': {
      const role = roles?.find((each) => each.name === id);
      return {
        stands: role && isRoleChangeInEffect(change, role),
        mayChange: mayI('roles:write'),
        name: wordsOf({ name: id }).name,
      };
    }
    case 'member':
      return {
        stands: membership && isMemberChangeInEffect(change, membership.reasons),
        mayChange: mayManage,
        name: shownName(person?.name, id),
      };
    case 'token':
      return {
        stands: isValid,
        mayChange: mayI(
          change.owner.kind === 'application' ? 'applications:write' : 'tokens:write',
        ),
        name: shownName(person?.name, change.owner.id),
      };
  }
}

function usePartitionOf(change: AccessChange): Partition | undefined {
  const partitionId = change.kind === 'member' ? change.partition.id : '';
  const { data } = useQuery({
    ...queryOf(getPartition, { params: { partitionId }, query: {} }),
    enabled: partitionId !== '',
  });
  return data;
}

const membershipQuery = (change: AccessChange) => ({
  ...queryOf(explainAccess, accessTo(change.kind === 'member' ? change : noMember)),
  enabled: change.kind === 'member',
});
const noMember = { id: '', partition: { id: '' } };

const tokenQuery = (change: AccessChange) =>
  queryOptions({
    // Below the key of the list of tokens, whose invalidation it shares.
    queryKey: [...queryKeyOf(listTokens), 'is-valid', change.id],
    queryFn: () => (change.kind === 'token' ? isTokenValid(change) : false),
    enabled: change.kind === 'token',
  });

interface AskProps<Change> {
  change: Change;
  name: string;
  onDone?: (() => void) | undefined;
  onClose: () => void;
}

/** Shows the effect of undoing before it is done. */
function AskUndo({ change, name, onDone, onClose }: AskProps<AccessChange>) {
  const t = useAccessChangeTexts();
  return (
    <ConfirmDialog
      title={t.undoTitle}
      question={t.undoOf(name)}
      touches={useUndoSentences(change)}
      confirm={t.undo}
      failed={t.notUndone}
      act={() => undoAccessChange(change)}
      onDone={() => {
        showToast({ message: t.undone });
        onDone?.();
      }}
      onClose={onClose}
    />
  );
}

function useUndoSentences(change: AccessChange): string[] {
  const t = useAccessChangeTexts();
  const effects = useRoleEffectTexts();
  const sentencesOf = useRoleEffectSentences();
  const member = useMembershipTexts();
  if (change.kind === 'role')
    return Object.keys(change.before).map((field) => t.definition(labelFor(t.fields, field)));
  if (change.kind === 'member') {
    const { before, partition } = change;
    const name = shownName(partition.name, partition.id);
    return [
      before === null ? t.memberNoMore(name) : t.memberAgain(name, labelFor(member.roles, before)),
    ];
  }
  if (change.kind === 'token') return [t.tokenEnds(shownName(change.description, change.id))];
  const { rolesAdded = [], rolesRemoved = [] } = change;
  const ofRoles = sentencesOf({ gained: rolesRemoved, lost: rolesAdded });
  if (change.kind === 'unit') return [effects.allMembers(undefined), ...ofRoles];
  const { unitsAdded = [], unitsRemoved = [], disabled } = change;
  return [
    ...(disabled === true ? [t.enables] : []),
    ...(disabled === false ? [t.disables] : []),
    ...ofRoles,
    ...unitsRemoved.map((unit) => t.joins(shownName(unit.name, unit.id))),
    ...unitsAdded.map((unit) => t.leaves(shownName(unit.name, unit.id))),
  ];
}

/** Reinstates an offboarded user, and lists what cannot be restored. */
export function ReinstateUser({
  change,
  at,
  name,
  onDone,
  onClose,
}: AskProps<UserAccessChange> & { at: string }) {
  const t = useAccessChangeTexts();
  const roles = useQuery(rolesQuery()).data?.data;
  const wordsOf = useRoleLabels();
  const moment = useAbsoluteMoment()(at);
  const { rolesRemoved = [], unitsRemoved = [], offboarded } = change;
  const isGone = (role: string) => roles !== undefined && !roles.some((each) => each.name === role);
  const units = useQueries({ queries: unitsRemoved.map(({ id }) => unitQuery(id)) });
  const unitsGone = unitsRemoved.filter((_, index) => isNoSuchThing(units[index]?.error));
  const comesBack = useUndoSentences({
    ...change,
    rolesRemoved: rolesRemoved.filter((role) => !isGone(role)),
    unitsRemoved: unitsRemoved.filter((unit) => !unitsGone.includes(unit)),
  });
  const { sessions = 0, tokens = [], identities = [], factors = 0, handedOver } = offboarded ?? {};
  return (
    <ConfirmDialog
      title={t.reinstateTitle(name)}
      question={t.reinstateQuestion(moment)}
      touches={[
        ...comesBack,
        ...rolesRemoved.filter(isGone).map((role) => t.lost.role(wordsOf({ name: role }).name)),
        ...unitsGone.map((unit) => t.lost.unit(shownName(unit.name, unit.id))),
        ...(sessions > 0 ? [t.lost.sessions(sessions)] : []),
        ...tokens.map(t.lost.token),
        ...identities.map(t.lost.identity),
        ...(factors > 0 ? [t.lost.factors(factors)] : []),
        ...(offboarded?.invitation ? [t.lost.invitation] : []),
        ...(handedOver ? [t.lost.handedOver(handedOver.to)] : []),
        ...(handedOver && handedOver.invitations > 0
          ? [t.lost.invitations(handedOver.to, handedOver.invitations)]
          : []),
      ]}
      confirm={t.reinstateNow}
      failed={t.notReinstated}
      act={() => undoAccessChange(change)}
      onDone={() => {
        showToast({ message: t.reinstated(name) });
        onDone?.();
      }}
      onClose={onClose}
    />
  );
}
