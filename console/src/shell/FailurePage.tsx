import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { CallError, ContractError, NotAuthenticated } from '../platform/api/errors.ts';
import { productTitle } from '../platform/api/product.ts';
import { usePageLocation } from '../platform/page-location.ts';
import { Logo } from '../ui/page/Logo.tsx';
import { pageHeadingId } from '../ui/page/heading-focus.ts';
import classes from './ErrorPages.module.css';
import { useErrorPageTexts } from './error-pages.texts.ts';
import { isFailedLoad, reloadOnce } from './chunk-reload.ts';
import { StartScreen } from './StartScreen.tsx';

interface FailurePageProps {
  error: unknown;
  /** Replaces the general title where nothing is broken. */
  title?: string;
  onTryAgain: () => void;
  /** Rendered beside Try again. */
  otherWays?: ReactNode;
  /** What failed and what to do now, if it is known. */
  children?: ReactNode;
}

/** The generic error page: a message, an error id to quote, and Try again. */
export function FailurePage({ error, title, onTryAgain, otherWays, children }: FailurePageProps) {
  const t = useErrorPageTexts();
  const heading = title ?? t.failureTitle;
  const isForPerson = useIsPerson();
  const [ownId] = useState(newErrorId);
  const requestId =
    error instanceof CallError || error instanceof ContractError ? error.requestId : undefined;
  const id = requestId ?? ownId;
  useEffect(() => {
    console.error(`Error ${id}`, error);
  }, [id, error]);
  useEffect(() => {
    if (isForPerson) document.title = `${heading} · ${productTitle}`;
  }, [heading, isForPerson]);
  if (!isForPerson) return null;
  return (
    <div className={classes.page}>
      <Logo size={40} />
      <h1 id={pageHeadingId} tabIndex={-1}>
        {heading}
      </h1>
      <p>{children ?? t.failureText}</p>
      <p className={classes.detail}>
        {t.idToQuote} <code>{id}</code>
      </p>
      <div className={classes.ways}>
        <Button onClick={onTryAgain}>{t.tryAgain}</Button>
        {otherWays ?? <a href="/">{t.home}</a>}
      </div>
    </div>
  );
}

/** False until it is known, and for bots. Their list is no part of the first code, to which this page belongs. */
function useIsPerson(): boolean {
  const [isPerson, setIsPerson] = useState(false);
  useEffect(() => {
    import('@annals/rules/bots').then(
      ({ isBot }) => setIsPerson(!isBot(navigator.userAgent)),
      // Without it, nobody is kept from reading what failed.
      () => setIsPerson(true),
    );
  }, []);
  return isPerson;
}

/** Not crypto.randomUUID, which exists only in secure contexts. */
function newErrorId(): string {
  return [...crypto.getRandomValues(new Uint8Array(8))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}

/** More reliable than `navigator.onLine`: a server on this machine is reachable without any network. */
async function isServerReachable(): Promise<boolean> {
  try {
    return (await fetch('/builds/latest.json', { cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}

/** Replaces a page whose code is not loaded yet: without network, a reload would show the browser's own error page. */
function OfflinePage({ onTryAgain }: { onTryAgain: () => void }) {
  const t = useErrorPageTexts();
  useEffect(() => {
    document.title = `${t.offlineTitle} · ${productTitle}`;
  }, [t]);
  const retry = useEffectEvent(onTryAgain);
  useEffect(() => {
    const onOnline = () => retry();
    window.addEventListener('online', onOnline);
    return () => window.removeEventListener('online', onOnline);
  }, []);
  return (
    <div className={classes.page}>
      <Logo size={40} />
      <h1 id={pageHeadingId} tabIndex={-1}>
        {t.offlineTitle}
      </h1>
      <p>{t.offlineText}</p>
      <div className={classes.ways}>
        <Button onClick={onTryAgain}>{t.tryAgain}</Button>
      </div>
    </div>
  );
}

/**
 * The page shown for a rendering error: a reload if only its code was missing, an offline message if there is no
 * network, else the generic error page.
 */
export function RouteErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const { href } = usePageLocation();
  const [isOffline] = useState(() => isFailedLoad(error) && !navigator.onLine);
  const [reloading] = useState(() => !isOffline && isFailedLoad(error) && reloadOnce(href));
  if (reloading || error instanceof NotAuthenticated) return <StartScreen />;
  const tryAgain = () => {
    reset();
    void router.invalidate();
  };
  if (isOffline)
    return (
      <OfflinePage
        onTryAgain={() => {
          // Browsers cache a failed module import, so only a reload loads it.
          void isServerReachable().then((reachable) => {
            if (!reachable || !reloadOnce(href)) tryAgain();
          });
        }}
      />
    );
  if (!isFailedLoad(error)) return <FailurePage error={error} onTryAgain={tryAgain} />;
  return <MissingCode error={error} />;
}

/** Browsers remember a module that they could not load, so only a reload asks for it again. */
function MissingCode({ error }: { error: unknown }) {
  const t = useErrorPageTexts();
  return (
    <FailurePage error={error} onTryAgain={() => window.location.reload()}>
      {t.codeMissing}
    </FailurePage>
  );
}
