import { randomUUID } from 'node:crypto';
import type { Database } from '@annals/kit/database/database';
import { callers, people, type FixtureCaller } from './callers.ts';
import * as inserted from './inserted-rows.ts';
import { noDemands } from './no-demands.ts';
import { RunningService, type Answer } from './running-service.ts';
import { assignToUnit } from './inserted-units.ts';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export const resourceLocations = ['own', 'foreign', 'absent'] as const;
/** Where a resource is, as seen from the unit administrator. */
export type ResourceLocation = (typeof resourceLocations)[number];
type ExistingLocation = Exclude<ResourceLocation, 'absent'>;

/** `home` is the administrator's unit and the one beside it; `person` is a user there who has signed in. */
export type Kind =
  | 'user'
  | 'unit'
  | 'provider'
  | 'domain'
  | 'token'
  | 'application'
  | 'session'
  | 'trustedDevice'
  | 'identity'
  | 'invitation'
  | 'role'
  | 'factor'
  | 'signature'
  | 'signInRule'
  | 'eventWebhook'
  | 'eventWebhookAttempt'
  | 'home'
  | 'person'
  | 'partition';

/** What a rule demands that locks out nobody. */
export const signInRule = { ...noDemands, idleMinutes: 60 };

export interface WantedResource {
  kind: Kind;
  place: ResourceLocation;
  caller: FixtureCaller | undefined;
  /** Resources that the same call names before this one, by parameter. */
  enclosing: Readonly<Record<string, string>>;
}

const absent = new Map<Kind, string>([
  ['role', 'NO_SUCH_ROLE'],
  ['domain', 'absent.example'],
]);
const noKeys = { id: '', headers: {} };

/**
 * All callers, in a tree of "root", the administrator's "north" and "south" beside it. Calls do not see each other's
 * effects: resources are created for each call, unless it changes nothing.
 */
export class AccessFixture {
  readonly partitions = { own: randomUUID(), foreign: randomUUID() };
  readonly #keys = new Map<string, { id: string; headers: Record<string, string> }>();
  readonly #fixed: Record<'home' | 'person', Record<ExistingLocation, string>> = {
    home: { own: '', foreign: '' },
    person: { own: '', foreign: '' },
  };
  readonly #shared = new Map<string, Promise<string>>();
  readonly #names = new Map<string, string>();
  #counter = 0;

  private constructor(
    readonly database: Database,
    readonly running: RunningService,
    readonly issuer: Issuer,
  ) {}

  static async make(database: Database): Promise<AccessFixture> {
    const issuer = await startIssuer();
    const fixture: AccessFixture = new AccessFixture(
      database,
      await RunningService.start(database, {
        providerHosts: [new URL(issuer.origin).host],
        resolveTxt: inserted.recordsOf(database),
        findMembership: async (_userId, partitionId) => fixture.#membership(partitionId),
        findMembers: async (partitionId, _asOf, { after }) =>
          after === undefined && partitionId === fixture.partitions.own ? [fixture.#member] : [],
      }),
      issuer,
    );
    for (const { name, role } of people) {
      const { userId, token } = await fixture.running.createAndSignIn(`${role}@example.org`, role);
      fixture.#keys.set(name, { id: userId, headers: { authorization: `Bearer ${token}` } });
    }
    await fixture.#createUnits();
    await fixture.#createTokens();
    return fixture;
  }

  async stop(): Promise<void> {
    await this.running.stop();
    this.issuer.server.closeAllConnections();
    this.issuer.server.close();
  }

  /** Without a caller it is a stranger. */
  send(
    caller: FixtureCaller | undefined,
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    return this.running.call(method, path, {
      body,
      headers: { ...this.#keysOf(caller).headers, ...headers },
    });
  }

  /** The same, in a session used for nothing else. */
  async callOnce(
    role: FixtureCaller['role'],
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const { token } = await this.running.createAndSignIn(`once-${this.unique()}@example.org`, role);
    return this.running.call(method, path, { token, body, headers });
  }

  headersOf(caller: FixtureCaller): Record<string, string> {
    return this.#keysOf(caller).headers;
  }

  idOf(caller: FixtureCaller): string {
    return this.#keysOf(caller).id;
  }

  /** The name by which a resource is searched. */
  nameOf(id: string): string {
    return this.#names.get(id) ?? `none-${id}`;
  }

  /** For the name or email of something new. */
  unique(): number {
    return (this.#counter += 1);
  }

  /** A resource created for this call, or a shared one if the call changes nothing. */
  async resource(wanted: WantedResource, isShared: boolean): Promise<string> {
    const { kind, place } = wanted;
    if (place === 'absent') return absent.get(kind) ?? randomUUID();
    if (kind === 'partition') return this.partitions[place];
    if (kind === 'home' || kind === 'person') return this.#fixed[kind][place];
    if (!isShared || kind === 'factor' || kind === 'signature') return this.#create(wanted, place);
    const key = [kind, place, ...Object.values(wanted.enclosing)].join(' ');
    const known = this.#shared.get(key) ?? this.#create(wanted, place);
    this.#shared.set(key, known);
    return known;
  }

  insertFactor(userId: string, isConfirmed: boolean): Promise<string> {
    return inserted.insertFactor(this.database, this.running.now, { userId, isConfirmed });
  }

  #keysOf(caller: FixtureCaller | undefined) {
    return (caller && this.#keys.get(caller.name)) ?? noKeys;
  }

  get homeOfOwn(): string {
    return this.#fixed.home.own;
  }

  /** Of the caller's own partition. */
  readonly #member = {
    userId: randomUUID(),
    role: 'READER' as const,
    username: 'member',
    name: 'Member',
    sinceDate: '2026-01-01T00:00:00Z',
    removedDate: null,
    byId: '00000000-0000-7000-8000-000000000000',
  };

  #membership(partitionId: string) {
    const { own, foreign } = this.partitions;
    if (partitionId !== own && partitionId !== foreign) return undefined;
    const role = partitionId === own ? ('READER' as const) : null;
    return { partitionName: 'P', role, sinceDate: null };
  }

  async #createUnits(): Promise<void> {
    const root = await this.#post('/v1/organizational-units?name=root');
    const { home, person } = this.#fixed;
    for (const [place, name] of [['own', 'north'] as const, ['foreign', 'south'] as const]) {
      home[place] = await this.#post(`/v1/organizational-units?name=${name}&parentId=${root}`);
      person[place] = (await this.running.createAndSignIn(`${name}@example.org`, 'USER')).userId;
      this.#named(person[place], `${name}@example.org`);
      await assignToUnit(this.database, home[place], person[place]);
      await inserted.insertToken(this.database, this.running.now, { userId: person[place] });
      for (const kind of ['provider', 'application'] as const)
        await this.#create({ kind, place, caller: undefined, enclosing: {} }, place);
    }
    const between = await this.running.createAndSignIn('between@example.org', 'USER');
    await assignToUnit(this.database, home.own, between.userId);
    await assignToUnit(this.database, home.foreign, between.userId);
    for (const caller of people)
      if (caller.role === 'ORG_ADMIN')
        await assignToUnit(this.database, home.own, this.idOf(caller));
  }

  async #createTokens(): Promise<void> {
    for (const { name, kind, role, scopes } of callers) {
      if (kind === 'session') continue;
      const master = people.find((each) => each.role === 'GLOBAL_MASTER');
      const application = { name, organizationalUnitId: this.#fixed.home.own, roles: [role] };
      const id =
        kind === 'token' && master
          ? this.idOf(master)
          : await this.#post('/v1/applications', application);
      const path = kind === 'token' ? '/v1/tokens' : `/v1/applications/${id}/tokens`;
      const { body } = await this.#asMaster('POST', path, {
        description: name,
        scopes,
        expiresDate: null,
      });
      const { token = '' } = body as { token?: string };
      this.#keys.set(name, { id, headers: { 'x-akarion-api-token': token } });
    }
  }

  async #create(wanted: WantedResource, place: ExistingLocation): Promise<string> {
    const { kind, enclosing, caller } = wanted;
    const { person } = this.#fixed;
    const unit = this.#fixed.home[place];
    const name = `resource-${this.unique()}-x`;
    const { now } = this.running;
    const owningUser = async () =>
      enclosing['userId'] ??
      (await this.#create({ ...wanted, kind: 'user', enclosing: {} }, place));
    switch (kind) {
      case 'user':
        return this.#named(await this.#inviteTo(unit, name), `${name}@example.org`);
      case 'unit': {
        const id = await this.#post(`/v1/organizational-units?name=${name}&parentId=${unit}`);
        await this.#asMaster('PUT', `/v1/organizational-units/${id}/roles?role=USER`);
        return this.#named(id, name);
      }
      case 'provider': {
        const issuer = this.issuer.origin;
        const path = `/v1/identity-providers?organizationalUnitId=${unit}`;
        return this.#named(await this.#post(path, { name, issuer, clientId: 'annals' }), name);
      }
      case 'domain':
        return inserted.insertDomain(this.database, now, {
          domain: `${name}.example`,
          providerId: enclosing['identityProviderId'],
          unitId: enclosing['organizationalUnitId'] ?? unit,
        });
      case 'application': {
        const application = { name, organizationalUnitId: unit, roles: ['USER'] };
        return this.#named(await this.#post('/v1/applications', application), name);
      }
      case 'invitation': {
        const userId = await this.#inviteTo(unit, name);
        const { body } = await this.#asMaster('GET', `/v1/users/invitations?userId=${userId}`);
        return body.data?.[0]?.id ?? '';
      }
      case 'role':
        return this.#createRole(place);
      case 'factor':
      case 'signature': {
        const isOwn = place === 'own' && caller?.kind === 'session';
        const userId = isOwn ? this.idOf(caller) : person.foreign;
        return kind === 'factor'
          ? this.insertFactor(userId, false)
          : inserted.insertSignature(this.database, now, { userId });
      }
      case 'session':
        return inserted.insertSession(this.database, now, { userId: await owningUser() });
      case 'trustedDevice':
        return inserted.insertTrustedDevice(this.database, now, { userId: await owningUser() });
      case 'identity': {
        const providerId = await this.resource(
          { ...wanted, kind: 'provider', enclosing: {} },
          true,
        );
        return inserted.insertIdentity(this.database, now, {
          userId: await owningUser(),
          providerId,
        });
      }
      case 'token': {
        const { applicationId } = enclosing;
        const owner = applicationId ? { applicationId } : { userId: await owningUser() };
        return inserted.insertToken(this.database, now, owner);
      }
      case 'signInRule': {
        const below = `/v1/organizational-units?name=${name}&parentId=${unit}`;
        const organizationalUnitId = await this.#post(below);
        return this.#post('/v1/sign-in-rules', {
          ...signInRule,
          role: null,
          organizationalUnitId,
        });
      }
      case 'eventWebhook':
        return inserted.insertEventWebhook(this.database, person.own);
      case 'eventWebhookAttempt': {
        const webhookId =
          enclosing['eventWebhookId'] ??
          (await inserted.insertEventWebhook(this.database, person.own));
        return inserted.insertEventWebhookAttempt(this.database, webhookId);
      }
      default:
        throw new Error(`${kind} is not created for a call.`);
    }
  }

  #named(id: string, name: string): string {
    this.#names.set(id, name);
    return id;
  }

  #inviteTo(unit: string, name: string): Promise<string> {
    const email = `${name}@example.org`;
    return this.#post('/v1/users', { email, roles: ['USER'], organizationalUnitIds: [unit] });
  }

  /** The administrator has all permissions of one role, and not those of the other. */
  async #createRole(place: ExistingLocation): Promise<string> {
    const name = `ROLE_${this.unique()}`;
    const permissions = [place === 'own' ? 'partitions:write' : 'data-users:read'];
    const role = { name, description: '', permissions, scope: 'all' };
    const { status, body } = await this.#asMaster('POST', '/v1/roles', role);
    if (status !== 201) throw new Error(`POST /v1/roles: ${status} ${JSON.stringify(body)}`);
    return name;
  }

  #asMaster(method: string, path: string, body?: unknown) {
    return this.send(
      people.find(({ role }) => role === 'GLOBAL_MASTER'),
      method,
      path,
      body,
    );
  }

  async #post(path: string, given?: object): Promise<string> {
    const { status, body } = await this.#asMaster('POST', path, given);
    if (status !== 201 || body.id === undefined)
      throw new Error(`POST ${path}: ${status} ${JSON.stringify(body)}`);
    return body.id;
  }
}

interface Issuer {
  server: Server;
  origin: string;
}

/** A provider that only answers discovery and keys. */
function startIssuer(): Promise<Issuer> {
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
