import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { ApiToken } from '@annals/contracts/api-tokens';
import type { Application } from '@annals/contracts/applications';
import { ErrorPanel } from '../../shared/feedback/ErrorPanel.tsx';
import { Panel } from '../../shared/states/Panel.tsx';
import { LineSkeletons } from '../../shared/states/QueryPanel.tsx';
import { StatusBadge } from '../../shared/states/StatusBadge.tsx';
import { Moment } from '../../shared/time/Moment.tsx';
import { wordFor } from '../../shared/states/word-for.ts';
import classes from './ApplicationPage.module.css';
import { applicationTokensQuery } from './applications.queries.ts';
import { useApplicationTexts } from './applications.texts.ts';

const loadIssue = () => import('./IssueToken.tsx');
const IssueToken = lazy(async () => ({ default: (await loadIssue()).IssueToken }));
const loadRevoke = () => import('./RevokeApplicationToken.tsx');
const RevokeApplicationToken = lazy(async () => ({
  default: (await loadRevoke()).RevokeApplicationToken,
}));

interface ApplicationTokensProps {
  application: Application;
  mayWrite: boolean;
}

/** The live tokens of an application. */
export function ApplicationTokens({ application, mayWrite }: ApplicationTokensProps) {
  const t = useApplicationTexts();
  const tokens = useInfiniteQuery(applicationTokensQuery(application.id));
  const [issuing, setIssuing] = useState(false);
  const [revoking, setRevoking] = useState<ApiToken>();
  const shown = tokens.data?.pages.flatMap(({ data }) => data) ?? [];
  const issue = mayWrite && (
    <Button
      size="xs"
      onClick={() => setIssuing(true)}
      onPointerEnter={() => void loadIssue()}
      onFocus={() => void loadIssue()}
    >
      {t.issue}
    </Button>
  );
  return (
    <Panel title={t.tokens} action={issue} flush={shown.length > 0}>
      {tokens.error && <ErrorPanel error={tokens.error} onRetry={() => void tokens.refetch()} />}
      {tokens.isPending && <LineSkeletons lines={3} />}
      {tokens.isSuccess && shown.length === 0 && <p className={classes.quiet}>{t.noTokens}</p>}
      {shown.length > 0 && (
        <ul className={classes.tokens}>
          {shown.map((token) => (
            <li key={token.id} className={classes.token}>
              <TokenLine token={token} />
              {mayWrite && (
                <Button
                  size="xs"
                  variant="default"
                  aria-label={`${t.revoke}: ${token.description ?? token.prefix ?? ''}`}
                  onClick={() => setRevoking(token)}
                  onPointerEnter={() => void loadRevoke()}
                >
                  {t.revoke}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {tokens.hasNextPage && (
        <div className={classes.foot}>
          <Button
            variant="default"
            size="xs"
            loading={tokens.isFetchingNextPage}
            onClick={() => void tokens.fetchNextPage()}
          >
            {t.more}
          </Button>
        </div>
      )}
      {shown.length > 0 && mayWrite && (
        <div className={`${classes.foot} ${classes.facts}`}>{t.rotate}</div>
      )}
      <Suspense>
        {issuing && <IssueToken application={application} onClose={() => setIssuing(false)} />}
        {revoking && (
          <RevokeApplicationToken
            application={application}
            token={revoking}
            onClose={() => setRevoking(undefined)}
          />
        )}
      </Suspense>
    </Panel>
  );
}

function TokenLine({ token }: { token: ApiToken }) {
  const t = useApplicationTexts();
  return (
    <div>
      <div className={classes.name}>{token.description ?? '–'}</div>
      <div className={classes.facts}>
        {token.prefix !== undefined && <code>{token.prefix}…</code>}
        <span>{token.scopes?.map((scope) => wordFor(t.scope, scope)).join(', ')}</span>
        {token.expired === true ? (
          <StatusBadge tone="off">{t.expired}</StatusBadge>
        ) : (
          <span>
            {t.expires}:{' '}
            {token.expiresDate === null ? t.never : <Moment value={token.expiresDate} />}
          </span>
        )}
        <span>
          {t.lastUsed}:{' '}
          {token.lastUsedDate === null ? t.never : <Moment value={token.lastUsedDate} />}
        </span>
      </div>
    </div>
  );
}
