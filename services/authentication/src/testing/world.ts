import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { randomBytes, randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { uuidv7 } from 'uuidv7';
import type { Database } from '@annals/kit/database/database';
import { momentOf } from '../clock.ts';
import { RunningService } from './running-service.ts';

export const places = ['own', 'foreign', 'absent'] as const;
/** Where a thing is, seen from the unit administrator. */
export type Place = (typeof places)[number];

export type Kind =
  | 'user'
  | 'unit'
  | 'provider'
  | 'token'
  | 'application'
  | 'session'
  | 'identity'
  | 'invitation';

/** A provider that answers discovery and keys, and no more. */
function startIssuer(): Promise<{ server: Server; origin: string }> {
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

/**
 * A master, an auditor, a plain user, and the administrator of the unit "north" below "root"; beside it "south". Things
 * are made anew for each call, so that no call sees what another one left.
 */
export class World {
  readonly partitionId = randomUUID();
  readonly #tokens: Record<string, string> = {};
  readonly #units: Record<'own' | 'foreign', string> = { own: '', foreign: '' };
  #counter = 0;

  private constructor(
    readonly database: Database,
    readonly running: RunningService,
    readonly issuer: { server: Server; origin: string },
  ) {}

  static async make(database: Database): Promise<World> {
    const issuer = await startIssuer();
    const running = await RunningService.start(database, {
      providerHosts: [new URL(issuer.origin).host],
      findMembership: async () => ({ partitionName: 'P', role: 'READER', sinceDate: null }),
    });
    const world = new World(database, running, issuer);
    for (const role of ['GLOBAL_MASTER', 'ORG_ADMIN', 'AUDITOR', 'USER'])
      world.#tokens[role] = (await running.signedIn(`${role}@example.org`, role)).token;
    const root = await world.#made('/v1/organizational-units?name=root');
    world.#units.own = await world.#made(`/v1/organizational-units?name=north&parentId=${root}`);
    world.#units.foreign = await world.#made(
      `/v1/organizational-units?name=south&parentId=${root}`,
    );
    const admin = await running.get('/v1/users/current', world.tokenOf('ORG_ADMIN'));
    await world.#asMaster(
      'PUT',
      `/v1/users/${admin.body.id}/organizational-unit?organizationalUnitId=${world.#units.own}`,
    );
    // the administrator's own token says nothing of units; who is in which is asked at each call
    return world;
  }

  async stop(): Promise<void> {
    await this.running.stop();
    this.issuer.server.closeAllConnections();
    this.issuer.server.close();
  }

  tokenOf(role: string): string {
    return this.#tokens[role] ?? '';
  }

  /** The unit that a call on something at this place names beside it. */
  unitAt(place: Place): string {
    return place === 'foreign' ? this.#units.foreign : this.#units.own;
  }

  /** The values of a path's parameters, of things made for this call. */
  async thingsFor(
    names: readonly string[],
    kindOf: Readonly<Record<string, Kind>>,
    place: Place,
  ): Promise<Record<string, string>> {
    const things: Record<string, string> = {};
    for (const name of names) {
      const kind = kindOf[name];
      if (kind === undefined) continue;
      things[name] =
        place === 'absent' ? randomUUID() : await this.#make(kind, this.#units[place], things);
    }
    return things;
  }

  async #make(kind: Kind, unit: string, made: Record<string, string>): Promise<string> {
    const number = (this.#counter += 1);
    switch (kind) {
      case 'user':
        return this.#made('/v1/users', this.#newUser(number, unit));
      case 'unit': {
        const id = await this.#made(`/v1/organizational-units?name=u${number}&parentId=${unit}`);
        await this.#asMaster('PUT', `/v1/organizational-units/${id}/roles?role=USER`);
        return id;
      }
      case 'provider':
        return this.#made(`/v1/identity-providers?organizationalUnitId=${unit}`, {
          name: `P${number}`,
          issuer: this.issuer.origin,
          clientId: 'annals',
        });
      case 'application':
        return this.#made('/v1/applications', {
          name: `A${number}`,
          organizationalUnitId: unit,
          roles: ['USER'],
        });
      case 'invitation': {
        const userId = await this.#made('/v1/users', this.#newUser(number, unit));
        const { body } = await this.#asMaster('GET', `/v1/users/invitations?userId=${userId}`);
        return body.data?.[0]?.id ?? '';
      }
      case 'session':
        return this.#insertSession(made['userId'] ?? '');
      case 'identity':
        return this.#insertIdentity(made['userId'] ?? '', unit);
      case 'token':
        return this.#insertToken(
          made['applicationId'] ?? (await this.#make('user', unit, made)),
          made['applicationId'] !== undefined,
        );
    }
  }

  #newUser(number: number, unit: string) {
    return { email: `m${number}@example.org`, roles: ['USER'], organizationalUnitIds: [unit] };
  }

  async #insertSession(userId: string): Promise<string> {
    const id = uuidv7();
    const now = momentOf(this.running.now);
    const expires = momentOf(this.running.now + 3_600_000);
    await this.database.query(sql`
      insert into authentication.session (id, user_id, created, last_seen, expires_absolute, user_agent, address)
      values (${id}, ${userId}, ${now}, ${now}, ${expires}, '', '')`);
    return id;
  }

  async #insertIdentity(userId: string, unit: string): Promise<string> {
    const provider = await this.#make('provider', unit, {});
    const id = uuidv7();
    // beside a password, so that it is not the last way in
    await this.database.query(sql`
      insert into authentication.password (user_id, hash, changed) values (${userId}, 'x', ${momentOf(this.running.now)})
      on conflict do nothing`);
    await this.database.query(sql`
      insert into authentication.user_identity (id, provider_id, issuer, subject, user_id, linked)
      select ${id}, p.id, p.issuer, ${id}, ${userId}, ${momentOf(this.running.now)}
      from authentication.identity_provider p where p.id = ${provider}`);
    return id;
  }

  async #insertToken(ownerId: string, ofApplication: boolean): Promise<string> {
    const id = uuidv7();
    const [userId, applicationId] = ofApplication ? [null, ownerId] : [ownerId, null];
    await this.database.query(sql`
      insert into authentication.api_token
        (id, hash, prefix, description, user_id, application_id, scopes, created)
      values (${id}, ${randomBytes(32)}, 'x', 'matrix', ${userId}, ${applicationId}, '{read}', ${momentOf(this.running.now)})`);
    return id;
  }

  #asMaster(method: string, path: string, body?: unknown) {
    return this.running.call(method, path, { token: this.tokenOf('GLOBAL_MASTER'), body });
  }

  async #made(path: string, given?: object): Promise<string> {
    const { status, body } = await this.#asMaster('POST', path, given);
    if (status !== 201 || body.id === undefined)
      throw new Error(`POST ${path}: ${status} ${JSON.stringify(body)}`);
    return body.id;
  }
}
