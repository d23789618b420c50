import { Button } from '@mantine/core';
import { IconId } from '@tabler/icons-react';
import type { Identity } from '@annals/contracts/user-administration';
import { date } from '../../ui/list/columns.tsx';
import type { TableColumn } from '../../ui/tables/SimpleTable.tsx';
import { useIdentityTexts } from './identities.texts.ts';
import classes from './Provider.module.css';

interface Unlinking {
  /** False for read-only access. */
  offered: boolean;
  onUnlink: (identity: Identity) => void;
}

/** The columns of linked accounts. */
export function useIdentityColumns({
  offered,
  onUnlink,
}: Unlinking): readonly TableColumn<Identity>[] {
  const t = useIdentityTexts();
  return [
    {
      id: 'provider',
      header: t.provider,
      names: true,
      render: ({ identityProviderName }) => (
        <span className={classes.provider}>
          <IconId className={classes.icon} size={20} stroke={1.5} aria-hidden />
          {identityProviderName}
        </span>
      ),
    },
    { id: 'account', header: t.account, render: ({ email, subject }) => email ?? subject },
    date('linkedDate', t.linked),
    date('lastSignInDate', t.lastSignIn, { never: t.never }),
    {
      id: 'unlink',
      header: t.unlink,
      quietHead: true,
      align: 'end',
      render: (identity) =>
        offered && (
          <Button
            size="xs"
            variant="default"
            aria-label={`${t.unlink}: ${identity.identityProviderName}`}
            onClick={() => onUnlink(identity)}
          >
            {t.unlink}
          </Button>
        ),
    },
  ];
}
