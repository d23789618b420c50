/**
 * The cookie with which a browser shows that the second factor was given in it: up to five secrets, the latest first,
 * because several people may use a browser. It signs nobody in by itself.
 */
const cookieName = 'annals-trusted-devices';
/** Browsers accept it only from this very host, with TLS, for all its paths (RFC 6265bis, section 4.1.3.2). */
const secureCookieName = `__Host-${cookieName}`;
const maxSecrets = 5;
const maxCookieHeaderLength = 16_384;

const secretForm = /^[\w-]{43}$/;

/** The pair of the cookie in a Cookie header, which holds no other; undefined if there is none. */
export function readDeviceCookie(header: string | undefined): string | undefined {
  if (header === undefined || header.length > maxCookieHeaderLength) return undefined;
  const pairs = header.split(';').map((pair) => pair.trim());
  const found = [secureCookieName, cookieName]
    .map((name) => pairs.find((pair) => pair.startsWith(`${name}=`)))
    .find((pair) => pair !== undefined);
  return found !== undefined && readSecrets(found).length > 0 ? found : undefined;
}

/** The secrets in a Cookie header. */
export function deviceSecretsIn(header: string | undefined): string[] {
  const pair = readDeviceCookie(header);
  return pair === undefined ? [] : readSecrets(pair);
}

/** A Set-Cookie header that adds a secret to those the browser has. */
export function setDeviceCookie(
  secret: string,
  present: readonly string[],
  { maxAgeMs, isSecure }: { maxAgeMs: number; isSecure: boolean },
): string {
  const secrets = [secret, ...present.filter((each) => each !== secret)].slice(0, maxSecrets);
  const name = isSecure ? secureCookieName : cookieName;
  const attributes = [
    `${name}=${secrets.join('.')}`,
    'Path=/',
    `Max-Age=${Math.floor(maxAgeMs / 1_000)}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(isSecure ? ['Secure'] : []),
  ];
  return attributes.join('; ');
}

/** Whether a Set-Cookie header sets this cookie and no other. */
export function isDeviceCookie(header: unknown): header is string {
  return (
    typeof header === 'string' &&
    /^(?:__Host-)?annals-trusted-devices=[\w.-]+; [\w=;/ -]+$/.test(header)
  );
}

function readSecrets(pair: string): string[] {
  const secrets = pair.slice(pair.indexOf('=') + 1).split('.');
  return secrets.length <= maxSecrets && secrets.every((secret) => secretForm.test(secret))
    ? secrets
    : [];
}
