import { matchRoute, routes } from '@annals/contracts/routes';

/** Whether a page is open to everyone, signed in or not. */
export function isOpenPage(pathname: string): boolean {
  const route = matchRoute(pathname);
  // Aliases are public; the specification's table of routes does not list them.
  return route === undefined
    ? pathname.startsWith('/a/')
    : routes[route.name].access === 'everyone';
}
