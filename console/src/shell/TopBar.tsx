import { ActionIcon } from '@mantine/core';
import {
  IconDeviceDesktop,
  IconHelp,
  IconLogout2,
  IconMenu2,
  IconMoon,
  IconSearch,
  IconSun,
  IconUserCircle,
} from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import type { User } from '../platform/api/things.ts';
import { productTitle } from '../platform/api/product.ts';
import { useAppState, useProductUser } from '../platform/api/state.ts';
import { useCapability } from '../platform/capabilities.ts';
import { ResponsiveButton } from '../ui/buttons/ResponsiveButton.tsx';
import { allUnsaved } from '../platform/unsaved.ts';
import { helpPathOf } from '../domain/guide/help-links.ts';
import { personName } from '../ui/ids/display-names.ts';
import { lazyNamed } from '../platform/lazy-named.ts';
import { pathTo } from '../platform/links.ts';
import { Logo } from '../ui/page/Logo.tsx';
import { PathLink } from '../ui/page/PathLink.tsx';
import { languageNames, languages, setLanguage, useLanguage } from '../platform/texts.ts';
import { setUtc, useUtc } from '../platform/time/utc.ts';
import { colorSchemes, setColorScheme, useColorScheme } from '../theme/color-scheme.ts';
import choiceClasses from './Choices.module.css';
import type { Overlay } from './overlay.ts';
import { loadPalette } from './palette/load-palette.ts';
import { useRouteName } from './route-name.ts';
import { useShellTexts } from './shell.texts.ts';
import { isMac } from './shortcuts/keyboard.ts';
import classes from './TopBar.module.css';
import { Choices, TopBarPopover } from './TopBarPopover.tsx';
import { useLeave } from './useLeave.ts';

const LeaveDialog = lazyNamed(() => import('../ui/forms/LeaveDialog.tsx'), 'LeaveDialog');

interface TopBarProps {
  /** Absent without a menu, that is, without a user. */
  onMenu: (() => void) | undefined;
  onOpen: (overlay: Overlay) => void;
}

export function TopBar({ onMenu, onOpen }: TopBarProps) {
  const t = useShellTexts();
  const user = useAppState((state) => state.user);
  return (
    <header className={classes.bar} data-on="screen">
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
        <HelpLink />
        {user ? (
          <AccountMenu user={user} onShortcuts={() => onOpen('shortcuts')} />
        ) : (
          <>
            <ThemeMenu />
            <LanguageMenu />
          </>
        )}
        {user && <LogoutButton />}
      </div>
    </header>
  );
}

/** Opens the command palette; only an icon on small screens. */
function PaletteButton({ onOpen }: { onOpen: () => void }) {
  const t = useShellTexts();
  const preload = () => void loadPalette().catch(() => undefined);
  return (
    <button
      type="button"
      className={classes.find}
      aria-label={t.find}
      aria-haspopup="dialog"
      title={t.find}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={onOpen}
    >
      <IconSearch size={18} stroke={1.75} aria-hidden />
      <span className={classes.findWords}>{t.find}</span>
      <kbd className={`${classes.findWords} ${classes.findKeys}`}>{isMac ? '⌘ K' : t.controlK}</kbd>
    </button>
  );
}

/** Links to the guide chapter about the current page. */
function HelpLink() {
  const t = useShellTexts();
  return (
    <PathLink
      to={helpPathOf(useRouteName())}
      className={classes.help}
      aria-label={t.help}
      title={t.help}
    >
      <IconHelp size={18} aria-hidden />
    </PathLink>
  );
}

const themeIcons = { light: IconSun, dark: IconMoon, auto: IconDeviceDesktop };

function ThemeMenu() {
  const t = useShellTexts();
  const current = useColorScheme();
  const Icon = themeIcons[current];
  return (
    <TopBarPopover label={t.theme} face={<Icon size={18} aria-hidden="true" />}>
      <ThemeChoices />
    </TopBarPopover>
  );
}

function ThemeChoices() {
  const t = useShellTexts();
  return (
    <Choices
      label={t.theme}
      choices={colorSchemes.map((value) => ({ value, label: t.themes[value] }))}
      chosen={useColorScheme()}
      onChoose={setColorScheme}
    />
  );
}

function LanguageMenu() {
  const t = useShellTexts();
  const current = useLanguage();
  return (
    <TopBarPopover
      label={t.language}
      accessibleLabel={`${t.language}: ${languageNames[current]}`}
      face={current.toUpperCase()}
    >
      <LanguageChoices />
    </TopBarPopover>
  );
}

function LanguageChoices() {
  const t = useShellTexts();
  return (
    <Choices
      label={t.language}
      choices={languages.map((value) => ({ value, label: languageNames[value], lang: value }))}
      chosen={useLanguage()}
      onChoose={setLanguage}
    />
  );
}

/** The user's name, with their settings. Before the sign-in, theme and language have buttons of their own. */
function AccountMenu({ user, onShortcuts }: { user: User; onShortcuts: () => void }) {
  const t = useShellTexts();
  const utc = useUtc();
  const me = useProductUser();
  const hasWrites = useCapability('data');
  const name = personName(user) ?? t.account;
  const face = (
    <>
      <IconUserCircle size={18} aria-hidden="true" />
      <span className={classes.account}>{name}</span>
    </>
  );
  return (
    <TopBarPopover label={t.account} accessibleLabel={`${t.account}: ${name}`} face={face}>
      <PathLink
        to={pathTo('v1-users-userId', { userId: user.id })}
        className={choiceClasses.choice}
      >
        {t.profile}
      </PathLink>
      {me && hasWrites && (
        <PathLink
          to={pathTo('v1-partitions-all-users-userId', { userId: me.id })}
          className={choiceClasses.choice}
        >
          {t.ownChanges}
        </PathLink>
      )}
      <label className={choiceClasses.choice}>
        <input
          type="checkbox"
          checked={utc}
          onChange={(event) => setUtc(event.currentTarget.checked)}
        />
        {t.timesInUtc}
      </label>
      <ThemeChoices />
      <LanguageChoices />
      <button
        type="button"
        className={`${choiceClasses.choice} ${classes.accountEntry}`}
        onClick={(event) => {
          event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
          onShortcuts();
        }}
      >
        {t.shortcuts}
      </button>
      <PathLink to={pathTo('licenses')} className={choiceClasses.choice}>
        {t.licenses}
      </PathLink>
    </TopBarPopover>
  );
}

/** Asks for confirmation when unsaved changes would be lost. */
function LogoutButton() {
  const t = useShellTexts();
  const [asking, setAsking] = useState(false);
  const { leave, isLeaving } = useLeave();
  const guard = {
    asking,
    stay: () => setAsking(false),
    leave: () => {
      setAsking(false);
      void leave();
    },
  };
  return (
    <>
      <ResponsiveButton
        data-logout
        size="xs"
        variant="default"
        icon={<IconLogout2 size={16} />}
        loading={isLeaving}
        onClick={() => (allUnsaved().length > 0 ? setAsking(true) : void leave())}
      >
        {t.logout}
      </ResponsiveButton>
      <Suspense>{asking && <LeaveDialog guard={guard} question={t.logoutQuestion} />}</Suspense>
    </>
  );
}
