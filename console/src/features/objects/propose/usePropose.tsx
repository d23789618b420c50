import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import {
  type ChangeOperation,
  changePolicyQuery,
  openChangeSetsQuery,
  ruleFor,
  useUseOfChangeSets,
} from '../../../domain/change-sets/change-sets.queries.ts';
import { useChangeSetTexts } from '../../../domain/change-sets/change-sets.texts.ts';
import { approversText } from '../../../domain/change-sets/rule-sentences.ts';
import { lazyNamed } from '../../../platform/lazy-named.ts';
import type { AddToChangeSetProps } from './AddToChangeSet.tsx';

const AddToChangeSet = lazyNamed(() => import('./AddToChangeSet.tsx'), 'AddToChangeSet');

interface Propose {
  /**
   * Opens the dialog; undefined if the partition does not use change sets.
   * @param title the title of the object, or the number of objects
   * @param reason the entered reason, '' for none
   */
  propose:
    | ((
        change: ChangeOperation | readonly ChangeOperation[],
        title: string,
        reason: string,
      ) => void)
    | undefined;
  /** Whether it is not yet known if the partition uses change sets. */
  isPending: boolean;
  /** Why objects of a type can only be changed through a change set; undefined if they can be saved directly. */
  becauseOf: (type: string) => string | undefined;
  /** Whether saving directly requires a reason. */
  needsReason: (type: string) => boolean;
  /** Rendered beside the form. */
  dialog: ReactNode;
}

/** Lets a form of a partition's objects add its change to a change set. */
export function usePropose(partitionId: string, onAdded: () => void): Propose {
  const t = useChangeSetTexts();
  const use = useUseOfChangeSets(partitionId);
  const isOffered = use === true;
  const { data: policy } = useQuery({ ...changePolicyQuery(partitionId), enabled: isOffered });
  // So that the dialog opens whole.
  useQuery({ ...openChangeSetsQuery(partitionId), enabled: isOffered });
  useEffect(() => {
    if (isOffered) void AddToChangeSet.preload();
  }, [isOffered]);
  const [asked, setAsked] =
    useState<Pick<AddToChangeSetProps, 'operations' | 'title' | 'reason'>>();
  return {
    propose: isOffered
      ? (change, title, reason) =>
          setAsked({ operations: 'operation' in change ? [change] : change, title, reason })
      : undefined,
    isPending: use === undefined,
    becauseOf: (type) => {
      const rule = policy && ruleFor(policy.rules, type);
      if (!rule || rule.approvals === 0) return undefined;
      return t.mustPropose(
        t.approvalsOf(rule.approvals, rule.signatureRequired),
        approversText(t, rule),
      );
    },
    needsReason: (type) => Boolean(policy && ruleFor(policy.rules, type)?.reasonRequired),
    dialog: asked && (
      <Suspense>
        <AddToChangeSet
          partitionId={partitionId}
          {...asked}
          onAdded={() => {
            setAsked(undefined);
            onAdded();
          }}
          onClose={() => setAsked(undefined)}
        />
      </Suspense>
    ),
  };
}
