import { useRef } from 'react';
import type { User } from '../../platform/api/things.ts';
import { reverseAccessChange } from '../../domain/access-changes/undo-access-change.ts';
import { BulkResults } from '../../ui/bulk/BulkResults.tsx';
import { useBulk } from '../../ui/bulk/useBulk.ts';
import { ConfirmDialog } from '../../ui/confirm/ConfirmDialog.tsx';
import { invalidateUsers } from '../../domain/users/invalidate-users.ts';
import {
  accessChangeOf,
  actOnChunk,
  type BulkAction,
  type BulkChoice,
  maxBatchSize,
  nameOfUser,
} from './bulk-users.ts';
import { type BulkUserTexts, useBulkUserTexts } from './bulk-users.texts.ts';
import { BulkChoiceFields } from './BulkChoiceFields.tsx';
import { SingleUserAction } from './SingleUserAction.tsx';
import { useUserTexts } from './users.texts.ts';

interface BulkUsersProps {
  action: BulkAction;
  users: readonly User[];
  /** Clears the selection. */
  clear: () => void;
  onClose: () => void;
}

const namesShown = 12;

/** An action on the selected users. A single user gets the same dialog as on their page. */
export function BulkUsers(props: BulkUsersProps) {
  const { users, clear, onClose, action } = props;
  const [user] = users;
  if (user === undefined || users.length > 1) return <ManyUsers {...props} />;
  return <SingleUserAction action={action} user={user} clear={clear} onClose={onClose} />;
}

/** Asks for the missing input, then applies one action to many users and shows the result of each. */
function ManyUsers({ action, users, clear, onClose }: BulkUsersProps) {
  const t = useBulkUserTexts();
  const shared = useUserTexts();
  const bulk = useBulk<User>();
  const started = useRef(false);
  const start = (title: string, what: BulkChoice = {}) => {
    started.current = true;
    bulk.start({
      title,
      items: users,
      size: maxBatchSize,
      name: nameOfUser,
      act: (chunk, signal) => actOnChunk(action, chunk, what, signal),
      undo: ({ id }) => {
        const change = accessChangeOf(action, what, id);
        return change && (() => reverseAccessChange(change));
      },
    });
  };
  if (bulk.run)
    return (
      <BulkResults
        bulk={bulk}
        filename={action.toLowerCase().replaceAll('_', '-')}
        onClose={() => {
          clear();
          void invalidateUsers();
          onClose();
        }}
      />
    );
  const asked = questionFor(action, t, users.length);
  if (asked === undefined)
    return (
      <BulkChoiceFields action={action} count={users.length} onChosen={start} onClose={onClose} />
    );
  const names = users.slice(0, namesShown).map(nameOfUser);
  const rest = users.length - names.length;
  const labels: Partial<Record<BulkAction, string>> = {
    DISABLE: shared.disable,
    ENABLE: shared.enable,
    END_SESSIONS: shared.endSessions,
    RESEND_INVITATION: shared.resendInvitation,
  };
  return (
    <ConfirmDialog
      title={asked.title}
      question={asked.question}
      touches={rest > 0 ? [...names, t.andMore(rest)] : names}
      confirm={labels[action] ?? ''}
      failed={t.notStarted}
      danger={asked.danger ?? false}
      act={async () => undefined}
      onDone={() => start(asked.doing)}
      // The dialog also closes on confirmation; the results replace it.
      onClose={() => !started.current && onClose()}
    />
  );
}

interface Question {
  title: string;
  question: string;
  doing: string;
  danger?: boolean;
}

/** The confirmation of an action; undefined for actions that need a role or a unit first. */
function questionFor(action: BulkAction, t: BulkUserTexts, count: number): Question | undefined {
  switch (action) {
    case 'DISABLE':
      return {
        title: t.disableTitle(count),
        question: t.disableQuestion,
        doing: t.disabling,
        danger: true,
      };
    case 'ENABLE':
      return { title: t.enableTitle(count), question: t.enableQuestion, doing: t.enabling };
    case 'END_SESSIONS':
      return {
        title: t.endTitle(count),
        question: t.endQuestion,
        doing: t.ending,
        danger: true,
      };
    case 'RESEND_INVITATION':
      return { title: t.resendTitle(count), question: t.resendQuestion, doing: t.resending };
    default:
      return undefined;
  }
}
