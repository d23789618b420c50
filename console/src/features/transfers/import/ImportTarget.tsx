import { Radio, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type ChangeSetSummary } from '@annals/contracts/change-set';
import { listChangeSets } from '@annals/contracts/change-sets';
import { maximalOperations } from '@annals/contracts/transactions';
import {
  anyChangeSetQuery,
  changePolicyQuery,
  openChangeSetsQuery,
} from '../../../domain/change-sets/change-sets.queries.ts';
import { useChangeSetTexts } from '../../../domain/change-sets/change-sets.texts.ts';
import { StateBadge } from '../../../domain/change-sets/StateBadge.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { useCapability } from '../../../platform/capabilities.ts';
import classes from '../shared/transfers.module.css';
import { useIntoSetTexts } from './into-set.texts.ts';
import type { SetTarget } from './import-run.ts';

/** The options other than existing change sets. */
const directly = 'directly';
const newSet = 'new';

interface Where {
  /** Undefined if the partition does not use change sets. */
  choices:
    | { sets: readonly ChangeSetSummary[]; mayDirectly: boolean; needsApprovals: boolean }
    | undefined;
  isLoading: boolean;
  choice: string;
  choose: (choice: string) => void;
  title: string;
  setTitle: (title: string) => void;
  isTitleMissing: boolean;
  /** Undefined: directly into the partition. */
  into: SetTarget | undefined;
}

/** The destination of a file: directly into the partition, or into a change set, which the policy may require. */
export function useImportTarget(partitionId: string | undefined): Where {
  const hasSets = useCapability(listChangeSets);
  const enabled = hasSets && partitionId !== undefined;
  const policy = useQuery({ ...changePolicyQuery(partitionId ?? ''), enabled });
  const any = useQuery({ ...anyChangeSetQuery(partitionId ?? ''), enabled });
  const open = useQuery({ ...openChangeSetsQuery(partitionId ?? ''), enabled });
  const [chosen, setChosen] = useState<{ of: string | undefined; choice: string }>();
  const [title, setTitle] = useState('');
  const rules = policy.data?.rules ?? [];
  const isOffered = enabled && (rules.length > 0 || (any.data?.data.length ?? 0) > 0);
  // Change sets in review are not offered: adding to them would invalidate their approvals.
  const sets = (open.data?.data ?? []).filter(
    ({ state }) => state === 'DRAFT' || state === 'CHANGES_REQUESTED',
  );
  const needsApprovals = rules.some(({ approvals }) => approvals > 0);
  const mayDirectly =
    !rules.some(({ types, approvals }) => types === null && approvals > 0) ||
    rules.some(({ approvals }) => approvals === 0);
  const proposed = isOffered && needsApprovals ? newSet : directly;
  const mine = chosen?.of === partitionId ? chosen?.choice : undefined;
  const set = sets.find(({ id }) => isOffered && id === mine);
  const isAvailable = set !== undefined || mine === newSet || (mine === directly && mayDirectly);
  const choice = isOffered && mine !== undefined && isAvailable ? mine : proposed;
  const name = title.trim();
  return {
    choices: isOffered ? { sets, mayDirectly, needsApprovals } : undefined,
    isLoading: policy.isLoading || any.isLoading || open.isLoading,
    choice,
    choose: (next) => setChosen({ of: partitionId, choice: next }),
    title,
    setTitle,
    isTitleMissing: choice === newSet && name === '',
    into:
      choice === directly
        ? undefined
        : set
          ? { id: set.id, title: set.title }
          : { id: undefined, title: name },
  };
}

/** @param asked whether a missing title is reported */
export function ImportTarget({ where, asked }: { where: Where; asked: boolean }) {
  const t = useIntoSetTexts();
  const words = useChangeSetTexts();
  const { choices, choice, choose, title, setTitle, isTitleMissing, into } = where;
  if (!choices) return null;
  const { sets, mayDirectly, needsApprovals } = choices;
  return (
    <>
      <Radio.Group label={t.whereTo} value={choice} onChange={choose}>
        <div className={classes.choices}>
          {mayDirectly && <Radio value={directly} label={t.directly} />}
          <Radio value={newSet} label={t.newSet} />
          {sets.map(({ id, title: of, state, operationCount }) => (
            <Radio
              key={id}
              value={id}
              label={t.intoSet(of)}
              description={
                <span className={classes.line}>
                  <StateBadge state={state} />
                  {t.changesIn(operationCount)}
                </span>
              }
            />
          ))}
        </div>
      </Radio.Group>
      {needsApprovals && <Notice>{mayDirectly ? t.someApprovals : t.approvals}</Notice>}
      {choice === newSet && (
        <TextInput
          label={words.title}
          description={words.titleHint}
          withAsterisk
          aria-required
          autoComplete="off"
          maxLength={200}
          value={title}
          error={asked && isTitleMissing ? words.titleNeeded : undefined}
          onChange={({ currentTarget }) => setTitle(currentTarget.value)}
        />
      )}
      {into?.id !== undefined && <Notice>{t.replaces}</Notice>}
      {into && <p className={classes.hint}>{t.limit(maximalOperations)}</p>}
    </>
  );
}
