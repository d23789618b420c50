import { Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type MemberRole, memberRoles } from '@annals/contracts/permissions';
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx';
import { showUndo } from '../../../ui/feedback/undo.ts';
import { shownPerson } from '../../../ui/ids/display-names.ts';
import { DebouncedTextInput } from '../../../ui/list/DebouncedTextInput.tsx';
import { Dialog } from '../../../ui/states/Dialog.tsx';
import { QueryStates } from '../../../ui/states/QueryPanel.tsx';
import { useMay } from '../../../domain/permissions/my-permissions.ts';
import { labelFor } from '../../../ui/states/label-for.ts';
import classes from './Members.module.css';
import {
  type FoundPerson,
  type Member,
  peopleQuery,
  usePutMember,
  useRemoveMember,
} from './members.queries.ts';
import { useMemberTexts } from './members.texts.ts';
import { usePartitionTexts } from '../shared/partitions.texts.ts';

interface AddMembersProps {
  partitionId: string;
  partitionName: string;
  members: readonly Member[];
  opened: boolean;
  onClose: () => void;
}

/** Searches users by name and adds them as members. */
export function AddMembers({ opened, onClose, ...rest }: AddMembersProps) {
  const t = useMemberTexts();
  return (
    <Dialog opened={opened} onClose={onClose} title={t.addTo(rest.partitionName)}>
      <Search {...rest} />
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          {t.done}
        </Button>
      </div>
    </Dialog>
  );
}

function Search({
  partitionId,
  members,
}: Pick<AddMembersProps, 'partitionId' | 'partitionName' | 'members'>) {
  const t = useMemberTexts();
  const { roles } = usePartitionTexts();
  const [text, setText] = useState('');
  const [role, setRole] = useState<MemberRole>('READER');
  const people = useQuery(peopleQuery(text, useMay('users:read')));
  return (
    <div className={classes.dialog}>
      <div className={classes.searchLine}>
        <DebouncedTextInput
          label={t.findUser}
          placeholder={t.findUserHint}
          value={text}
          onChange={setText}
          wide
          first
        />
        <NativeSelect
          size="sm"
          aria-label={t.asRole}
          value={role}
          onChange={({ currentTarget }) => {
            const next = memberRoles.find((each) => each === currentTarget.value);
            if (next) setRole(next);
          }}
          data={memberRoles.map((each) => ({ value: each, label: labelFor(roles, each) }))}
        />
      </div>
      <div className={classes.found} aria-live="polite">
        {text !== '' && (
          <QueryStates query={people}>
            {({ data, hasMore }) => (
              <>
                {data.length === 0 && <p className={classes.question}>{t.nobodyFound}</p>}
                {data.length > 0 && (
                  <ul className={classes.people}>
                    {data.map((user) => (
                      <Person
                        key={user.id}
                        partitionId={partitionId}
                        user={user}
                        role={role}
                        isMember={members.some(({ userId }) => userId === user.id)}
                      />
                    ))}
                  </ul>
                )}
                {hasMore && <p className={classes.quiet}>{t.moreFound}</p>}
              </>
            )}
          </QueryStates>
        )}
      </div>
    </div>
  );
}

interface PersonProps {
  partitionId: string;
  user: FoundPerson;
  role: MemberRole;
  isMember: boolean;
}

function Person({ partitionId, user, role, isMember }: PersonProps) {
  const t = useMemberTexts();
  const put = usePutMember(partitionId);
  const remove = useRemoveMember(partitionId);
  const name = shownPerson(user);
  return (
    <li className={classes.person}>
      <span className={classes.name}>
        {name}
        {user.email && user.email !== name && <span className={classes.email}>{user.email}</span>}
      </span>
      {isMember ? (
        <span className={classes.quiet}>{t.alreadyMember}</span>
      ) : (
        <Button
          size="xs"
          variant="default"
          loading={put.isPending}
          aria-label={`${t.add}: ${name}`}
          onClick={() =>
            put.mutate(
              { userId: user.id, role },
              {
                onSuccess: () =>
                  showUndo(t.added(name), () => remove.mutateAsync({ userId: user.id })),
              },
            )
          }
        >
          {t.add}
        </Button>
      )}
      {put.error && (
        <div className={classes.failure}>
          <ErrorPanel title={t.notAdded} error={put.error} />
        </div>
      )}
    </li>
  );
}
