import { useDebouncedValue } from '@mantine/hooks';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { parseSearch } from '../../shared/search.ts';

/** As long as a link is pointed at before it loads its page, in milliseconds: who passes by wants nothing. */
const rests = 50;

/** Loads code and data of a page while its line is highlighted, as a link does while it is pointed at. */
export function usePreload(path: string | undefined): void {
  const router = useRouter();
  const [wanted] = useDebouncedValue(path, rests);
  useEffect(() => {
    // Where an alias leads, only the server knows.
    if (wanted === undefined || wanted !== path || wanted.startsWith('/a/')) return;
    const [to = '/', query = ''] = wanted.split('?', 2);
    // What fails now is asked for again, and told, when the page is opened.
    router.preloadRoute({ to, search: parseSearch(query) }).catch(() => undefined);
  }, [router, wanted, path]);
}
