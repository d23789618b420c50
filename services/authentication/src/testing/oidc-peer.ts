import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair } from 'jose';
import { Provider, type ClientMetadata } from 'oidc-provider';
import { publicUrl } from './running-service.ts';

interface PeerAccount {
  email?: string;
  email_verified?: boolean;
  name?: string;
  groups?: string[];
}

const redirectUri = `${publicUrl}/login`;
const client = (
  id: string,
  method: ClientMetadata['token_endpoint_auth_method'],
  more: Partial<ClientMetadata> = {},
) => ({
  client_id: id,
  ...(method === 'none' ? {} : { client_secret: `secret of ${id}` }),
  redirect_uris: [redirectUri],
  post_logout_redirect_uris: [redirectUri],
  token_endpoint_auth_method: method,
  ...more,
});
/** Where logout tokens of the provider arrive, to be passed on by the test. */
const logoutPath = '/logout-tokens';

/** A real OpenID Connect provider on loopback, which signs in the account that the test names without asking. */
export class OidcPeer {
  readonly accounts = new Map<string, PeerAccount>();
  /** Receives the logout tokens that the provider sends. */
  onLogoutToken: (token: string) => Promise<number> = async () => 400;
  /** Whether the browser goes on with its session at the provider. */
  keepsSession = false;
  /** How often the provider asked who is there. */
  timesAsked = 0;
  /** When it has done so, in seconds since 1970; by default now. */
  askedAt: number | undefined;
  /** The cookies of the browser that signed in last. */
  #cookies = new Map<string, string>();
  #signingIn = '';

  private constructor(
    readonly server: Server,
    readonly host: string,
  ) {}

  get issuer(): string {
    return `http://${this.host}`;
  }

  static async start(): Promise<OidcPeer> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const peer = new OidcPeer(server, `127.0.0.1:${(server.address() as AddressInfo).port}`);
    const { privateKey } = await generateKeyPair('RS256', { extractable: true });
    const provider = new Provider(peer.issuer, {
      clients: [
        client('basic', 'client_secret_basic', {
          backchannel_logout_uri: `${peer.issuer}${logoutPath}`,
          backchannel_logout_session_required: true,
        }),
        client('symmetric', 'client_secret_basic', { id_token_signed_response_alg: 'HS256' }),
        client('signed', 'client_secret_basic', { userinfo_signed_response_alg: 'RS256' }),
        client('post', 'client_secret_post'),
        client('public', 'none'),
      ],
      jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'one' }] },
      cookies: { keys: ['a key for tests'] },
      claims: {
        openid: ['sub'],
        email: ['email', 'email_verified'],
        profile: ['name'],
        groups: ['groups'],
      },
      scopes: ['openid', 'email', 'profile', 'groups'],
      pkce: { required: () => true },
      features: {
        devInteractions: { enabled: false },
        backchannelLogout: { enabled: true },
        jwtUserinfo: { enabled: true },
        rpInitiatedLogout: {
          enabled: true,
          logoutSource: (context, form) => {
            context.body = form;
          },
        },
      },
      enabledJWA: { idTokenSigningAlgValues: ['RS256', 'HS256'] },
      // Its own refuses addresses on loopback.
      fetch: (url, options) =>
        fetch(url, { ...options, dispatcher: undefined } as unknown as RequestInit),
      interactions: { url: (_, { uid }) => `/interaction/${uid}` },
      findAccount: (_, id) => {
        const account = peer.accounts.get(id);
        return account && { accountId: id, claims: () => ({ sub: id, ...account }) };
      },
      ttl: { AccessToken: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
    });
    const answer = provider.callback();
    server.on('request', (request, response) => {
      if (request.url === logoutPath)
        return void textOf(request)
          .then((form) => peer.onLogoutToken(new URLSearchParams(form).get('logout_token') ?? ''))
          .then((status) => response.writeHead(status).end());
      if (request.url?.startsWith('/interaction/') !== true) return void answer(request, response);
      peer.#interact(provider, request, response).catch((error: unknown) => {
        response.writeHead(500).end(String(error));
      });
    });
    return peer;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((closed) => this.server.close(closed));
  }

  /** Takes a browser through the provider, where this account signs in, and returns what comes back to the console. */
  async signIn(
    authorizationUrl: string,
    accountId: string,
  ): Promise<{ code: string; state: string; iss?: string }> {
    this.#signingIn = accountId;
    if (!this.keepsSession) this.#cookies = new Map();
    const answer = await this.#follow(authorizationUrl);
    if (answer['error'] !== undefined) throw new Error(JSON.stringify(answer));
    return answer as { code: string; state: string };
  }

  /** Takes the browser that signed in last to the address where it signs out, and confirms. */
  async signOut(providerSignOutUrl: string): Promise<void> {
    const response = await this.#open(providerSignOutUrl);
    const page = await response.text();
    const [, action = ''] = /action="([^"]+)"/.exec(page) ?? [];
    const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(page) ?? [];
    if (action === '') throw new Error(`The provider does not sign out: ${page}`);
    const body = new URLSearchParams({ xsrf, logout: 'yes' });
    const confirmed = await this.#open(action, { method: 'POST', body });
    const location = confirmed.headers.get('location');
    if (location?.startsWith(redirectUri) !== true)
      throw new Error(`The provider leads to ${location}`);
  }

  /** Follows redirects until one leads back to the console, and returns its parameters. */
  async #follow(start: string): Promise<Record<string, string>> {
    let address = start;
    for (let step = 0; step < 10; step += 1) {
      const response = await this.#open(address);
      const location = response.headers.get('location');
      if (location === null)
        throw new Error(`The provider stops at ${address}: ${await response.text()}`);
      const next = new URL(location, address);
      if (next.href.startsWith(redirectUri)) return Object.fromEntries(next.searchParams);
      address = next.href;
    }
    throw new Error('The provider redirects for ever.');
  }

  async #open(address: string, init: RequestInit = {}): Promise<Response> {
    const response = await fetch(new URL(address, this.issuer), {
      ...init,
      redirect: 'manual',
      headers: { cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      this.#cookies.set(name, value);
    }
    return response;
  }

  async #interact(
    provider: Provider,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const { prompt, params, session } = await provider.interactionDetails(request, response);
    if (prompt.name === 'login') {
      this.timesAsked += 1;
      return provider.interactionFinished(request, response, {
        login: {
          accountId: this.#signingIn,
          ...(this.askedAt !== undefined && { ts: this.askedAt }),
        },
      });
    }
    const grant = new provider.Grant({
      accountId: session?.accountId ?? '',
      clientId: String(params['client_id']),
    });
    grant.addOIDCScope(String(params['scope']));
    const grantId = await grant.save();
    return provider.interactionFinished(request, response, { consent: { grantId } });
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  return body;
}
