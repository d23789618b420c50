import type { FastifyInstance } from 'fastify';
import { say } from '@annals/contracts/messages';
import { badRequest } from '@annals/kit/problem';

// Tokens are in the browser's storage, so only our own scripts may run: nothing inline, no markup from strings (Trusted
// Types), nothing from elsewhere. The one policy of Trusted Types makes the URL of the worker that reads imported files
// (console/src/features/transfers/import/reading/start-worker.ts).
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types file-worker',
].join('; ');

const unusedFeatures = [
  'camera',
  'microphone',
  'geolocation',
  'payment',
  'usb',
  'serial',
  'midi',
  'display-capture',
];

const always = {
  'content-security-policy': contentSecurityPolicy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': unusedFeatures.map((feature) => `${feature}=()`).join(', '),
  // Links in mails contain their token in the address.
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
};

const halfYear = 15_552_000;

/**
 * The headers of every response of the console server.
 * @param overTls the public address is https, so HSTS is sent
 */
export const securityHeaders = (overTls: boolean): Readonly<Record<string, string>> =>
  overTls ? { ...always, 'strict-transport-security': `max-age=${halfYear}` } : always;

/** Refuses a request with two Host headers. */
export function refuseSeveralHosts(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (countHosts(request.raw.rawHeaders) > 1) done(badRequest(say('severalHosts')));
    else done();
  });
}

/** Node keeps the first of several, while a server in front may use the last (RFC 9112, 3.2). */
function countHosts(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count;
}
