import { setTimeout as wait } from 'node:timers/promises';
import { demoPeople, demoUnits, type DemoPerson } from './people.ts';
import type { PastService } from './past-service.ts';

const hour = 3_600_000;
const day = 24 * hour;
const perMeeting = 7;

/** One of the demo's own accounts. */
export interface Account {
  email: string;
  name: string;
  role: string;
  unit?: string;
}

interface Made {
  id: string;
}

/**
 * Two years of an organization: units, invited users of whom some accepted, role changes and tokens. It ends about an
 * hour before now.
 * @param accounts the demo accounts; the first is the master
 */
export async function simulateTwoYears(
  past: PastService,
  accounts: readonly Account[],
  { password, headcount }: { password: string; headcount: number },
): Promise<void> {
  const endsAt = past.now;
  past.now -= 700 * day;
  const [master, ...others] = accounts;
  if (master === undefined) throw new Error('The demo has no master.');
  await openAccount(past, master, password);
  const organisation = new Organisation(past, master.email, password);
  await organisation.makeUnits();
  for (const account of others) {
    past.pass(3 * hour);
    const { userId } = await openAccount(past, account, password);
    if (account.unit !== undefined) await organisation.assign(userId, account.unit);
  }
  await organisation.defineSupport();
  const people = demoPeople(headcount);
  const meetings = Math.ceil(people.length / perMeeting);
  const pause = (endsAt - past.now - day) / meetings;
  for (let meeting = 0; meeting < meetings; meeting += 1) {
    past.pass(pause);
    const isLate = meeting >= meetings - 2;
    await organisation.meet(people.slice(meeting * perMeeting, (meeting + 1) * perMeeting), isLate);
  }
  await organisation.makeApplications();
}

async function openAccount(
  { authentication }: PastService,
  { email, name, role }: Account,
  password: string,
): Promise<{ userId: string }> {
  return authentication.createUser({ email, name, roles: [role], password });
}

class Organisation {
  readonly #units = new Map<string, string>();
  readonly #came: { id: string; email: string }[] = [];
  #invited = 0;

  constructor(
    readonly past: PastService,
    readonly masterEmail: string,
    readonly password: string,
  ) {}

  async makeUnits(): Promise<void> {
    const token = await this.#master();
    for (const { name, below, domains } of demoUnits) {
      const query = new URLSearchParams({ name });
      if (below !== null) query.set('parentId', this.#unit(below));
      const { id } = await this.past.ask<Made>(
        'POST',
        `/v1/organizational-units?${query.toString()}`,
        {
          token,
        },
      );
      if (domains)
        await this.past.ask('PUT', `/v1/organizational-units/${id}`, {
          token,
          body: { emailDomains: domains },
        });
      this.#units.set(name, id);
      this.past.pass(10_000);
    }
  }

  async assign(userId: string, unit: string): Promise<void> {
    await this.past.ask(
      'PUT',
      `/v1/users/${userId}/organizational-unit?organizationalUnitId=${this.#unit(unit)}`,
      {
        token: await this.#master(),
      },
    );
  }

  /** A custom role, which the service desk holds through its unit. */
  async defineSupport(): Promise<void> {
    this.past.pass(30 * day);
    const token = await this.#master();
    await this.past.ask('POST', '/v1/roles', {
      token,
      body: {
        name: 'SUPPORT',
        description: 'Helps callers: can look things up in their own units.',
        permissions: ['users:read', 'organizational-units:read', 'tokens:read', 'partitions:write'],
        scope: 'unit',
      },
    });
    await this.past.ask(
      'PUT',
      `/v1/organizational-units/${this.#unit('Service desk')}/roles?role=SUPPORT`,
      { token },
    );
  }

  /** One afternoon: invitations and other administrative changes. */
  async meet(people: readonly DemoPerson[], isLate: boolean): Promise<void> {
    const token = await this.#master();
    const invited: string[] = [];
    for (const person of people) {
      this.past.pass(20_000);
      invited.push(await this.#invite(person, token));
    }
    await this.#mailIsOut(token);
    for (const [index, userId] of invited.entries())
      await this.#followUp(userId, people[index]?.email ?? '', token, isLate);
    const [first, second] = this.#came.slice(-2);
    if (first === undefined || second === undefined || isLate) return;
    const number = this.#invited / perMeeting;
    if (number % 4 === 1)
      await this.#ask('PUT', `/v1/users/${first.id}/roles?role=ORG_ADMIN`, token);
    if (number % 9 === 2) await this.#ask('PUT', `/v1/users/${first.id}/roles?role=AUDITOR`, token);
    if (number % 9 === 5)
      await this.#ask('DELETE', `/v1/users/${second.id}/roles?role=USER`, token);
    if (number % 4 === 3)
      await this.#ask('PUT', `/v1/users/${second.id}/status`, token, { status: 'DISABLED' });
    if (number % 9 === 7) await this.#ask('POST', `/v1/users/${second.id}/offboarding`, token);
    if (number % 2 === 0) await this.#makeToken(first.email, number);
  }

  async makeApplications(): Promise<void> {
    const token = await this.#master();
    for (const [index, [name, unit]] of applications.entries()) {
      this.past.pass(5_000);
      const { id } = await this.past.ask<Made>('POST', '/v1/applications', {
        token,
        body: { name, organizationalUnitId: this.#unit(unit), roles: ['USER'] },
      });
      for (const days of [10, 90].slice(0, index + 1))
        await this.past.ask('POST', `/v1/applications/${id}/tokens`, {
          token,
          body: {
            description: days === 10 ? 'being replaced' : 'in production',
            expiresDate: new Date(this.past.now + days * day).toISOString(),
          },
        });
    }
  }

  async #invite(person: DemoPerson, token: string): Promise<string> {
    const { id } = await this.past.ask<Made>('POST', '/v1/users', {
      token,
      body: {
        email: person.email,
        name: person.name,
        lang: person.lang,
        roles: ['USER'],
        organizationalUnitIds: [this.#unit(person.unit)],
      },
    });
    return id;
  }

  /** Most accept; some never do, some open the mail and wait, a few invitations are withdrawn. */
  async #followUp(userId: string, email: string, token: string, isLate: boolean): Promise<void> {
    const number = (this.#invited += 1);
    const { data } = await this.past.ask<{ data: Made[] }>(
      'GET',
      `/v1/users/invitations?userId=${userId}`,
      { token },
    );
    const invitation = `/v1/users/invitations/${data[0]?.id}`;
    if (number % 13 === 0) return this.#ask('DELETE', invitation, token);
    const comes = isLate ? number % 3 === 0 : number % 11 !== 0;
    const opens = comes || number % 3 === 1;
    if (!opens) return;
    const { link } = await this.past.ask<{ link: string }>('POST', `${invitation}/link`, { token });
    const secret = new URL(link).hash.slice('#token='.length);
    this.past.switchDevice(email);
    await this.past.ask('GET', `/v1/auth/password-token/${secret}`);
    if (comes) {
      const body = { token: secret, password: this.password };
      await this.past.ask('POST', '/v1/auth/password', { body });
      this.#came.push({ id: userId, email });
    }
    this.past.switchDevice(this.masterEmail);
  }

  async #makeToken(email: string, number: number): Promise<void> {
    const token = await this.past.signIn(email, this.password);
    await this.past.ask('POST', '/v1/tokens', {
      token,
      body: {
        description: ['nightly report', 'release script', 'dashboard'][number % 3],
        scopes: number % 4 === 0 ? ['read', 'write'] : ['read'],
        expiresDate: new Date(this.past.now + 360 * day).toISOString(),
      },
    });
    this.past.switchDevice(this.masterEmail);
  }

  async #mailIsOut(token: string): Promise<void> {
    for (;;) {
      const { data } = await this.past.ask<{ data: unknown[] }>(
        'GET',
        '/v1/users/invitations?state=QUEUED',
        { token },
      );
      if (data.length === 0) return;
      await wait(20);
    }
  }

  async #ask(
    method: 'PUT' | 'POST' | 'DELETE',
    url: string,
    token: string,
    body?: object,
  ): Promise<void> {
    await this.past.ask(method, url, { token, ...(body && { body }) });
  }

  #session: { token: string; until: number } = { token: '', until: 0 };

  async #master(): Promise<string> {
    // Access tokens last five minutes.
    if (this.past.now > this.#session.until)
      this.#session = {
        token: await this.past.signIn(this.masterEmail, this.password),
        until: this.past.now + 4 * 60_000,
      };
    return this.#session.token;
  }

  #unit(name: string): string {
    const id = this.#units.get(name);
    if (id === undefined) throw new Error(`The demo has no unit ${name}.`);
    return id;
  }
}

const applications = [
  ['Release calendar', 'Platform'],
  ['Inventory scanner', 'Vienna'],
  ['Customer portal', 'Austria and Germany'],
] as const;
