/** The one-time token of `#token=…`, taken out of the address bar so that it is not kept, copied or bookmarked. */
export function takeToken(): string | undefined {
  const { hash, pathname, search } = window.location;
  const token = new URLSearchParams(hash.slice(1)).get('token');
  if (token === null || token === '') return undefined;
  window.history.replaceState(window.history.state, '', pathname + search);
  return token;
}
