import { Button } from '@mantine/core';
import { Link, useCanGoBack, useLocation, useRouter } from '@tanstack/react-router';
import { createContext, use } from 'react';
import { pathTo } from '../../platform/links.ts';
import { useRefusalTexts } from './refusal.texts.ts';

/** Whether the content is only part of a page or of a dialog, which stays usable without it. */
export const IsPart = createContext(false);

/** What helps users who may not see the content of a page. */
export function WaysOut() {
  const t = useRefusalTexts();
  const { history } = useRouter();
  const canGoBack = useCanGoBack();
  const isHome = useLocation({ select: ({ pathname }) => pathname === pathTo('index') });
  if (use(IsPart) || isHome) return null;
  return (
    <>
      {canGoBack && (
        <Button size="xs" variant="default" onClick={() => history.back()}>
          {t.goBack}
        </Button>
      )}
      <Link to={pathTo('index')}>{t.home}</Link>
    </>
  );
}
