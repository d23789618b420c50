import { IconSearch } from '@tabler/icons-react';
import { use, useEffect } from 'react';
import { isBot } from '@annals/rules/bots';
import { matchRoute } from '@annals/contracts/routes';
import { productTitle } from '../platform/api/product.ts';
import { pathTo } from '../platform/links.ts';
import { pageHeadingId } from '../ui/page/heading-focus.ts';
import { PathLink } from '../ui/page/PathLink.tsx';
import { usePageLocation } from '../platform/page-location.ts';
import { relatedDetailPath } from '../platform/related-detail-path.ts';
import classes from './ErrorPages.module.css';
import { useNotFoundTexts } from './not-found.texts.ts';
import { OpenOverlay } from './overlay.ts';

export function NotFoundPage() {
  const t = useNotFoundTexts();
  const open = use(OpenOverlay);
  const { pathname, state } = usePageLocation();
  const path = state.askedPath ?? pathname;
  useEffect(() => {
    document.title = `${t.notFoundTitle} · ${productTitle}`;
  }, [t]);
  if (isBot(navigator.userAgent)) return null;
  const related = relatedDetailPath(path)?.path;
  return (
    <div className={classes.page}>
      <h1 id={pageHeadingId} tabIndex={-1}>
        {t.notFoundTitle}
      </h1>
      <p>{t.notFoundText(path)}</p>
      <p className={classes.detail}>{t.notFoundHint}</p>
      {open && (
        <button
          type="button"
          className={classes.search}
          aria-haspopup="dialog"
          onClick={() => open('palette')}
        >
          <IconSearch size={18} stroke={1.75} aria-hidden />
          {t.search}
        </button>
      )}
      <div className={classes.ways}>
        {related !== undefined && matchRoute(related) && (
          <PathLink to={related}>{t.related}</PathLink>
        )}
        <PathLink to={pathTo('index')}>{t.home}</PathLink>
        <PathLink to={pathTo('v1-partitions')}>{t.partitions}</PathLink>
      </div>
    </div>
  );
}
