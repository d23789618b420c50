import { Button } from '@mantine/core';
import { IconId } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { startLinkingIdentity } from '@annals/contracts/account';
import type { Identity } from '@annals/contracts/user-administration';
import { call } from '../../api/call.ts';
import { goToProvider } from '../../api/provider-authorization.ts';
import { ErrorPanel } from '../../shared/feedback/ErrorPanel.tsx';
import { pathTo } from '../../shared/links.ts';
import { QueryPanel } from '../../shared/states/QueryPanel.tsx';
import { SimpleTable } from '../../shared/tables/SimpleTable.tsx';
import { Moment } from '../../shared/time/Moment.tsx';
import classes from './account.module.css';
import { identitiesQuery, providersToLinkQuery } from './account.queries.ts';
import { withFreshProof } from '../../shared/fresh-proof/fresh-proof.ts';
import { useSecurityTexts } from './security.texts.ts';

const loadUnlink = () => import('./UnlinkIdentity.tsx');
const UnlinkIdentity = lazy(async () => ({ default: (await loadUnlink()).UnlinkIdentity }));

/** The accounts at identity providers one signs in with; linking and unlinking. */
export function Identities() {
  const t = useSecurityTexts();
  const identities = useQuery(identitiesQuery());
  const providers = useQuery(providersToLinkQuery());
  const [unlinking, setUnlinking] = useState<Identity>();
  const linked = identities.data?.data ?? [];
  const others = (providers.data?.data ?? []).filter(
    ({ id }) => !linked.some(({ identityProviderId }) => identityProviderId === id),
  );
  // Where there are no providers there is nothing to say about them.
  if (identities.data && linked.length === 0 && others.length === 0) return null;
  return (
    <>
      <QueryPanel title={t.identities} query={identities} lines={2}>
        {() => (
          <div className={classes.stack}>
            <p className={classes.quiet}>{t.identitiesHint}</p>
            {linked.length === 0 ? (
              <p className={classes.plain}>{t.noIdentities}</p>
            ) : (
              <div className={classes.edgeless}>
                <SimpleTable
                  label={t.identities}
                  columns={[
                    {
                      id: 'provider',
                      header: t.provider,
                      names: true,
                      render: ({ identityProviderName }) => (
                        <span className={classes.named}>
                          <IconId className={classes.icon} size={20} stroke={1.5} aria-hidden />
                          {identityProviderName}
                        </span>
                      ),
                    },
                    {
                      id: 'account',
                      header: t.accountThere,
                      render: ({ email, subject }) => email ?? subject,
                    },
                    {
                      id: 'linked',
                      header: t.linked,
                      render: ({ linkedDate }) => <Moment value={linkedDate} />,
                    },
                    {
                      id: 'lastSignIn',
                      header: t.lastSignIn,
                      render: ({ lastSignInDate }) =>
                        lastSignInDate === null ? (
                          t.neverSignedIn
                        ) : (
                          <Moment value={lastSignInDate} />
                        ),
                    },
                    {
                      id: 'unlink',
                      header: t.unlink,
                      quietHead: true,
                      align: 'end',
                      render: (identity) => (
                        <Button
                          size="xs"
                          variant="default"
                          aria-label={`${t.unlink}: ${identity.identityProviderName}`}
                          onClick={() => setUnlinking(identity)}
                          onPointerEnter={() => void loadUnlink()}
                          onFocus={() => void loadUnlink()}
                        >
                          {t.unlink}
                        </Button>
                      ),
                    },
                  ]}
                  rows={linked}
                  rowKey={({ id }) => id}
                />
              </div>
            )}
            {others.length > 0 && <Linking providers={others} />}
          </div>
        )}
      </QueryPanel>
      {unlinking && (
        <Suspense>
          <UnlinkIdentity identity={unlinking} onClose={() => setUnlinking(undefined)} />
        </Suspense>
      )}
    </>
  );
}

function Linking({ providers }: { providers: readonly { id: string; name: string }[] }) {
  const t = useSecurityTexts();
  const linking = useMutation({ mutationFn: startLinking });
  return (
    <div className={classes.foot}>
      <div className={classes.adding}>
        {providers.map(({ id, name }) => (
          <Button
            key={id}
            size="xs"
            variant="default"
            disabled={linking.isPending && linking.variables !== id}
            loading={linking.isPending && linking.variables === id}
            onClick={() => linking.mutate(id)}
          >
            {t.link(name)}
          </Button>
        ))}
      </div>
      {linking.error && <ErrorPanel title={t.notLinked} error={linking.error} />}
    </div>
  );
}

/** Sends the browser to the provider; the login page takes its answer and leads back here. */
async function startLinking(identityProviderId: string): Promise<void> {
  const start = await withFreshProof(() =>
    call(startLinkingIdentity, { body: { identityProviderId } }),
  );
  const returnTo = pathTo('user-management', {}, { tab: 'security' });
  goToProvider(start, { purpose: 'link', returnTo });
}
