import { ActionIcon } from '@mantine/core';
import { IconLogout2, IconMenu2 } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { logout } from '../api/logout.ts';
import { productTitle } from '../api/product.ts';
import { queryClient } from '../api/queries.ts';
import { useAppState } from '../api/state.ts';
import { ResponsiveButton } from '../shared/buttons/ResponsiveButton.tsx';
import { Logo } from '../shared/page/Logo.tsx';
import { PathLink } from '../shared/page/PathLink.tsx';
import { AccountMenu } from './AccountMenu.tsx';
import { LanguageMenu } from './LanguageMenu.tsx';
import { ThemeMenu } from './ThemeMenu.tsx';
import classes from './TopBar.module.css';
import { useShellTexts } from './shell.texts.ts';

/** @param onMenu absent while there is no menu, without a user */
export function TopBar({ onMenu }: { onMenu: (() => void) | undefined }) {
  const t = useShellTexts();
  const user = useAppState((state) => state.user);
  return (
    <header className={classes.bar}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={t.menu}
        disabled={!onMenu}
        onClick={onMenu}
      >
        <IconMenu2 size={20} />
      </ActionIcon>
      <PathLink to="/" className={classes.logo} aria-label={t.homeOf(productTitle)}>
        <Logo size={26} />
        <span className={classes.product}>{productTitle}</span>
      </PathLink>
      <div className={classes.end}>
        <ThemeMenu />
        <LanguageMenu />
        {user && <AccountMenu user={user} />}
        {user && <LogoutButton />}
      </div>
    </header>
  );
}

function LogoutButton() {
  const t = useShellTexts();
  const navigate = useNavigate();
  const [leaving, setLeaving] = useState(false);
  const leave = async () => {
    setLeaving(true);
    await logout();
    await navigate({ to: '/login' });
    // Not earlier: a page that is still there would ask for its data again.
    queryClient.clear();
  };
  return (
    <ResponsiveButton
      size="xs"
      variant="default"
      icon={<IconLogout2 size={16} />}
      loading={leaving}
      onClick={() => void leave()}
    >
      {t.logout}
    </ResponsiveButton>
  );
}
