import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { usePageLocation } from '../../platform/page-location.ts';
import { oneOf } from '../../platform/search.ts';

/**
 * Whether the dialog for creating an item is open, or something else that other pages open: `?open=new` opens it; it is
 * removed from the URL at once, so that neither a reload nor Back opens it again.
 */
export function useDialogFromUrl(
  what = 'new',
): [opened: boolean, setOpened: (opened: boolean) => void] {
  const router = useRouter();
  const { search } = usePageLocation();
  const isAsked = oneOf(search['open']) === what;
  const [opened, setOpened] = useState(isAsked);
  const [wasAsked, setWasAsked] = useState(isAsked);
  if (isAsked !== wasAsked) {
    setWasAsked(isAsked);
    if (isAsked) setOpened(true);
  }
  useEffect(() => {
    if (!isAsked) return;
    const { open: _, ...rest } = search;
    void router.navigate({ to: '.', search: rest, replace: true, resetScroll: false });
  }, [isAsked, router, search]);
  return [opened, setOpened];
}
