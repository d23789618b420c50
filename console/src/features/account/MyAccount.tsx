import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import type { ApiToken } from '@annals/contracts/api-tokens';
import type { Page } from '@annals/contracts/fields';
import { lazyNamed } from '../../shared/lazy-named.ts';
import { pathTo } from '../../shared/links.ts';
import { PathLink } from '../../shared/page/PathLink.tsx';
import { useTellsMore } from '../../shared/permissions/my-permissions.ts';
import { Facts } from '../../shared/states/Facts.tsx';
import { QueryPanel } from '../../shared/states/QueryPanel.tsx';
import { wordFor } from '../../shared/states/word-for.ts';
import { Moment } from '../../shared/time/Moment.tsx';
import classes from './account.module.css';
import { accountQuery, ownTokensQuery } from './account.queries.ts';
import { useAccountTexts } from './account.texts.ts';

const loadEdit = () => import('./EditProfile.tsx');
const EditProfile = lazyNamed(loadEdit, 'EditProfile');

/** The user's profile and API tokens. */
export function MyAccount() {
  return (
    <div className={classes.panels}>
      <Profile />
      <Tokens />
    </div>
  );
}

function Profile() {
  const t = useAccountTexts();
  const account = useQuery(accountQuery);
  const tellsMore = useTellsMore();
  const [editing, setEditing] = useState(false);
  const user = account.data;
  return (
    <>
      <QueryPanel
        title={t.profile}
        query={account}
        lines={6}
        action={
          user &&
          tellsMore && (
            <Button
              size="xs"
              variant="default"
              aria-label={t.editProfile}
              onClick={() => setEditing(true)}
              onPointerEnter={() => void loadEdit()}
              onFocus={() => void loadEdit()}
            >
              {t.edit}
            </Button>
          )
        }
      >
        {({ name, username, email, lang, createdDate, lastSignInDate }) => (
          <Facts
            facts={[
              [t.name, name],
              [t.username, username],
              [t.email, email],
              [t.mailLanguage, lang && wordFor(t.languages, lang)],
              [t.created, <Moment key="created" value={createdDate} />],
              [t.lastSignIn, <Moment key="last" value={lastSignInDate} />],
            ]}
          />
        )}
      </QueryPanel>
      {editing && user && (
        <Suspense>
          <EditProfile user={user} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </>
  );
}

function Tokens() {
  const t = useAccountTexts();
  return (
    <QueryPanel title={t.tokens} query={useQuery(ownTokensQuery)} lines={2}>
      {(page) => (
        <div className={classes.stack}>
          {page.data.length === 0 ? (
            <p className={classes.quiet}>{t.noTokens}</p>
          ) : (
            <TokenSummary page={page} />
          )}
          <div className={classes.foot}>
            {page.data.length > 0 && (
              <PathLink to={pathTo('v1-tokens', {}, { owner: 'current' })}>{t.allTokens}</PathLink>
            )}
            <PathLink to={pathTo('v1-tokens-new')}>{t.newToken}</PathLink>
          </div>
        </div>
      )}
    </QueryPanel>
  );
}

function TokenSummary({ page: { data, hasMore } }: { page: Page<ApiToken> }) {
  const t = useAccountTexts();
  const expired = data.filter(isExpired);
  const [next] = data
    .filter((token) => !isExpired(token))
    .flatMap(({ expiresDate }) => expiresDate ?? [])
    .toSorted();
  return (
    <div>
      <div className={classes.count}>{t.tokenCount(data.length, hasMore)}</div>
      <div className={classes.facts}>
        {next === undefined ? (
          expired.length === 0 && <span>{t.noneExpires}</span>
        ) : (
          <span>
            {t.nextExpiry} <Moment value={next} />
          </span>
        )}
        {expired.length > 0 && <span>{t.expiredTokens(expired.length)}</span>}
      </div>
    </div>
  );
}

function isExpired({ expired, expiresDate }: ApiToken): boolean {
  return expired ?? (expiresDate != null && Date.parse(expiresDate) <= Date.now());
}
