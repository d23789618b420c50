import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { Suspense, useMemo, useState } from 'react';
import { fitsInPath } from '../../platform/api/request.ts';
import type { ApiToken } from '../../platform/api/things.ts';
import { ResponsiveButton } from '../../ui/buttons/ResponsiveButton.tsx';
import { lazyNamed } from '../../platform/lazy-named.ts';
import { pathTo } from '../../platform/links.ts';
import { secondCellId, details, type ListColumn } from '../../ui/list/columns.tsx';
import { DataList } from '../../ui/list/DataList.tsx';
import { useListQuery } from '../../ui/list/list-of.ts';
import { useListState } from '../../ui/list/useListState.ts';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { useMay } from '../../domain/permissions/my-permissions.ts';
import { useCapability } from '../../platform/capabilities.ts';
import { nameOfToken } from '../../domain/tokens/OwnedTokens.tsx';
import { tokenColumns, tokenFilters } from './token-columns.tsx';
import { tokensList } from './tokens.queries.ts';
import { useTokenTexts } from './tokens.texts.ts';
import { useAppState } from '../../platform/api/state.ts';
import { publicOrigin } from '../../ui/copy-as/code-of-call.ts';
import { PathLink } from '../../ui/page/PathLink.tsx';
import { CopyBlock } from '../../ui/secrets/CopyBlock.tsx';
import { Panel } from '../../ui/states/Panel.tsx';
import classes from './TokenFields.module.css';

const RevokeTokens = lazyNamed(() => import('./RevokeTokens.tsx'), 'RevokeTokens');
const TokenDetails = lazyNamed(() => import('./TokenDetails.tsx'), 'TokenDetails');

/** The visible API tokens: all of them for administrators, otherwise the user's own. */
export function TokensPage() {
  const t = useTokenTexts();
  const router = useRouter();
  const list = useListState(tokensList);
  const tokens = useListQuery(tokensList.query(list.request));
  const [shown, setShown] = useState<ApiToken>();
  const [revoking, setRevoking] = useState<{ tokens: readonly ApiToken[]; clear: () => void }>();
  const anyOwner = useMay('tokens:read');
  const tellsOwner = useCapability('authentication') && anyOwner;
  const users = useMay('users:read');
  const applications = useMay('applications:read');
  const viewer = useMemo(
    () => ({ anyOwner, users, applications }),
    [anyOwner, users, applications],
  );
  // Own tokens can always be revoked. Either all shown tokens are selectable or none.
  const mayRevoke = useMay('tokens:write') || !anyOwner || list.state.filters.owner === 'current';
  const columns = useMemo(() => {
    const openDetails = details<ApiToken>(t.details, {
      label: (token) => `${t.details}: ${nameOfToken(token)}`,
      width: '76px',
      onOpen: setShown,
      rowId: ({ id }) => id,
      preload: () => void TokenDetails.preload(),
    });
    const revokeOne: ListColumn<ApiToken> = {
      id: 'actions',
      header: t.revoke,
      render: (token) =>
        fitsInPath(token.id) && (
          <Button
            size="xs"
            variant="default"
            aria-label={`${t.revoke}: ${nameOfToken(token)}`}
            aria-describedby={secondCellId(token.id)}
            onClick={() => setRevoking({ tokens: [token], clear: () => undefined })}
            {...RevokeTokens.onApproach}
          >
            {t.revoke}
          </Button>
        ),
      align: 'end',
      unlabelled: true,
      width: '132px',
    };
    return [...tokenColumns(t, viewer), openDetails, ...(mayRevoke ? [revokeOne] : [])];
  }, [t, viewer, mayRevoke]);
  const filters = useMemo(() => tokenFilters(t, viewer), [t, viewer]);
  const preloadNew = () => void router.preloadRoute({ to: pathTo('v1-tokens-new') });
  const make = (
    <ResponsiveButton
      icon={<IconPlus size={16} stroke={2} aria-hidden />}
      data-shortcut="n"
      onClick={() => router.history.push(pathTo('v1-tokens-new'))}
      onPointerEnter={preloadNew}
      onFocus={preloadNew}
    >
      {t.newToken}
    </ResponsiveButton>
  );
  return (
    <>
      <PageHeader title={t.tokens} action={make} />
      <DataList
        list={list}
        query={tokens}
        label={t.tokens}
        columns={columns}
        filters={filters}
        search={tellsOwner ? t.search : t.searchOwn}
        rowId={(token) => token.id}
        none={{ title: t.noTokens, hint: t.noTokensHint, action: make }}
        {...(mayRevoke && {
          selection: {
            renderActions: (rows: readonly ApiToken[], clear: () => void) => (
              <Button
                size="xs"
                variant="default"
                onClick={() => setRevoking({ tokens: rows, clear })}
                {...RevokeTokens.onApproach}
              >
                {t.revoke}
              </Button>
            ),
          },
        })}
      />
      {/* Below the rows, which would push it away. */}
      {!tokens.isPending && <AssistantAddress />}
      {shown && (
        <Suspense>
          <TokenDetails token={shown} viewer={viewer} onClose={() => setShown(undefined)} />
        </Suspense>
      )}
      {revoking && (
        <Suspense>
          <RevokeTokens {...revoking} onClose={() => setRevoking(undefined)} />
        </Suspense>
      )}
    </>
  );
}

/** The MCP endpoint for AI assistants; hidden if this server does not provide it. */
function AssistantAddress() {
  const t = useTokenTexts();
  const env = useAppState((state) => state.env);
  const path = env?.['MCP_PATH'];
  if (path === undefined) return null;
  return (
    <div className={classes.assistants}>
      <Panel title={t.assistants}>
        <div className={classes.details}>
          <p className={classes.explained}>{t.assistantsHint}</p>
          <CopyBlock label={t.assistantAddress} value={publicOrigin(env) + path} />
          <p className={classes.explained}>
            <PathLink to={pathTo('help-chapter', { chapter: 'assistants' })}>
              {t.assistantHelp}
            </PathLink>
          </p>
        </div>
      </Panel>
    </div>
  );
}
