import { ActionIcon } from '@mantine/core';
import { IconMenu2 } from '@tabler/icons-react';
import { productTitle } from '../api/product.ts';
import { useAppState } from '../api/state.ts';
import { Logo } from '../shared/page/Logo.tsx';
import { PathLink } from '../shared/page/PathLink.tsx';
import { AccountMenu } from './AccountMenu.tsx';
import { LanguageMenu } from './LanguageMenu.tsx';
import { LogoutButton } from './LogoutButton.tsx';
import { PaletteButton } from './palette/PaletteButton.tsx';
import type { Overlay } from './overlay.ts';
import { ThemeMenu } from './ThemeMenu.tsx';
import classes from './TopBar.module.css';
import { useShellTexts } from './shell.texts.ts';

interface TopBarProps {
  /** Absent while there is no menu, without a user. */
  onMenu: (() => void) | undefined;
  onOpen: (overlay: Overlay) => void;
}

export function TopBar({ onMenu, onOpen }: TopBarProps) {
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
      {user && <PaletteButton onOpen={() => onOpen('palette')} />}
      <div className={classes.end}>
        <ThemeMenu />
        <LanguageMenu />
        {user && <AccountMenu user={user} onShortcuts={() => onOpen('shortcuts')} />}
        {user && <LogoutButton />}
      </div>
    </header>
  );
}
