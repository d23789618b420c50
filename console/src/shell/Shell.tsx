import { CloseButton } from '@mantine/core';
import { QueryClientProvider, onlineManager } from '@tanstack/react-query';
import { type AnyRouter, useRouter } from '@tanstack/react-router';
import {
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { dataUserFailure } from '../platform/api/current-user.ts';
import { queryClient } from '../platform/api/query.ts';
import { hasCapability, useCapability } from '../platform/capabilities.ts';
import { useAppState } from '../platform/api/state.ts';
import { checkStorage, storageProblem } from '../platform/api/storage.ts';
import { useStore } from '../platform/api/store.ts';
import { Toasts } from '../ui/feedback/Toasts.tsx';
import { IssuedSecrets } from '../ui/secrets/IssuedSecrets.tsx';
import { Reauthentication } from '../domain/reauthentication/Reauthentication.tsx';
import { passwordWasUsed } from '../domain/second-factors/passkey-offer.ts';
import { lazyNamed } from '../platform/lazy-named.ts';
import { useIsPrinting } from '../platform/printing.ts';
import { isTyping, singleKeysAreOn } from '../ui/shortcuts/single-keys.ts';
import { trackFocus } from '../ui/states/last-focused-element.ts';
import '../theme/shell-styles.css';
import { OpenOverlay, type Overlay, signInOverlay } from './overlay.ts';
import { loadOverlays, loadPalette } from './palette/load-palette.ts';
import classes from './Shell.module.css';
import { useShellTexts } from './shell.texts.ts';
import { showTitles } from './show-titles.ts';
import { isPaletteKey } from './shortcuts/keyboard.ts';
import { PrintedHead } from './PrintedHead.tsx';
import { SideMenu } from './SideMenu.tsx';
import { TopBar } from './TopBar.tsx';

const Palette = lazyNamed(loadPalette, 'Palette');
const SecondFactorNotice = lazyNamed(
  () => import('./SecondFactorNotice.tsx'),
  'SecondFactorNotice',
);
const PasskeyOffer = lazyNamed(() => import('./PasskeyOffer.tsx'), 'PasskeyOffer');
const StorageNotice = lazyNamed(() => import('../ui/feedback/StorageNotice.tsx'), 'StorageNotice');
const DataUserNotice = lazyNamed(() => import('./DataUserNotice.tsx'), 'DataUserNotice');
const ShortcutSheet = lazyNamed(async () => (await loadOverlays()).loadSheet(), 'ShortcutSheet');

/** Below this width the side menu is a drawer (also in Shell.module.css). */
const small = '(max-width: 991px)';

/** Whether this device could sign in with a passkey instead of the password that was just used. */
function usePasskeyOffer(): boolean {
  const usedPassword = useStore(passwordWasUsed);
  const [isPossible, setPossible] = useState(false);
  useEffect(() => {
    if (!usedPassword) return;
    // Browsers without passkeys lack the first, and old ones the second.
    const api = window.PublicKeyCredential as Partial<typeof PublicKeyCredential> | undefined;
    void api?.isUserVerifyingPlatformAuthenticatorAvailable?.().then(setPossible, () => undefined);
  }, [usedPassword]);
  return usedPassword && isPossible && hasCapability('authentication');
}

/** Top bar, side menu and the page; the menu requires a loaded user. */
export function Shell({ children }: { children: ReactNode }) {
  const t = useShellTexts();
  const signIn = useStore(signInOverlay);
  const hasUser = useAppState((state) => state.user !== undefined);
  const isOurs = useCapability('authentication');
  const secondFactorDue = useAppState((state) => state.user?.secondFactorDueDate);
  const offersPasskey = usePasskeyOffer();
  const problem = useStore(storageProblem);
  useEffect(checkStorage, []);
  const dataUserProblem = useStore(dataUserFailure);
  const printing = useIsPrinting();
  const main = useRef<HTMLElement>(null);
  const [drawerOpen, setDrawerOpen] = useState(false);
  const [pinned, setPinned] = useState(true);
  const { overlay, open, close } = useOverlay();
  const [typedAhead, setTypedAhead] = useState('');
  const closePalette = () => {
    setTypedAhead('');
    close();
  };
  const router = useRouter();
  useEffect(trackFocus, []);
  useEffect(showTitles, []);
  useEffect(() => (hasUser ? listenForKeys(router, open) : undefined), [hasUser, router, open]);
  const toggle = () => {
    if (window.matchMedia(small).matches) setDrawerOpen(!drawerOpen);
    else setPinned(!pinned);
  };
  return (
    <div className={classes.frame}>
      <button
        type="button"
        className={classes.skip}
        data-on="screen"
        onClick={() => main.current?.focus()}
      >
        {t.skipToContent}
      </button>
      <TopBar onMenu={hasUser ? toggle : undefined} onOpen={open} />
      <div className={classes.body}>
        {hasUser && pinned && (
          <aside className={classes.side} data-on="screen">
            <SideMenu />
          </aside>
        )}
        <main ref={main} tabIndex={-1} className={classes.main}>
          {printing && <PrintedHead />}
          <OpenOverlay value={hasUser ? open : undefined}>
            <QueryClientProvider client={queryClient}>
              {isOurs && secondFactorDue != null && (
                <Suspense>
                  <SecondFactorNotice due={secondFactorDue} />
                </Suspense>
              )}
              {hasUser && offersPasskey && (
                <Suspense>
                  <PasskeyOffer />
                </Suspense>
              )}
              {problem && (
                <Suspense>
                  <StorageNotice problem={problem} />
                </Suspense>
              )}
              {dataUserProblem !== undefined && (
                <Suspense>
                  <DataUserNotice error={dataUserProblem} />
                </Suspense>
              )}
              {children}
            </QueryClientProvider>
          </OpenOverlay>
        </main>
      </div>
      {hasUser && <MenuDrawer open={drawerOpen} onClose={() => setDrawerOpen(false)} />}
      {hasUser && overlay && (
        <QueryClientProvider client={queryClient}>
          {overlay === 'palette' ? (
            <Suspense fallback={<TypedAhead onType={setTypedAhead} onClose={closePalette} />}>
              <Palette
                typedAhead={typedAhead}
                onClose={closePalette}
                onShortcuts={() => {
                  setTypedAhead('');
                  open('shortcuts');
                }}
              />
            </Suspense>
          ) : (
            <Suspense>
              <ShortcutSheet onClose={close} />
            </Suspense>
          )}
        </QueryClientProvider>
      )}
      {hasUser && (
        <QueryClientProvider client={queryClient}>
          <Reauthentication />
        </QueryClientProvider>
      )}
      {signIn}
      <OfflineNotice />
      <IssuedSecrets />
      <Toasts />
    </div>
  );
}

/** Stands in for the palette's field while its code is loading: what is typed is meant for it, not for shortcuts. */
function TypedAhead({ onType, onClose }: { onType: (text: string) => void; onClose: () => void }) {
  const t = useShellTexts();
  return (
    <input
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus
      className={classes.typedAhead}
      aria-label={t.find}
      onChange={({ currentTarget }) => onType(currentTarget.value)}
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
    />
  );
}

/** Overlays of the page. When one closes, the focus returns to where it was. */
function useOverlay() {
  const [overlay, setOverlay] = useState<Overlay>();
  const before = useRef<Element>(null);
  const open = useCallback((next: Overlay) => {
    before.current ??= document.activeElement;
    setOverlay(next);
  }, []);
  useEffect(() => {
    if (overlay) return;
    // If the focus has moved elsewhere in the meantime, it stays there.
    if (document.activeElement === document.body && before.current instanceof HTMLElement)
      before.current.focus({ preventScroll: true });
    before.current = null;
  }, [overlay]);
  return { overlay, open, close: () => setOverlay(undefined) };
}

/** The side menu of small screens, as a native modal dialog: it traps the focus and closes on Escape. */
function MenuDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useShellTexts();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);
  useEffect(() => {
    const element = dialog.current;
    // The dialog element itself is only hit outside of its content, on the backdrop.
    const closeOutside = (event: MouseEvent) => event.target === element && element?.close();
    element?.addEventListener('click', closeOutside);
    return () => element?.removeEventListener('click', closeOutside);
  }, []);
  return (
    <dialog ref={dialog} className={classes.drawer} aria-label={t.menu} onClose={onClose}>
      <div className={classes.drawerContent}>
        <div className={classes.drawerTop}>
          <CloseButton aria-label={t.closeMenu} onClick={onClose} />
        </div>
        <SideMenu onFollow={onClose} />
      </div>
    </dialog>
  );
}

/** Listens for shortcuts. All except the palette's are loaded with the first key that may be one. */
function listenForKeys(router: AnyRouter, open: (overlay: Overlay) => void): () => void {
  let loading: Promise<EventListener> | undefined;
  let handle: EventListener | undefined;
  const load = async () => {
    const { shortcutKeys } = await (await loadOverlays()).loadKeys();
    handle = shortcutKeys(router, () => open('shortcuts'));
    return handle;
  };
  const onKey = (event: KeyboardEvent) => {
    if (isPaletteKey(event)) {
      if (document.querySelector('[aria-modal="true"]')) return;
      event.preventDefault();
      open('palette');
    } else if (handle) handle(event);
    else if (!isTyping(event.target) && singleKeysAreOn()) {
      // Otherwise Firefox would open its search before the code has loaded.
      if (event.key === '/') event.preventDefault();
      loading ??= load();
      loading.then(
        (handler) => handler(event),
        () => {
          loading = undefined;
        },
      );
    }
  };
  window.addEventListener('keydown', onKey);
  return () => window.removeEventListener('keydown', onKey);
}

/** Without network, queries wait instead of failing. This shows the notice and refetches what they need. */
function OfflineNotice() {
  const t = useShellTexts();
  const isOnline = useSyncExternalStore(follow, isOnlineNow);
  return (
    <output className={classes.offline} data-on="screen">
      {!isOnline && t.offline}
    </output>
  );
}

const follow = (onChange: () => void) => onlineManager.subscribe(onChange);
const isOnlineNow = () => onlineManager.isOnline();
