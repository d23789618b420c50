import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { startLinkingIdentity } from '@annals/contracts/account';
import { type Identity, unlinkUserIdentity } from '@annals/contracts/user-administration';
import { listSignInProviders } from '@annals/contracts/sign-in-options';
import { call } from '../../platform/api/call.ts';
import { goToProvider } from '../../platform/api/provider-authorization.ts';
import { queryOf } from '../../platform/api/query.ts';
import { ConfirmDialog } from '../../ui/confirm/ConfirmDialog.tsx';
import { ErrorPanel } from '../../ui/feedback/ErrorPanel.tsx';
import { showToast } from '../../ui/feedback/toasts.ts';
import { useIdentityColumns } from '../../domain/identities/identity-columns.tsx';
import { pathTo } from '../../platform/links.ts';
import { QueryPanel } from '../../ui/states/QueryPanel.tsx';
import { SimpleTable } from '../../ui/tables/SimpleTable.tsx';
import classes from './account.module.css';
import { identitiesQuery, invalidateAccount } from './account.queries.ts';
import { useSecurityTexts } from './security.texts.ts';
import { useSingleMutation } from '../../ui/forms/useSingleMutation.ts';

/** The linked identities of the user, with actions to link and unlink. */
export function Identities() {
  const t = useSecurityTexts();
  const identities = useQuery(identitiesQuery);
  const providers = useQuery(queryOf(listSignInProviders));
  const [unlinking, setUnlinking] = useState<Identity>();
  const columns = useIdentityColumns({ offered: true, onUnlink: setUnlinking });
  const linked = identities.data?.data ?? [];
  const others = (providers.data?.data ?? []).filter(
    ({ id }) => !linked.some(({ identityProviderId }) => identityProviderId === id),
  );
  // Hidden where there are no providers.
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
                  columns={columns}
                  rows={linked}
                  rowKey={({ id }) => id}
                />
              </div>
            )}
            {others.length > 0 && <Linking providers={others} />}
          </div>
        )}
      </QueryPanel>
      {unlinking && <UnlinkIdentity identity={unlinking} onClose={() => setUnlinking(undefined)} />}
    </>
  );
}

function Linking({ providers }: { providers: readonly { id: string; name: string }[] }) {
  const t = useSecurityTexts();
  const linking = useSingleMutation({ mutationFn: startLinking });
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

/** Redirects to the provider; the login page handles the callback and returns here. */
async function startLinking(identityProviderId: string): Promise<void> {
  const start = await call(startLinkingIdentity, { body: { identityProviderId } });
  const returnTo = pathTo('user-management', {}, { tab: 'security' });
  goToProvider(start, { purpose: 'link', returnTo });
}

interface UnlinkIdentityProps {
  identity: Identity;
  onClose: () => void;
}

function UnlinkIdentity({ identity, onClose }: UnlinkIdentityProps) {
  const t = useSecurityTexts();
  const params = { userId: 'current' as const, identityId: identity.id };
  return (
    <ConfirmDialog
      title={t.unlinkTitle(identity.identityProviderName)}
      question={t.unlinkQuestion}
      confirm={t.unlink}
      failed={t.notUnlinked}
      danger
      act={() => call(unlinkUserIdentity, { params })}
      onDone={() => {
        showToast({ message: t.unlinked });
        void invalidateAccount();
      }}
      onClose={onClose}
    />
  );
}
