import type { IncomingHttpHeaders } from 'node:http';

const longest = 4096;
const apiTokenHeader = 'x-akarion-api-token';
const bearer = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i;

/** The JWT of the Authorization header (RFC 6750, section 2.1); undefined when it is malformed or not alone. */
export function bearerOf(headers: IncomingHttpHeaders): string | undefined {
  const { authorization } = headers;
  if (authorization === undefined || authorization.length > longest) return undefined;
  // two credentials in one request could be interpreted differently by two readers
  if (headers[apiTokenHeader] !== undefined) return undefined;
  return bearer.exec(authorization)?.[1];
}

/** The value of the API token header; undefined when it is not the only credential. */
export function givenApiToken(headers: IncomingHttpHeaders): string | undefined {
  const token = headers[apiTokenHeader];
  if (headers.authorization !== undefined || typeof token !== 'string') return undefined;
  return token;
}
