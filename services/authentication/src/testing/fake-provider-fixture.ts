import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { TestDatabase } from '@annals/kit/testing/databases';
import { FakeProvider, type Misbehaviour } from './fake-provider.ts';
import { ProviderCalls, type ProviderAnswer } from './provider-calls.ts';
import { RunningService, type AnswerBody } from './running-service.ts';

/** The service with a provider that a test can make behave like any product. */
export class FakeProviderFixture {
  fake!: FakeProvider;
  /** Of the provider in the service; another one for each test, because metadata is cached. */
  id = '';
  readonly running: RunningService;
  readonly calls: ProviderCalls;
  #people = 0;

  private constructor(open: TestDatabase['open']) {
    this.running = RunningService.forAll(open, async () => {
      this.fake = await FakeProvider.start();
      return { providerHosts: [this.fake.host] };
    });
    this.calls = new ProviderCalls(this.running);
  }

  /** For all tests of a `describe`. */
  static forAll(open: TestDatabase['open']): FakeProviderFixture {
    const fixture = new FakeProviderFixture(open);
    const { running, calls } = fixture;
    beforeAll(async () => {
      ({ token: calls.token } = await running.createAndSignIn(
        'master@example.org',
        'GLOBAL_MASTER',
      ));
    });
    beforeEach(() => {
      fixture.fake.misbehaviour = {};
      fixture.nextPerson();
    });
    afterAll(() => fixture.fake.stop());
    return fixture;
  }

  /** Somebody else signs in at the provider from now on. */
  nextPerson(): void {
    this.#people += 1;
    this.fake.subject = `subject-${this.#people}`;
    this.fake.email = `person-${this.#people}@example.org`;
  }

  /** Creates the provider in the service, with these settings. */
  async connect(settings: Record<string, unknown> = {}): Promise<void> {
    this.id = await this.calls.make({
      name: 'Fake',
      issuer: this.fake.issuer,
      clientId: 'fake-client',
      clientSecret: 'fake secret'.padEnd(32),
      provisioning: 'CREATE',
      ...settings,
    });
  }

  async signIn(
    misbehaviour: Misbehaviour = this.fake.misbehaviour,
    query = '',
  ): Promise<ProviderAnswer> {
    this.fake.misbehaviour = misbehaviour;
    return this.calls.finish(this.fake.authorize(await this.calls.start(this.id, query)));
  }

  /** The user as an administrator sees them after a sign-in with these claims. */
  async userAfter(misbehaviour?: Misbehaviour): Promise<AnswerBody> {
    const { id } = await this.calls.whoIs(await this.signIn(misbehaviour));
    return (await this.running.get(`/v1/users/${id}`, this.calls.token)).body;
  }

  /** The result of a test sign-in. */
  async trial(misbehaviour: Misbehaviour = this.fake.misbehaviour) {
    this.fake.misbehaviour = misbehaviour;
    const started = await this.calls.call('POST', `/v1/identity-providers/${this.id}/trial`);
    const finished = await this.calls.finish(
      this.fake.authorize(started.body.authorizationUrl ?? ''),
    );
    return finished.body.trial;
  }

  /** The provider as an administrator sees it. */
  async shown(): Promise<Record<string, unknown>> {
    const { body } = await this.calls.call('GET', `/v1/identity-providers/${this.id}`);
    return body as Record<string, unknown>;
  }
}
