import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, type CryptoKey, type JWK } from 'jose';

type Json = Record<string, unknown>;

/** How the provider misbehaves; omitted: it does not. */
export interface Misbehaviour {
  discovery?: Json;
  /** Responds to discovery instead of the document. */
  answerDiscovery?: (response: ServerResponse) => void;
  idToken?: Json;
  /** Claims to be removed from the ID token. */
  without?: string[];
  userinfo?: Json;
  userinfoStatus?: number;
  signWith?: 'another key' | 'none' | 'the client secret';
  token?: Json;
  /** Of its token response. */
  tokenStatus?: number;
  /** Of the header of its tokens; null: none. */
  kid?: string | null;
  /** Userinfo is signed (OpenID Connect Core 1.0, section 5.3.2). */
  signsUserinfo?: boolean;
  /** Pages of the groups that it leaves out of its tokens; a status instead is an error. */
  leftOut?: (string[] | number)[];
  /** Responds to the keys instead of the set. */
  keys?: Json[];
}

/** A request to the token endpoint. */
export interface TokenRequest {
  form: URLSearchParams;
  authorization: string | undefined;
}

/** A minimal OpenID Connect provider that can be told to misbehave. It only checks that a code is used once. */
export class FakeProvider {
  misbehaviour: Misbehaviour = {};
  readonly requestedPaths: string[] = [];
  /** The trace headers of the requests. */
  readonly traces: (string | undefined)[] = [];
  /** The subject that signs in. */
  subject = 'fake-subject';
  email: string | undefined = 'fake@example.org';
  readonly tokenRequests: TokenRequest[] = [];
  /** The Authorization headers with which left out groups were requested. */
  readonly bearers: (string | undefined)[] = [];
  readonly #nonces = new Map<string, string>();
  #codes = 0;

  private constructor(
    private readonly server: Server,
    readonly host: string,
    private keys: { mine: CryptoKey; other: CryptoKey; shown: JWK },
  ) {}

  get issuer(): string {
    return `http://${this.host}`;
  }

  static async start(): Promise<FakeProvider> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const fake = new FakeProvider(server, host, await makeKeys('one'));
    server.on('request', (request, response) => {
      let body = '';
      fake.traces.push(request.headers['traceparent'] as string | undefined);
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        const { authorization } = request.headers;
        const url = new URL(request.url ?? '/', fake.issuer);
        fake.#answer(url, { body, authorization }, response).catch(() => {
          response.writeHead(500).end();
        });
      });
    });
    return fake;
  }

  /** Signs with a new key from now on, and publishes no other. */
  async rotate(kid = `key-${(this.#codes += 1)}`): Promise<void> {
    this.keys = await makeKeys(kid);
  }

  /** A token that ends sessions here (OpenID Connect Back-Channel Logout 1.0, section 2.4). */
  logoutToken(claims: Json, without: readonly string[] = []): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    const all: Json = {
      iss: this.issuer,
      aud: 'fake-client',
      iat: now,
      exp: now + 120,
      jti: `logout-${(this.#codes += 1)}`,
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
      ...claims,
    };
    for (const name of without) delete all[name];
    return this.#sign(all);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((closed) => this.server.close(closed));
  }

  /** The public key that it signs with. */
  get publicKey(): JWK {
    return this.keys.shown;
  }

  /** The parameters that a browser would bring back to the console from this address. */
  authorize(authorizationUrl: string): { code: string; state: string } {
    const { searchParams } = new URL(authorizationUrl);
    const code = `code-${(this.#codes += 1)}`;
    this.#nonces.set(code, searchParams.get('nonce') ?? '');
    return { code, state: searchParams.get('state') ?? '' };
  }

  async #answer(
    url: URL,
    { body, authorization }: { body: string; authorization: string | undefined },
    response: ServerResponse,
  ): Promise<void> {
    this.requestedPaths.push(url.pathname);
    const send = (value: unknown, status = 200) =>
      void response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(JSON.stringify(value));
    const { misbehaviour, issuer } = this;
    // Products publish their document below a path of the tenant, the realm or the application.
    const wellKnown = '/.well-known/openid-configuration';
    switch (url.pathname.endsWith(wellKnown) ? wellKnown : url.pathname) {
      case wellKnown:
        if (misbehaviour.answerDiscovery) return misbehaviour.answerDiscovery(response);
        return send({
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          userinfo_endpoint: `${issuer}/userinfo`,
          jwks_uri: `${issuer}/jwks`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['RS256'],
          code_challenge_methods_supported: ['S256'],
          scopes_supported: ['openid', 'email', 'profile'],
          ...misbehaviour.discovery,
        });
      case '/jwks':
        return send({ keys: misbehaviour.keys ?? [this.keys.shown] });
      case '/userinfo': {
        const claims = { sub: this.subject, ...misbehaviour.userinfo };
        if (!misbehaviour.signsUserinfo) return send(claims, misbehaviour.userinfoStatus);
        const signed = await this.#sign({ iss: issuer, aud: 'fake-client', ...claims });
        return void response.writeHead(200, { 'content-type': 'application/jwt' }).end(signed);
      }
      case '/me/getMemberObjects': {
        this.bearers.push(authorization);
        const page = Number(url.searchParams.get('page') ?? 0);
        const { leftOut = [] } = misbehaviour;
        const value = leftOut[page];
        if (!Array.isArray(value)) return send({ error: { code: 'Denied' } }, value ?? 403);
        const next = `${issuer}/me/getMemberObjects?page=${page + 1}`;
        return send({ value, ...(page + 1 < leftOut.length && { '@odata.nextLink': next }) });
      }
      case '/token': {
        const form = new URLSearchParams(body);
        this.tokenRequests.push({ form, authorization });
        return this.#token(form, send);
      }
      default:
        return send({}, 404);
    }
  }

  async #token(
    form: URLSearchParams,
    send: (value: unknown, status?: number) => void,
  ): Promise<void> {
    const code = form.get('code') ?? '';
    const nonce = this.#nonces.get(code);
    this.#nonces.delete(code);
    if (nonce === undefined) return send({ error: 'invalid_grant' }, 400);
    const { misbehaviour } = this;
    const now = Math.floor(Date.now() / 1000);
    const claims: Json = {
      iss: this.issuer,
      aud: 'fake-client',
      sub: this.subject,
      iat: now,
      exp: now + 60,
      nonce,
      name: 'Fake Person',
      ...(this.email === undefined ? {} : { email: this.email, email_verified: true }),
      ...misbehaviour.idToken,
    };
    for (const name of misbehaviour.without ?? []) delete claims[name];
    const tokens = {
      access_token: 'an access token',
      token_type: 'Bearer',
      id_token: await this.#sign(claims),
      ...misbehaviour.token,
    };
    send(tokens, misbehaviour.tokenStatus);
  }

  async #sign(claims: Json): Promise<string> {
    if (this.misbehaviour.signWith === 'none') return new UnsecuredJWT(claims).encode();
    if (this.misbehaviour.signWith === 'the client secret')
      return new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256' })
        .sign(new TextEncoder().encode('fake secret'.padEnd(32)));
    const { mine, other, shown } = this.keys;
    const kid = this.misbehaviour.kid === undefined ? shown.kid : this.misbehaviour.kid;
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', ...(typeof kid === 'string' && { kid }) })
      .sign(this.misbehaviour.signWith === 'another key' ? other : mine);
  }
}

async function makeKeys(kid: string) {
  const mine = await generateKeyPair('RS256', { extractable: true });
  const other = await generateKeyPair('RS256');
  const shown: JWK = { ...(await exportJWK(mine.publicKey)), alg: 'RS256', use: 'sig', kid };
  return { mine: mine.privateKey, other: other.privateKey, shown };
}
