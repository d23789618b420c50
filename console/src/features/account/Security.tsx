import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { lazyNamed } from '../../platform/lazy-named.ts';
import { listTrustedDevices } from '@annals/contracts/trusted-devices';
import { TrustedDevices } from '../../domain/trusted-devices/TrustedDevices.tsx';
import { useCapability } from '../../platform/capabilities.ts';
import { QueryPanel } from '../../ui/states/QueryPanel.tsx';
import classes from './account.module.css';
import { accountQuery, invalidateAccount } from './account.queries.ts';
import { Identities } from './Identities.tsx';
import { SecondFactors } from './SecondFactors.tsx';
import { useSecurityTexts } from './security.texts.ts';

const ChangePassword = lazyNamed(() => import('./ChangePassword.tsx'), 'ChangePassword');

/** The credentials of the signed-in user. */
export function Security() {
  const hasDevices = useCapability(listTrustedDevices);
  return (
    <div className={`${classes.stack} ${classes.wide}`}>
      <Password />
      <SecondFactors />
      {hasDevices && <TrustedDevices userId="current" mayRevoke onRevoked={invalidateAccount} />}
      <Identities />
    </div>
  );
}

function Password() {
  const t = useSecurityTexts();
  const account = useQuery(accountQuery);
  const [changing, setChanging] = useState(false);
  const hasPassword = account.data?.hasPassword !== false;
  return (
    <>
      <QueryPanel
        title={t.password}
        query={account}
        lines={1}
        action={
          account.data &&
          hasPassword && (
            <Button
              size="xs"
              variant="default"
              onClick={() => setChanging(true)}
              {...ChangePassword.onApproach}
            >
              {t.changePassword}
            </Button>
          )
        }
      >
        {() => <p className={classes.quiet}>{hasPassword ? t.passwordHint : t.noPassword}</p>}
      </QueryPanel>
      {changing && (
        <Suspense>
          <ChangePassword onClose={() => setChanging(false)} />
        </Suspense>
      )}
    </>
  );
}
