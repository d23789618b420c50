import { changeUser } from '@annals/contracts/users';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { currentUser } from '@annals/contracts/user';
import type { ApiToken } from '../../platform/api/things.ts';
import type { Page } from '../../platform/api/page.ts';
import { lazyNamed } from '../../platform/lazy-named.ts';
import { pathTo } from '../../platform/links.ts';
import { AdditionalFields } from '../../ui/additional-fields/AdditionalFields.tsx';
import { PathLink } from '../../ui/page/PathLink.tsx';
import { useCapability } from '../../platform/capabilities.ts';
import { Offered } from '../../domain/permissions/Offered.tsx';
import { Facts } from '../../ui/states/Facts.tsx';
import { Panel } from '../../ui/states/Panel.tsx';
import { QueryPanel } from '../../ui/states/QueryPanel.tsx';
import { labelFor } from '../../ui/states/label-for.ts';
import { useSubscriptionTexts } from '../../domain/subscriptions/subscriptions.texts.ts';
import { Moment } from '../../platform/time/Moment.tsx';
import { momentFact } from '../../platform/time/moment-fact.tsx';
import classes from './account.module.css';
import { accountQuery, ownTokensQuery } from './account.queries.ts';
import { useAccountTexts } from './account.texts.ts';

const EditProfile = lazyNamed(() => import('./EditProfile.tsx'), 'EditProfile');

/** The user's profile and API tokens. */
export function MyAccount() {
  const { data: account } = useQuery(accountQuery);
  return (
    <div className={classes.panels}>
      <Profile />
      <Tokens />
      <Follows />
      <AdditionalFields row={currentUser} value={account} />
    </div>
  );
}

function Profile() {
  const t = useAccountTexts();
  const account = useQuery(accountQuery);
  const [editing, setEditing] = useState(false);
  const user = account.data;
  return (
    <>
      <QueryPanel
        title={t.profile}
        query={account}
        lines={7}
        action={
          user && (
            <Offered needs={changeUser}>
              <Button
                size="xs"
                variant="default"
                aria-label={t.editProfile}
                onClick={() => setEditing(true)}
                {...EditProfile.onApproach}
              >
                {t.edit}
              </Button>
            </Offered>
          )
        }
      >
        {({ name, username, email, lang, changeSetMails, createdDate, lastSignInDate }) => (
          <Facts
            facts={[
              [t.name, name],
              [t.username, username],
              [t.email, email],
              [t.mailLanguage, lang && labelFor(t.languages, lang)],
              [
                t.changeSetMails,
                changeSetMails == null ? undefined : changeSetMails ? t.mailsOn : t.mailsOff,
              ],
              [t.created, momentFact(createdDate)],
              [t.lastSignIn, momentFact(lastSignInDate)],
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

/** A link to the user's subscriptions. */
function Follows() {
  const t = useSubscriptionTexts();
  return (
    <Offered needs="GET /v1/subscriptions">
      <Panel title={t.page}>
        <div className={classes.stack}>
          <p className={classes.quiet}>{t.aboutFollowing}</p>
          <div className={classes.foot}>
            <PathLink to={pathTo('subscriptions')}>{t.all}</PathLink>
          </div>
        </div>
      </Panel>
    </Offered>
  );
}

/** Only the user's own tokens: a service that ignores the filter would count those of others. */
function Tokens() {
  const t = useAccountTexts();
  if (useCapability('authentication')) return <OwnTokens />;
  return (
    <Panel title={t.tokens}>
      <div className={classes.foot}>
        <PathLink to={pathTo('v1-tokens')}>{t.listedTokens}</PathLink>
        <PathLink to={pathTo('v1-tokens-new')}>{t.newToken}</PathLink>
      </div>
    </Panel>
  );
}

function OwnTokens() {
  const t = useAccountTexts();
  return (
    <QueryPanel title={t.tokens} query={useQuery(ownTokensQuery)} lines={3}>
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
  const expired = data.filter((token) => token.expired);
  const [next] = data
    .filter((token) => !token.expired)
    .flatMap(({ expiresDate }) => expiresDate ?? [])
    .toSorted();
  return (
    <div>
      <div className={classes.count}>{t.tokenCount(data.length, hasMore)}</div>
      <div className={classes.facts}>
        {next === undefined ? (
          data.every(({ expiresDate }) => expiresDate === null) && <span>{t.noneExpires}</span>
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
