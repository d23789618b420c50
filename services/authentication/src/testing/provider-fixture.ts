import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { TestDatabase } from '@annals/kit/testing/databases';
import { OidcPeer } from './oidc-peer.ts';
import { ProviderCalls, type ProviderAnswer } from './provider-calls.ts';
import { RunningService } from './running-service.ts';

/** The service with one real identity provider on loopback. */
export class ProviderFixture {
  /** The id of the provider in the service. */
  id = '';
  peer!: OidcPeer;
  readonly running: RunningService;
  readonly calls: ProviderCalls;
  #accounts = 0;

  private constructor(open: TestDatabase['open']) {
    this.running = RunningService.forAll(open, async () => {
      this.peer = await OidcPeer.start();
      return { providerHosts: [this.peer.host] };
    });
    this.calls = new ProviderCalls(this.running);
  }

  /** For all tests of a `describe`: started before them on a new database, reset before each, and stopped after them. */
  static forAll(open: TestDatabase['open']): ProviderFixture {
    const fixture = new ProviderFixture(open);
    const { running, calls } = fixture;
    beforeAll(async () => {
      ({ token: calls.token } = await running.createAndSignIn(
        'master@example.org',
        'GLOBAL_MASTER',
      ));
      fixture.id = await calls.make(fixture.#settings());
    });
    beforeEach(() => fixture.reset());
    afterAll(() => fixture.peer.stop());
    return fixture;
  }

  /** Restores the provider's initial settings. */
  async reset(): Promise<void> {
    const { status, body } = await this.calls.change(this.id, this.#settings());
    if (status !== 200) throw new Error(JSON.stringify(body));
  }

  /** A new account at the provider. */
  account(more: object = {}): { subject: string; email: string; name: string } {
    this.#accounts += 1;
    const subject = `account-${this.#accounts}`;
    const email = `${subject}@example.org`;
    const name = `Person ${this.#accounts}`;
    this.peer.accounts.set(subject, { email, email_verified: true, name, ...more });
    return { subject, email, name };
  }

  async signIn(subject: string, query = ''): Promise<ProviderAnswer> {
    const { calls, peer, id } = this;
    return calls.finish(await peer.signIn(await calls.start(id, query), subject));
  }

  async lastEvent(
    action: string,
  ): Promise<{ subject: string; before?: object; after: Record<string, unknown> } | undefined> {
    const [event] = await this.running.database.query<{
      subject: string;
      before: object | null;
      after: Record<string, unknown>;
    }>(
      sql`select subject, before, after from authentication.event where action = ${action} order by seq desc limit 1`,
    );
    if (!event) return undefined;
    const { before, ...rest } = event;
    return { ...rest, ...(before && { before }) };
  }

  #settings() {
    return {
      name: 'Peer',
      issuer: this.peer.issuer,
      clientId: 'basic',
      clientSecret: 'secret of basic',
      clientAuthentication: 'client_secret_basic',
      enabled: true,
      scopes: ['openid', 'email', 'profile', 'groups'],
      endpoints: {},
      emailDomains: [],
      claimMap: { groups: 'groups' },
      groupRoles: {},
      trustEmail: false,
      trustSecondFactor: false,
      provisioning: 'CREATE',
      newUserRoles: ['USER'],
      newUserOrganizationalUnitId: null,
    };
  }
}
