import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import {
  type ChangeOperation,
  changePolicyQuery,
  ruleFor,
  useHasChangeSets,
} from '../../../shared/change-sets/change-sets.queries.ts';
import { useChangeSetTexts } from '../../../shared/change-sets/change-sets.texts.ts';
import { approversText } from '../../../shared/change-sets/rule-sentences.ts';
import { lazyNamed } from '../../../shared/lazy-named.ts';
import type { AddToChangeSetProps } from './AddToChangeSet.tsx';

const AddToChangeSet = lazyNamed(() => import('./AddToChangeSet.tsx'), 'AddToChangeSet');

interface Propose {
  /**
   * Asks for the change set; undefined where the partition does not work with change sets.
   * @param title of the object, or how many they are
   * @param reason as it was entered, '' for none
   */
  propose:
    | ((
        change: ChangeOperation | readonly ChangeOperation[],
        title: string,
        reason: string,
      ) => void)
    | undefined;
  /** Why objects of a type can only be changed through a change set; undefined where they can be saved. */
  becauseOf: (type: string) => string | undefined;
  /** Whether what is saved directly needs a reason. */
  needsReason: (type: string) => boolean;
  /** To be rendered beside the form. */
  dialog: ReactNode;
}

/** How a form of a partition's objects puts what it would write into a change set instead. */
export function usePropose(partitionId: string, onAdded: () => void): Propose {
  const t = useChangeSetTexts();
  const isOffered = useHasChangeSets(partitionId);
  const { data: policy } = useQuery({ ...changePolicyQuery(partitionId), enabled: isOffered });
  const [asked, setAsked] =
    useState<Pick<AddToChangeSetProps, 'operations' | 'title' | 'reason'>>();
  return {
    propose: isOffered
      ? (change, title, reason) =>
          setAsked({ operations: 'operation' in change ? [change] : change, title, reason })
      : undefined,
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
