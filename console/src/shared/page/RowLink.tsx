import { useRouter } from '@tanstack/react-router';
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import { afterPaint } from '../after-paint.ts';
import { parseSearch } from '../search.ts';

interface RowLinkProps {
  /** A path of the console with its query, as `pathTo` builds it. */
  to: string;
  className?: string | undefined;
  children: ReactNode;
}

/** How long the pointer has to stay before what lies behind the link is fetched, in milliseconds. */
const intentMs = 50;

/**
 * A link of one row among many. A router's link looks at each change of the address, to say whether it leads to the page
 * one is on; fifty of them are what a click on the list's own controls waited for. A row leads elsewhere and need not look.
 */
export function RowLink({ to, className, children }: RowLinkProps) {
  const router = useRouter();
  const intent = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(intent.current), []);
  const target = () => {
    const [path = '/', query = ''] = to.split('?', 2);
    return { to: path, search: parseSearch(query) };
  };
  const preload = () => {
    clearTimeout(intent.current);
    intent.current = setTimeout(() => {
      router.preloadRoute(target()).catch(() => undefined);
    }, intentMs);
  };
  const cancelPreload = () => clearTimeout(intent.current);
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    const elsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (event.defaultPrevented || event.button !== 0 || elsewhere) return;
    event.preventDefault();
    afterPaint(() => void router.navigate(target()));
  };
  return (
    <a
      href={router.history.createHref(to)}
      className={className}
      data-row=""
      onClick={follow}
      onPointerEnter={preload}
      onPointerLeave={cancelPreload}
      onFocus={preload}
      onBlur={cancelPreload}
    >
      {children}
    </a>
  );
}
