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
  signWith?: 'another key' | 'none' | 'the client secret';
  token?: Json;
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
  readonly #nonces = new Map<string, string>();
  #codes = 0;

  private constructor(
    private readonly server: Server,
    readonly host: string,
    private readonly keys: { mine: CryptoKey; other: CryptoKey; shown: JWK },
  ) {}

  get issuer(): string {
    return `http://${this.host}`;
  }

  static async start(): Promise<FakeProvider> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const mine = await generateKeyPair('RS256', { extractable: true });
    const other = await generateKeyPair('RS256');
    const shown = { ...(await exportJWK(mine.publicKey)), alg: 'RS256', use: 'sig', kid: 'one' };
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const keys = { mine: mine.privateKey, other: other.privateKey, shown };
    const fake = new FakeProvider(server, host, keys);
    server.on('request', (request, response) => {
      let body = '';
      fake.traces.push(request.headers['traceparent'] as string | undefined);
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        fake.#answer(new URL(request.url ?? '/', fake.issuer), body, response).catch(() => {
          response.writeHead(500).end();
        });
      });
    });
    return fake;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((closed) => this.server.close(closed));
  }

  /** The parameters that a browser would bring back to the console from this address. */
  authorize(authorizationUrl: string): { code: string; state: string } {
    const { searchParams } = new URL(authorizationUrl);
    const code = `code-${(this.#codes += 1)}`;
    this.#nonces.set(code, searchParams.get('nonce') ?? '');
    return { code, state: searchParams.get('state') ?? '' };
  }

  async #answer(url: URL, body: string, response: ServerResponse): Promise<void> {
    this.requestedPaths.push(url.pathname);
    const send = (value: unknown, status = 200) =>
      void response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(JSON.stringify(value));
    const { misbehaviour, issuer } = this;
    switch (url.pathname) {
      case '/.well-known/openid-configuration':
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
        return send({ keys: [this.keys.shown] });
      case '/userinfo':
        return send({ sub: this.subject, ...misbehaviour.userinfo });
      case '/token':
        return this.#token(new URLSearchParams(body), send);
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
    send({
      access_token: 'an access token',
      token_type: 'Bearer',
      id_token: await this.#sign(claims),
      ...misbehaviour.token,
    });
  }

  async #sign(claims: Json): Promise<string> {
    if (this.misbehaviour.signWith === 'none') return new UnsecuredJWT(claims).encode();
    if (this.misbehaviour.signWith === 'the client secret')
      return new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256' })
        .sign(new TextEncoder().encode('fake secret'.padEnd(32)));
    const { mine, other } = this.keys;
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .sign(this.misbehaviour.signWith === 'another key' ? other : mine);
  }
}
