import type { BrowserContext, Page, Route } from '@playwright/test';
import * as fc from 'fast-check';
import { exhaustive } from '@annals/contracts/testing/exhaustive';
import { expect, test } from './annals.ts';
import { bodyOf, callsAs } from './calls.ts';
import { demoProgram, firstPort } from './demo-program.ts';
import { mailTo, passwordLinkIn } from './mails.ts';
import { startProgram } from './program.ts';
import { startStrictServices } from './strict-services.ts';

/** Two browsers with two tabs each; in each browser several people sign in and out. */
const tabNames = ['a1', 'a2', 'b1', 'b2'] as const;
const stepNames = [
  'sign in',
  'sign in',
  'invitation',
  'fill',
  'save',
  'save',
  'sign out',
  'expire',
  'reload',
  'decide',
  'answer',
  'answer',
] as const;

type TabName = (typeof tabNames)[number];
type Step = [tab: TabName, name: (typeof stepNames)[number], choice: number];

const interleaving: fc.Arbitrary<Step[]> = fc.array(
  fc.tuple(fc.constantFrom(...tabNames), fc.constantFrom(...stepNames), fc.nat(11)),
  { minLength: 5, maxLength: 5 },
);

/** What the console sends to the path of the proxy. */
interface Envelope {
  url: string;
  method: string;
  headers?: Record<string, string>;
  data?: Record<string, string>;
}

interface Pair {
  /** The people who can sign in with a password: what they type. */
  people: readonly string[];
  /** The name that the top bar shows for the owner of a token; undefined if the token is unknown. */
  nameOf(accessToken: string): Promise<string | undefined>;
  /** Access tokens so far are no longer accepted. */
  expire(calls: Calls): void;
  /** A new person's link; undefined where the pair sends none. */
  invite(): Promise<string | undefined>;
}

/** The name that a tab shows when it sends a call travels with it to the test, which removes it. */
const shownHeader = 'x-shown';

/**
 * Before a page becomes somebody's, and where a token does not say whose it is, the service is asked; a service that is
 * not ours is asked for the session first.
 */
const asksWhose = /^GET \/v1\/(?:auth|(?:partitions\/all\/)?users\/current)$/;

/** Runs in the page, before its first script. */
function tellShownName(header: string): void {
  const send = window.fetch.bind(window);
  window.fetch = (address, init) => {
    const button = document.querySelector('header [aria-label^="Account: "]');
    const name = button?.getAttribute('aria-label')?.slice('Account: '.length) ?? '';
    return send(address, {
      ...init,
      headers: { ...(init?.headers as object), [header]: encodeURIComponent(name) },
    });
  };
}

/** Watches all calls of the tabs, and holds their answers until they are let go, in any order. */
class Calls {
  /** Calls that were sent in the name of somebody whom the tab did not show, or for a form of somebody else. */
  readonly wrong: string[] = [];
  /** Tokens that were created, as `form of X, created by Y`. */
  readonly saves: string[] = [];
  #expired = new Set<string>();
  #issued = new Set<string>();
  #refreshTokens = new Map<string, string>();
  #held: (() => void)[] = [];
  #isHolding = false;
  readonly #pair: Pair;

  constructor(pair: Pair) {
    this.#pair = pair;
  }

  /** Access tokens so far are no longer accepted. */
  expire(): void {
    this.#expired = new Set(this.#issued);
  }

  hold(): void {
    this.#isHolding = true;
  }

  /** Lets one answer go; all from now on without a choice. */
  letGo(choice?: number): void {
    if (choice !== undefined) {
      this.#held.splice(choice % Math.max(1, this.#held.length), 1)[0]?.();
      return;
    }
    this.#isHolding = false;
    for (const release of this.#held.splice(0)) release();
  }

  async answer(route: Route): Promise<void> {
    const request = route.request();
    const sent = request.postData();
    if (request.method() !== 'POST' || sent === null) return route.continue();
    const { url, method, headers = {}, data = {} } = JSON.parse(sent) as Envelope;
    const shown = decodeURIComponent(request.headers()[shownHeader] ?? '');
    const token = headers['Authorization']?.slice('Bearer '.length);
    if (token !== undefined) this.#issued.add(token);
    if (token !== undefined && this.#expired.has(token))
      return route.fulfill({ status: 401, json: { error: 'Unauthorized' } });
    await this.#judge(`${method} ${url}`, shown, token, data);
    const upstream = await route.fetch({ headers: withoutShown(request.headers()) });
    const body = await upstream.text();
    this.#learn(body);
    if (this.#isHolding) await new Promise<void>((release) => this.#held.push(release));
    await route.fulfill({ response: upstream, body });
  }

  async #judge(call: string, shown: string, token: string | undefined, data: Envelope['data']) {
    const refreshed = this.#refreshTokens.get(data?.['refreshToken'] ?? '');
    const name = refreshed ?? (token === undefined ? undefined : await this.#pair.nameOf(token));
    if (name === undefined) return;
    if (shown !== '' && shown !== name && !asksWhose.test(call))
      this.wrong.push(`${call} as ${name}, shown ${shown}`);
    if (!call.startsWith('POST /v1/tokens')) return;
    this.saves.push(`${data?.['description']}, created by ${name}`);
  }

  #learn(body: string): void {
    if (!body.includes('"accessToken"')) return;
    const { accessToken, refreshToken } = JSON.parse(body) as Record<string, string>;
    if (accessToken === undefined || refreshToken === undefined) return;
    void this.#pair.nameOf(accessToken).then((name = '') => {
      this.#refreshTokens.set(refreshToken, name);
    });
  }
}

function withoutShown(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name !== shownHeader));
}

/** @param timeout how long to wait for what the step needs, in milliseconds */
async function take(
  page: Page,
  [, name, choice]: Step,
  calls: Calls,
  pair: Pair,
  timeout: number,
): Promise<void> {
  const now = { timeout, noWaitAfter: true };
  const press = (button: string | RegExp) =>
    page.getByRole('button', { name: button, exact: true }).first().click(now);
  const signIn = async () => {
    await page.goto('/login');
    await page.getByLabel('User name or email').fill(pair.people[choice % 3] ?? '', now);
    await page.getByLabel('Password', { exact: true }).fill(demoProgram.password, now);
    await press('Sign in');
  };
  const fill = async () => {
    const account = page.getByRole('button', { name: /^Account: / });
    const shown = await account.getAttribute('aria-label', now);
    await page.evaluate(() => window.__TSR_ROUTER__?.history.push('/v1/tokens/new'));
    const description = page.getByLabel('Description');
    await description.fill(`form of ${shown?.slice('Account: '.length)}`, now);
  };
  const openInvitation = async () => {
    const link = await pair.invite();
    if (link === undefined) return;
    await page.goto(link);
    await page.getByLabel('New password', { exact: true }).fill(demoProgram.password, now);
    await press('Set password and sign in');
  };
  const steps = {
    'sign in': signIn,
    fill,
    save: () => press('Create token'),
    'sign out': () => press('Logout'),
    invitation: openInvitation,
    expire: async () => pair.expire(calls),
    reload: () => page.reload({ waitUntil: 'commit' }),
    decide: () => press(choice % 2 === 0 ? /reload as the new user$/i : /^Sign in as /),
    answer: async () => calls.letGo(choice),
  };
  await steps[name]();
}

async function openTabs(context: BrowserContext, calls: Calls): Promise<Page[]> {
  await context.addInitScript(tellShownName, shownHeader);
  await context.route('**/api/**', (route) => calls.answer(route).catch(() => undefined));
  const pages = [await context.newPage(), await context.newPage()];
  for (const page of pages) {
    page.on('dialog', (dialog) => void dialog.accept().catch(() => undefined));
    await page.goto('/login');
  }
  return pages;
}

/** Ends what hangs, and nothing else. */
const maxWaitMs = 60_000;
/** A step that cannot be taken yet is given up, because answers are held: how soon decides only which steps are taken. */
const patienceMs = 1_000;

async function runInterleavings(
  pair: Pair,
  contexts: [BrowserContext, BrowserContext],
  count: number,
): Promise<void> {
  const calls = new Calls(pair);
  const pages: Page[] = [];
  for (const context of contexts) pages.push(...(await openTabs(context, calls)));
  // The watch sees what is saved.
  const [seen] = pages as [Page];
  for (const name of ['sign in', 'fill', 'save'] as const)
    await take(seen, ['a1', name, 0], calls, pair, maxWaitMs);
  await expect.poll(() => calls.saves).toHaveLength(1);
  for (const steps of fc.sample(interleaving, { numRuns: count, seed: 20 })) {
    const pageOf = ([tab]: Step) => pages[tabNames.indexOf(tab)] as Page;
    // Somebody has filled in a form in the tab of the first step; often somebody else signs in beside it.
    const [first] = steps as [Step];
    const [tab, , person] = first;
    const [beside] = tabNames.filter((each) => each !== tab && each[0] === tab[0]) as [TabName];
    await take(pageOf(first), [tab, 'sign in', person], calls, pair, maxWaitMs);
    await expect(pageOf(first).getByRole('button', { name: 'Logout' })).toBeVisible();
    await take(pageOf(first), [tab, 'fill', 0], calls, pair, maxWaitMs);
    const others: Step[] = person % 3 === 0 ? [] : [[beside, 'sign in', person + 1]];
    for (const step of others) await take(pageOf(step), step, calls, pair, maxWaitMs);
    calls.hold();
    // What a tab does not offer at this moment is no step.
    const attempt = (step: Step) =>
      take(pageOf(step), step, calls, pair, patienceMs).catch(() => undefined);
    for (const step of steps) await attempt(step);
    calls.letGo();
    await attempt([tab, 'save', 0]);
    const told = steps.map((step) => step.join(' ')).join(', ');
    expect(calls.wrong, told).toEqual([]);
    expect(
      calls.saves.filter((save) => !/^form of (.*), created by \1$/.test(save)),
      told,
    ).toEqual([]);
  }
}

const count = exhaustive ? 500 : 4;

test('in two browsers with two tabs each, nothing is sent in the name of a person whom the tab does not show', async ({
  browser,
  request,
}) => {
  test.setTimeout(3_600_000);
  const asMaster = await callsAs(request);
  const names = new Map<string, string>();
  let invited = 0;
  const pair: Pair = {
    people: ['master@example.org', 'admin@example.org', 'user@example.org'],
    async nameOf(accessToken) {
      const id = subjectOf(accessToken);
      const known = names.get(id);
      if (known !== undefined) return known;
      const user = await bodyOf<{ name?: string; username: string }>(
        asMaster(`GET /v1/users/${id}`),
      );
      names.set(id, user.name ?? user.username);
      return names.get(id);
    },
    expire: (calls) => calls.expire(),
    async invite() {
      invited += 1;
      const email = `two.people.${invited}@example.org`;
      await bodyOf(
        asMaster('POST /v1/users', {
          email,
          name: `Guest ${invited}`,
          mailTemplateId: 650487,
          mailTemplateParameters: {
            email,
            headline: 'Welcome',
            body: 'You are invited.',
            ctaText: 'Start',
            ctaLink: `${demoProgram.url}/set-password`,
            footer: '',
            lang: 'en',
          },
        }),
      );
      return passwordLinkIn(await mailTo(email, /^Welcome/));
    },
  };
  await runInterleavings(pair, [await browser.newContext(), await browser.newContext()], count);
});

test('the same with services of another vendor, whose tokens all have one subject', async ({
  browser,
}) => {
  test.setTimeout(3_600_000);
  const strict = await startStrictServices();
  strict.configure({ subject: 'client' });
  const people = ['ada', 'grace', 'joan'];
  const baseURL = `http://127.0.0.1:${firstPort + 18}`;
  const program = await startProgram([], {
    PORT: String(firstPort + 18),
    AUTHENTICATION_ENDPOINT: strict.authenticationEndpoint,
    ANNALS_ENDPOINT: strict.dataEndpoint,
  });
  try {
    const pair: Pair = {
      people,
      nameOf: async (accessToken) => strict.ownerOf(accessToken),
      expire: () => strict.expireAccessTokens(),
      invite: async () => undefined,
    };
    const contexts = [
      await browser.newContext({ baseURL }),
      await browser.newContext({ baseURL }),
    ] as [BrowserContext, BrowserContext];
    await runInterleavings(pair, contexts, count);
    expect(strict.rejected()).toEqual([]);
  } finally {
    await program.stop();
    await strict.close();
  }
});

function subjectOf(accessToken: string): string {
  const claims = JSON.parse(
    Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString(),
  ) as { sub: string };
  return claims.sub;
}
