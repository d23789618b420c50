import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { revokeApplicationToken } from '@annals/contracts/applications';
import type { ApiToken, Application } from '../../platform/api/things.ts';
import { visibleText } from '../../ui/ids/display-names.ts';
import { call } from '../../platform/api/call.ts';
import { ConfirmDialog } from '../../ui/confirm/ConfirmDialog.tsx';
import { showToast } from '../../ui/feedback/toasts.ts';
import { lazyNamed } from '../../platform/lazy-named.ts';
import { useListQuery } from '../../ui/list/list-of.ts';
import { useListState } from '../../ui/list/useListState.ts';
import { Panel } from '../../ui/states/Panel.tsx';
import { secondCellId } from '../../ui/list/columns.tsx';
import { nameOfToken, OwnedTokens } from '../../domain/tokens/OwnedTokens.tsx';
import classes from './ApplicationPage.module.css';
import { applicationTokensList, invalidateApplications } from './applications.queries.ts';
import { useApplicationTexts } from './applications.texts.ts';

const IssueToken = lazyNamed(() => import('./IssueToken.tsx'), 'IssueToken');

interface ApplicationTokensProps {
  application: Application;
  mayWrite: boolean;
}

/** The live tokens of an application. */
export function ApplicationTokens({ application, mayWrite }: ApplicationTokensProps) {
  const t = useApplicationTexts();
  const list = useListState(applicationTokensList);
  const query = useListQuery(
    applicationTokensList.query(list.request, { params: { applicationId: application.id } }),
  );
  const [issuing, setIssuing] = useState(false);
  const [revoking, setRevoking] = useState<ApiToken>();
  const issue = mayWrite && (
    <Button size="xs" onClick={() => setIssuing(true)} {...IssueToken.onApproach}>
      {t.newToken}
    </Button>
  );
  const revoke = (token: ApiToken) => (
    <Button
      size="xs"
      variant="default"
      aria-label={`${t.revoke}: ${nameOfToken(token)}`}
      aria-describedby={secondCellId(token.id)}
      onClick={() => setRevoking(token)}
    >
      {t.revoke}
    </Button>
  );
  return (
    <Panel title={t.tokens} action={issue}>
      <OwnedTokens
        label={t.tokensOf(visibleText(application.name) ?? t.application)}
        list={list}
        query={query}
        none={t.noTokens}
        renderActions={mayWrite ? revoke : undefined}
      />
      {query.data && query.data.data.length > 0 && mayWrite && (
        <p className={classes.rotate}>{t.rotate}</p>
      )}
      <Suspense>
        {issuing && <IssueToken application={application} onClose={() => setIssuing(false)} />}
      </Suspense>
      {revoking && (
        <RevokeApplicationToken
          application={application}
          token={revoking}
          onClose={() => setRevoking(undefined)}
        />
      )}
    </Panel>
  );
}

interface RevokeApplicationTokenProps {
  application: Application;
  token: ApiToken;
  onClose: () => void;
}

function RevokeApplicationToken({ application, token, onClose }: RevokeApplicationTokenProps) {
  const t = useApplicationTexts();
  const name = nameOfToken(token);
  const params = { applicationId: application.id, tokenId: token.id };
  return (
    <ConfirmDialog
      title={t.revokeTitle}
      question={t.revokeQuestion(name)}
      confirm={t.revoke}
      failed={t.notRevoked}
      danger
      act={() => call(revokeApplicationToken, { params })}
      onDone={() => {
        showToast({ message: t.revoked(name) });
        void invalidateApplications();
      }}
      onClose={onClose}
    />
  );
}
