import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type Identity,
  listUserIdentities,
  unlinkUserIdentity,
} from '@annals/contracts/user-administration';
import type { User } from '../../platform/api/things.ts';
import { call } from '../../platform/api/call.ts';
import { queryOf } from '../../platform/api/query.ts';
import { useAppState } from '../../platform/api/state.ts';
import { ConfirmDialog } from '../../ui/confirm/ConfirmDialog.tsx';
import { showToast } from '../../ui/feedback/toasts.ts';
import { useIdentityColumns } from '../../domain/identities/identity-columns.tsx';
import { QueryPanel } from '../../ui/states/QueryPanel.tsx';
import { SimpleTable } from '../../ui/tables/SimpleTable.tsx';
import { invalidateUsers } from '../../domain/users/invalidate-users.ts';
import { useUserPageTexts } from './user.texts.ts';
import classes from './UserPage.module.css';

interface UserIdentitiesProps {
  user: User;
  mayChange: boolean;
}

/** The linked identities of a user. */
export function UserIdentities({ user, mayChange }: UserIdentitiesProps) {
  const t = useUserPageTexts();
  const query = useQuery(queryOf(listUserIdentities, { params: { userId: user.id } }));
  const isOwn = useAppState((state) => state.user?.id) === user.id;
  const [unlinking, setUnlinking] = useState<Identity>();
  const columns = useIdentityColumns({ offered: mayChange || isOwn, onUnlink: setUnlinking });
  return (
    <QueryPanel
      title={t.identities}
      query={query}
      lines={2}
      flush={(query.data?.data.length ?? 0) > 0}
    >
      {({ data }) => (
        <>
          {data.length === 0 && <p className={classes.quiet}>{t.noIdentities}</p>}
          {data.length > 0 && (
            <SimpleTable
              label={t.identities}
              columns={columns}
              rows={data}
              rowKey={({ id }) => id}
            />
          )}
          {unlinking && (
            <ConfirmDialog
              title={t.unlinkTitle(unlinking.identityProviderName)}
              question={t.unlinkQuestion}
              confirm={t.unlink}
              failed={t.notUnlinked}
              danger
              act={() =>
                call(unlinkUserIdentity, {
                  params: { userId: user.id, identityId: unlinking.id },
                })
              }
              onDone={() => {
                showToast({ message: t.unlinked(unlinking.identityProviderName) });
                void invalidateUsers();
              }}
              onClose={() => setUnlinking(undefined)}
            />
          )}
        </>
      )}
    </QueryPanel>
  );
}
