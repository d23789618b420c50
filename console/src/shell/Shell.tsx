import { QueryClientProvider } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { queryClient } from '../api/queries.ts';
import { useAppState } from '../api/state.ts';
import { Toasts } from '../shared/feedback/Toasts.tsx';
import { watchFocus } from '../shared/states/last-focus.ts';
import '../theme/shell-styles.css';
import { useOver } from './over.ts';
import { MenuDrawer } from './MenuDrawer.tsx';
import { OpenOverlay } from './open-overlay.ts';
import { loadOverlays, loadPalette } from './palette/load-palette.ts';
import classes from './Shell.module.css';
import { listenForKeys } from './shortcuts/listen-for-keys.ts';
import { SideMenu } from './SideMenu.tsx';
import { TopBar } from './TopBar.tsx';
import { useShellTexts } from './shell.texts.ts';
import { useOverlay } from './useOverlay.ts';

const Palette = lazy(async () => ({ default: (await loadPalette()).Palette }));
const ShortcutSheet = lazy(async () => ({
  default: (await (await loadOverlays()).loadSheet()).ShortcutSheet,
}));

/** Under this width the side menu is a drawer (in Shell.module.css too). */
const small = '(max-width: 767px)';

/** Top bar, side menu and the page; the menu is there only for a loaded user. */
export function Shell({ children }: { children: ReactNode }) {
  const t = useShellTexts();
  const over = useOver();
  const hasUser = useAppState((state) => state.user !== undefined);
  const main = useRef<HTMLElement>(null);
  const [drawerOpen, setDrawerOpen] = useState(false);
  const [pinned, setPinned] = useState(true);
  const { overlay, open, close } = useOverlay();
  const router = useRouter();
  useEffect(watchFocus, []);
  useEffect(() => (hasUser ? listenForKeys(router, open) : undefined), [hasUser, router, open]);
  const toggle = () => {
    if (window.matchMedia(small).matches) setDrawerOpen(!drawerOpen);
    else setPinned(!pinned);
  };
  return (
    <div className={classes.frame}>
      <button type="button" className={classes.skip} onClick={() => main.current?.focus()}>
        {t.skipToContent}
      </button>
      <TopBar onMenu={hasUser ? toggle : undefined} onOpen={open} />
      <div className={classes.body}>
        {hasUser && pinned && (
          <aside className={classes.side}>
            <SideMenu />
          </aside>
        )}
        <main ref={main} tabIndex={-1} className={classes.main}>
          <OpenOverlay value={hasUser ? open : undefined}>
            <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
          </OpenOverlay>
        </main>
      </div>
      {hasUser && <MenuDrawer open={drawerOpen} onClose={() => setDrawerOpen(false)} />}
      {hasUser && overlay && (
        <QueryClientProvider client={queryClient}>
          <Suspense>
            {overlay === 'palette' ? (
              <Palette onClose={close} onShortcuts={() => open('shortcuts')} />
            ) : (
              <ShortcutSheet onClose={close} />
            )}
          </Suspense>
        </QueryClientProvider>
      )}
      {over}
      <Toasts />
    </div>
  );
}
