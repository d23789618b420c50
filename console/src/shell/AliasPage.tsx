import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { visitAliasUrl } from '@annals/contracts/alias-urls';
import { isBot } from '@annals/rules/bots';
import { Offered } from '../domain/permissions/Offered.tsx';
import { call } from '../platform/api/call.ts';
import { CallError } from '../platform/api/errors.ts';
import { productTitle } from '../platform/api/product.ts';
import { useAppState } from '../platform/api/state.ts';
import { pathTo } from '../platform/links.ts';
import { pageHeadingId } from '../ui/page/heading-focus.ts';
import { PathLink } from '../ui/page/PathLink.tsx';
import { useAliasPageTexts } from './alias-page.texts.ts';
import classes from './ErrorPages.module.css';
import { NotFoundPage } from './NotFoundPage.tsx';

/**
 * What the server shows when /a/{alias} cannot redirect: looks the alias up again, without counting a visit, to
 * explain why.
 */
export function AliasPage() {
  // Only our services have such addresses: for those of another vendor, nothing is known of an alias here.
  return (
    <Offered needs={visitAliasUrl} otherwise={<NotFoundPage />}>
      <Alias />
    </Offered>
  );
}

function Alias() {
  const t = useAliasPageTexts();
  const { alias } = useParams({ from: '/a/$alias' });
  const isMaster = useAppState(({ isGlobalMaster }) => isGlobalMaster);
  const { data, error } = useQuery({
    queryKey: ['alias-place', alias],
    queryFn: ({ signal }) => call(visitAliasUrl, { query: { alias, count: 'false' } }, { signal }),
    retry: false,
    staleTime: 0,
  });
  const isAway = error !== null && !isRefusal(error);
  const title = data ? t.active : isAway ? t.away : t.notActive;
  const requestId = isAway && error instanceof CallError ? error.requestId : undefined;
  const isKnown = data !== undefined || error !== null;
  useEffect(() => {
    document.title = `${isKnown ? title : alias} · ${productTitle}`;
  }, [isKnown, title, alias]);
  if (!isKnown || isBot(navigator.userAgent)) return null;
  const path = `/a/${encodeURIComponent(alias)}`;
  return (
    <div className={classes.page}>
      <h1 id={pageHeadingId} tabIndex={-1}>
        {title}
      </h1>
      {!data && !isAway && <p>{t.notActiveText(path)}</p>}
      {!data && <p className={classes.detail}>{isAway ? t.awayHint : t.notActiveHint}</p>}
      {requestId !== undefined && (
        <p className={classes.detail}>
          {t.requestId} <code>{requestId}</code>
        </p>
      )}
      <div className={classes.ways}>
        {/* Not router links, because the server redirects from there. */}
        {data && <a href={path}>{t.open}</a>}
        {isAway && <a href={path}>{t.tryAgain}</a>}
        <PathLink to={pathTo('index')}>{t.home}</PathLink>
        {isMaster && <PathLink to={pathTo('v1-alias-urls', {}, { alias })}>{t.aliases}</PathLink>}
      </div>
    </div>
  );
}

/**
 * There is no such alias, or the service does not support aliases; other errors may be temporary.
 */
function isRefusal(error: Error): boolean {
  return (
    error instanceof CallError &&
    (error.status === 501 || (error.status < 500 && error.status !== 429))
  );
}
