import { QueryClientProvider } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import { queryClient } from '../api/queries.ts';
import { useAppState } from '../api/state.ts';
import '../theme/shell-styles.css';
import { MenuDrawer } from './MenuDrawer.tsx';
import classes from './Shell.module.css';
import { SideMenu } from './SideMenu.tsx';
import { TopBar } from './TopBar.tsx';
import { useShellTexts } from './shell.texts.ts';

/** Under this width the side menu is a drawer (in Shell.module.css too). */
const small = '(max-width: 767px)';

/** Top bar, side menu and the page; the menu is there only for a loaded user. */
export function Shell({ children }: { children: ReactNode }) {
  const t = useShellTexts();
  const hasUser = useAppState((state) => state.user !== undefined);
  const main = useRef<HTMLElement>(null);
  const [drawerOpen, setDrawerOpen] = useState(false);
  const [pinned, setPinned] = useState(true);
  const toggle = () => {
    if (window.matchMedia(small).matches) setDrawerOpen(!drawerOpen);
    else setPinned(!pinned);
  };
  return (
    <div className={classes.frame}>
      <button type="button" className={classes.skip} onClick={() => main.current?.focus()}>
        {t.skipToContent}
      </button>
      <TopBar onMenu={hasUser ? toggle : undefined} />
      <div className={classes.body}>
        {hasUser && pinned && (
          <aside className={classes.side}>
            <SideMenu />
          </aside>
        )}
        <main ref={main} tabIndex={-1} className={classes.main}>
          <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
        </main>
      </div>
      {hasUser && <MenuDrawer open={drawerOpen} onClose={() => setDrawerOpen(false)} />}
    </div>
  );
}
