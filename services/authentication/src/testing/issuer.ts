import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Issuer {
  server: Server;
  origin: string;
}

/** A provider that only answers discovery and keys. */
export function startIssuer(): Promise<Issuer> {
  return new Promise((resolve) => {
    const server = createServer((request, response) => {
      const origin = `http://${request.headers.host}`;
      const body = request.url?.startsWith('/.well-known/')
        ? {
            issuer: origin,
            authorization_endpoint: `${origin}/auth`,
            token_endpoint: `${origin}/token`,
            jwks_uri: `${origin}/jwks`,
            response_types_supported: ['code'],
            subject_types_supported: ['public'],
            id_token_signing_alg_values_supported: ['RS256'],
            code_challenge_methods_supported: ['S256'],
            scopes_supported: ['openid', 'email', 'profile'],
          }
        : { keys: [] };
      response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
    });
    server.listen(0, '127.0.0.1', () =>
      resolve({ server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }),
    );
  });
}
