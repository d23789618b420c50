import { Button } from '@mantine/core';
import { useState } from 'react';
import { revokeToken } from '@annals/contracts/api-tokens';
import type { ApiToken, User } from '../../platform/api/things.ts';
import { call } from '../../platform/api/call.ts';
import { useAppState } from '../../platform/api/state.ts';
import { ConfirmDialog } from '../../ui/confirm/ConfirmDialog.tsx';
import { showToast } from '../../ui/feedback/toasts.ts';
import { useListQuery } from '../../ui/list/list-of.ts';
import { useListState } from '../../ui/list/useListState.ts';
import { useMay } from '../../domain/permissions/my-permissions.ts';
import { secondCellId } from '../../ui/list/columns.tsx';
import { nameOfToken, OwnedTokens } from '../../domain/tokens/OwnedTokens.tsx';
import { invalidateUsers } from '../../domain/users/invalidate-users.ts';
import { tokensOwnedBy, userTokensList } from './users.queries.ts';
import { useUserPageTexts } from './user.texts.ts';

/** The API tokens of a user. */
export function UserTokens({ user }: { user: User }) {
  const t = useUserPageTexts();
  const list = useListState(userTokensList);
  const query = useListQuery(userTokensList.query(list.request, tokensOwnedBy(user.id)));
  const isOwn = useAppState((state) => state.user?.id) === user.id;
  const mayRevoke = useMay('tokens:write') || isOwn;
  const [revoking, setRevoking] = useState<ApiToken>();
  const revoke = (token: ApiToken) => (
    <Button
      size="xs"
      variant="default"
      aria-label={t.revokeToken(nameOfToken(token))}
      aria-describedby={secondCellId(token.id)}
      onClick={() => setRevoking(token)}
    >
      {t.revoke}
    </Button>
  );
  return (
    <>
      <OwnedTokens
        label={t.tokens}
        list={list}
        query={query}
        none={t.noTokens}
        renderActions={mayRevoke ? revoke : undefined}
      />
      {revoking && (
        <ConfirmDialog
          title={t.revokeTitle}
          question={t.revokeQuestion(nameOfToken(revoking))}
          confirm={t.revoke}
          failed={t.notRevoked}
          danger
          act={() => call(revokeToken, { params: { tokenId: revoking.id } })}
          onDone={() => {
            showToast({ message: t.revoked(nameOfToken(revoking)) });
            void invalidateUsers();
          }}
          onClose={() => setRevoking(undefined)}
        />
      )}
    </>
  );
}
