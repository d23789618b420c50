import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type ApiToken, revokeToken } from '@annals/contracts/api-tokens';
import type { User } from '@annals/contracts/users';
import { call } from '../../api/call.ts';
import { queryClient } from '../../api/queries.ts';
import { useAppState } from '../../api/state.ts';
import { ConfirmDialog } from '../../shared/confirm/ConfirmDialog.tsx';
import { ErrorPanel } from '../../shared/feedback/ErrorPanel.tsx';
import { showToast } from '../../shared/feedback/toasts.ts';
import { useMay } from '../../shared/permissions/my-permissions.ts';
import { Panel } from '../../shared/states/Panel.tsx';
import { LineSkeletons } from '../../shared/states/QueryPanel.tsx';
import { StatusBadge } from '../../shared/states/StatusBadge.tsx';
import { wordFor } from '../../shared/states/word-for.ts';
import { Moment } from '../../shared/time/Moment.tsx';
import { tokensOfUserQuery } from './user-parts.queries.ts';
import { useUserPageTexts } from './user.texts.ts';
import classes from './UserPage.module.css';
import { forgetUsers } from './users.queries.ts';

const nameOf = (token: ApiToken) => token.description ?? token.prefix ?? token.id;

/** The API tokens of a user. */
export function UserTokens({ user }: { user: User }) {
  const t = useUserPageTexts();
  const query = useInfiniteQuery(tokensOfUserQuery(user.id));
  const isOwn = useAppState((state) => state.user?.id) === user.id;
  const mayRevoke = useMay('tokens:write') || isOwn;
  const [revoking, setRevoking] = useState<ApiToken>();
  const { data, error, hasNextPage, isFetchingNextPage } = query;
  const tokens = data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <Panel title={t.tokens} flush={tokens.length > 0}>
      {data === undefined && !error && <LineSkeletons lines={3} />}
      {data && tokens.length === 0 && <p className={classes.quiet}>{t.noTokens}</p>}
      <ul className={classes.list}>
        {tokens.map((token) => (
          <li key={token.id} className={classes.entry}>
            <TokenFacts token={token} />
            {mayRevoke && (
              <Button
                size="xs"
                variant="default"
                aria-label={t.revokeToken(nameOf(token))}
                onClick={() => setRevoking(token)}
              >
                {t.revoke}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {error && (
        <ErrorPanel
          error={error}
          onRetry={() => void (data ? query.fetchNextPage() : query.refetch())}
        />
      )}
      {hasNextPage && !error && (
        <div className={classes.padded}>
          <Button
            size="xs"
            variant="default"
            loading={isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {t.moreTokens}
          </Button>
        </div>
      )}
      {revoking && (
        <ConfirmDialog
          title={t.revokeTitle}
          question={t.revokeQuestion(nameOf(revoking))}
          confirm={t.revoke}
          failed={t.notRevoked}
          danger
          act={() => call(revokeToken, { params: { tokenId: revoking.id } })}
          onDone={() => {
            showToast({ message: t.revoked(nameOf(revoking)) });
            void forgetUsers();
            void queryClient.invalidateQueries({ queryKey: ['tokens'] });
          }}
          onClose={() => setRevoking(undefined)}
        />
      )}
    </Panel>
  );
}

function TokenFacts({ token }: { token: ApiToken }) {
  const t = useUserPageTexts();
  const { prefix, scopes, expiresDate, lastUsedDate, expired } = token;
  return (
    <>
      <div className={classes.what}>
        <span className={classes.name}>{nameOf(token)}</span>
        <span className={classes.facts}>
          {prefix !== undefined && <code>{prefix}…</code>}
          {scopes && (
            <span>
              {t.may} {scopes.map((scope) => wordFor(t.scopes, scope)).join(', ')}
            </span>
          )}
          {expiresDate === null ? (
            <span>{t.neverExpires}</span>
          ) : (
            expired !== true && (
              <span>
                {t.expires} <Moment value={expiresDate} />
              </span>
            )
          )}
          {lastUsedDate === null ? (
            <span>{t.neverUsed}</span>
          ) : (
            <span>
              {t.lastUsed} <Moment value={lastUsedDate} />
            </span>
          )}
        </span>
      </div>
      {expired === true && <StatusBadge tone="off">{t.expired}</StatusBadge>}
    </>
  );
}
