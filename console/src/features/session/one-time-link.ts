import { useEffect, useState } from 'react';

interface OpenedLink {
  /** Undefined if the page was opened without a link. */
  token: string | undefined;
  /** Different for each opening, as a key of what shows the link. */
  opening: number;
}

/** The link that the page was opened with, or the one that was opened in its tab since. */
export function useOpenedLink(): OpenedLink {
  const [link, setLink] = useState<OpenedLink>(() => ({ token: takeToken(), opening: 1 }));
  useEffect(() => {
    // The address of another link differs only after the #, for which the browser does not load the page again.
    const openNext = () => {
      const token = takeToken();
      if (token !== undefined) setLink(({ opening }) => ({ token, opening: opening + 1 }));
    };
    window.addEventListener('hashchange', openNext);
    return () => window.removeEventListener('hashchange', openNext);
  }, []);
  return link;
}

/** Reads the one-time token of `#token=…` and removes it from the URL, so that it is not stored, copied or bookmarked. */
function takeToken(): string | undefined {
  const { hash, pathname, search } = window.location;
  const token = new URLSearchParams(hash.slice(1)).get('token');
  if (token === null || token === '') return undefined;
  window.history.replaceState(window.history.state, '', pathname + search);
  return token;
}
