import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Provider } from 'oidc-provider';
import { demoProgram, peerHost } from './demo-program.ts';

export const peer = {
  issuer: `http://${peerHost}`,
  clientId: 'annals',
  clientSecret: 'the secret of a client for tests',
  /** Where the provider sends logout tokens; known once the provider is set up here. */
  backChannelLogoutUrl: '',
};
/** Passes logout tokens on, because a client is registered before its address is known. */
const logoutPath = '/logout-tokens';

/** A real OpenID Connect provider on loopback that signs in anyone without a password. */
export async function startPeer(): Promise<{ close(): Promise<void> }> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const provider = new Provider(peer.issuer, {
    clients: [
      {
        client_id: peer.clientId,
        client_secret: peer.clientSecret,
        redirect_uris: [`${demoProgram.url}/login`],
        post_logout_redirect_uris: [`${demoProgram.url}/login`],
        backchannel_logout_uri: `${peer.issuer}${logoutPath}`,
        backchannel_logout_session_required: true,
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig' }] },
    cookies: { keys: ['a key for tests'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    scopes: ['openid', 'email', 'profile'],
    pkce: { required: () => true },
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (context, confirmation) => {
          context.body = logoutPage(confirmation);
        },
      },
    },
    // Its own refuses addresses on loopback.
    fetch: (url, options) => fetch(url, { ...options, dispatcher: undefined } as RequestInit),
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, email) => ({
      accountId: email,
      claims: () => ({ sub: email, email, email_verified: true, name: nameIn(email) }),
    }),
    ttl: { AccessToken: 60, Grant: 600, IdToken: 60, Interaction: 600, Session: 600 },
  });
  const answer = provider.callback();
  const server = createServer((request, response) => {
    if (request.url === logoutPath) return void passOn(request, response);
    if (request.url?.startsWith('/interaction/') !== true) return void answer(request, response);
    interact(provider, request, response).catch((error: unknown) => {
      response.writeHead(500, { 'content-type': 'text/plain' }).end(String(error));
    });
  });
  const { hostname, port } = new URL(peer.issuer);
  server.listen(Number(port), hostname);
  await once(server, 'listening');
  return {
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

const form = `<!doctype html><html lang="en"><meta charset="utf-8"><title>The provider</title>
<h1>Sign in at the provider</h1><form method="post"><label>Email <input name="email"></label><button>Continue</button></form></html>`;

const logoutPage = (confirmation: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>The provider</title>
<h1>Sign out at the provider</h1>${confirmation}<button form="op.logoutForm" name="logout" value="yes">Sign out</button></html>`;

async function passOn(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = new URLSearchParams(await textOf(request));
  const passed = await fetch(peer.backChannelLogoutUrl, { method: 'POST', body });
  response.writeHead(passed.status).end(await passed.text());
}

async function interact(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { prompt, params, session } = await provider.interactionDetails(request, response);
  if (prompt.name === 'login') {
    if (request.method === 'GET')
      return void response.writeHead(200, { 'content-type': 'text/html' }).end(form);
    const accountId = new URLSearchParams(await textOf(request)).get('email') ?? '';
    return provider.interactionFinished(request, response, { login: { accountId } });
  }
  const grant = new provider.Grant({
    accountId: session?.accountId ?? '',
    clientId: String(params['client_id']),
  });
  grant.addOIDCScope(String(params['scope']));
  const grantId = await grant.save();
  return provider.interactionFinished(request, response, { consent: { grantId } });
}

async function textOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  return body;
}

/** "Carla Colleague" for carla.colleague@example.org */
function nameIn(email: string): string {
  const [local = ''] = email.split('@', 1);
  return local
    .split('.')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}
