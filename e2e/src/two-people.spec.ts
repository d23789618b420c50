import type { BrowserContext, Page } from '@playwright/test';
import * as fc from 'fast-check';
import { exhaustive } from '@annals/contracts/testing/exhaustive';
import { expect, test } from './annals.ts';
import { bodyOf, callsAs } from './calls.ts';
import { demoProgram } from './demo-program.ts';
import { portOf } from './ports.ts';
import { mailTo, passwordLinkIn } from './mails.ts';
import { startProgram } from './program.ts';
import { startStrictServices } from './strict-services.ts';

/** Two browsers with two tabs each; in each browser several people sign in and out. */
const tabNames = ['a1', 'a2', 'b1', 'b2'] as const;
type TabName = (typeof tabNames)[number];

/** What happens to a tab at any moment, whatever it shows. */
const events = ['open login', 'reload', 'back', 'expire'] as const;

/** What a tab offers only while it shows it: buttons by their text, and what is done with fields and links. */
const buttons = {
  save: /^Create token$/,
  'sign out': /^Logout$/,
  leave: /^Leave$/,
  'take over': /(?:reload as the new user|^Discard changes and continue as .*)$/i,
  'sign in as': /^Sign in as /,
} as const;
const ways = ['sign in', 'set password', 'open form', 'fill'] as const;

type Offer = keyof typeof buttons | (typeof ways)[number];
type StepName = Offer | (typeof events)[number] | 'answer' | 'invitation';

/** How often each is chosen, where it is offered together with others. */
const weights: Partial<Record<StepName, number>> = {
  save: 8,
  'sign in': 9,
  'set password': 9,
  fill: 5,
  'take over': 8,
  'sign in as': 8,
  answer: 9,
};

/** Where something happens: most often in the tab of the form, or in the one beside it in the same browser. */
const places = ['form', 'form', 'beside', 'beside', 'beside', 'far'] as const;

/** Which tab does something, and which of what it offers at that moment. */
type Step = [place: (typeof places)[number], choice: number, person: number];

interface Interleaving {
  tab: TabName;
  steps: Step[];
}

const stepCount = 8;
const interleaving: fc.Arbitrary<Interleaving> = fc.record({
  tab: fc.constantFrom(...tabNames),
  steps: fc.array(fc.tuple(fc.constantFrom(...places), fc.nat(10_000), fc.nat(11)), {
    minLength: stepCount,
    maxLength: stepCount,
  }),
});

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
  invites: boolean;
  /** A new person's link; undefined where the pair sends none. */
  invite(): Promise<string | undefined>;
}

/**
 * Before a page becomes somebody's, and where a token does not say whose it is, the service is asked; a service that is
 * not ours is asked for the session first.
 */
const asksWhose = /^GET \/v1\/(?:auth|(?:partitions\/all\/)?users\/current)$/;

/** Sign-in, refresh and what the login page offers. */
const isPublic = /^(?:GET|POST) \/v1\/auth[/?]/;

declare global {
  /** Tells the test about a call before it is sent, with the name that the tab shows; whether the service refuses it. */
  var beforeCall: (sent: string, shown: string) => Promise<boolean>;
  /** Tells the test about the response, which the page receives when the test lets it go. */
  var afterCall: (sent: string, body: string, status: number) => Promise<void>;
}

/**
 * Runs in the page, before its first script. Not a route of Playwright, with which no page finds a file in the cache of
 * the browser.
 */
function tellCalls(): void {
  const send = window.fetch.bind(window);
  window.fetch = async (address, init) => {
    if (init?.method !== 'POST' || typeof init.body !== 'string') return send(address, init);
    const button = document.querySelector('header [aria-label^="Account: "]');
    const shown = button?.getAttribute('aria-label')?.slice('Account: '.length) ?? '';
    const { signal, body } = init;
    const ended = new Promise<never>((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason as Error));
    });
    ended.catch(() => undefined);
    if (await globalThis.beforeCall(body, shown))
      return new Response('{"error":"Unauthorized"}', { status: 401 });
    const response = await send(address, init);
    const text = await response.clone().text();
    await Promise.race([globalThis.afterCall(body, text, response.status), ended]);
    return response;
  };
}

/** Watches all calls of the tabs, and holds their answers until they are let go, in any order. */
class Calls {
  /** Calls that were sent in the name of somebody whom the tab did not show, or for a form of somebody else. */
  readonly wrong: string[] = [];
  /** Tokens that were created, as `form of X, created by Y`. */
  readonly saves: string[] = [];
  /** What happened in the tabs in this interleaving, in order. */
  readonly log: string[] = [];
  #expired = new Set<string>();
  #issued = new Set<string>();
  #refreshTokens = new Map<string, string>();
  #held: (() => void)[] = [];
  #ends = 0;
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

  /** Somebody has decided to end the session of the other person, to sign in again. */
  allowEnd(): void {
    this.#ends += 1;
  }

  /** Whether an answer is held. */
  get areHeld(): boolean {
    return this.#held.length > 0;
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

  /** @returns whether the token of the call is no longer accepted */
  async before(tab: string, sent: string, shown: string): Promise<boolean> {
    const { url, method, headers = {}, data = {} } = JSON.parse(sent) as Envelope;
    const token = headers['Authorization']?.slice('Bearer '.length);
    if (token !== undefined) this.#issued.add(token);
    const isExpired = token !== undefined && this.#expired.has(token);
    this.log.push(`${tab}: ${method} ${url}, shown ${shown}${isExpired ? ': expired' : ''}`);
    if (!isExpired) await this.#judge(`${method} ${url}`, shown, token, data);
    return isExpired;
  }

  async after(tab: string, sent: string, body: string, status: number): Promise<void> {
    const { url, method } = JSON.parse(sent) as Envelope;
    await this.#learn(body);
    if (this.#isHolding) await new Promise<void>((release) => this.#held.push(release));
    this.log.push(`${tab}: ${status} to ${method} ${url}`);
  }

  async #judge(call: string, shown: string, token: string | undefined, data: Envelope['data']) {
    const refreshed = this.#refreshTokens.get(data?.['refreshToken'] ?? '');
    const name = refreshed ?? (token === undefined ? undefined : await this.#pair.nameOf(token));
    if (shown !== '' && token === undefined && !isPublic.test(call))
      this.wrong.push(`${call} as nobody, shown ${shown}`);
    if (name === undefined) return;
    if (shown !== '' && shown !== name && call === 'POST /v1/auth/sign-out' && this.#ends > 0) {
      this.#ends -= 1;
      return;
    }
    if (shown !== '' && shown !== name && !asksWhose.test(call))
      this.wrong.push(`${call} as ${name}, shown ${shown}`);
    if (!call.startsWith('POST /v1/tokens')) return;
    this.saves.push(`${data?.['description']}, created by ${name}`);
  }

  async #learn(body: string): Promise<void> {
    if (!body.includes('"accessToken"')) return;
    const { accessToken, refreshToken } = JSON.parse(body) as Record<string, string>;
    if (accessToken === undefined || refreshToken === undefined) return;
    this.#refreshTokens.set(refreshToken, (await this.#pair.nameOf(accessToken)) ?? '');
  }
}

interface OfferQuestion {
  patterns: Record<string, string>;
  /** Asks for this alone. */
  wanted?: string;
}

/** Runs in the page: what it offers at this moment, to somebody who sees and clicks; whether it offers what is wanted. */
function offersOf({ patterns, wanted }: OfferQuestion): string[] | boolean {
  const isOffered = (element: Element | null | undefined): boolean => {
    if (!element || (element as HTMLButtonElement).disabled) return false;
    element.scrollIntoView({ block: 'nearest' });
    const { left, top, width, height } = element.getBoundingClientRect();
    const seen = document.elementFromPoint(left + width / 2, top + height / 2);
    return seen !== null && (element === seen || element.contains(seen));
  };
  const fieldOf = (name: string) =>
    [...document.querySelectorAll('label')].find((label) => label.textContent.startsWith(name))
      ?.control;
  const texts = [...document.querySelectorAll('button')]
    .filter((each) => isOffered(each))
    .map(({ textContent }) => textContent.trim());
  const offered = Object.entries(patterns).filter(([, pattern]) => {
    const [, source = '', flags = ''] = /^\/(.*)\/(\w*)$/.exec(pattern) ?? [];
    return texts.some((text) => new RegExp(source, flags).test(text));
  });
  const isForm = (field: string, button: string) =>
    texts.includes(button) && isOffered(fieldOf(field));
  const offers = [
    ...offered.map(([name]) => name),
    ...(isForm('New password', 'Set password and sign in') ? ['set password'] : []),
    ...(isForm('User name or email', 'Sign in') ? ['sign in'] : []),
    ...(isOffered(document.querySelector('header [aria-label^="Account: "]')) ? ['open form'] : []),
    ...(isOffered(fieldOf('Description')) ? ['fill'] : []),
  ];
  return wanted === undefined ? offers : offers.includes(wanted);
}

const isOffer = (name: StepName): boolean =>
  name in buttons || (ways as readonly string[]).includes(name);

const patterns = Object.fromEntries(
  Object.entries(buttons).map(([name, pattern]) => [name, String(pattern)]),
);

/** @param timeout how long to wait for what the step needs, in milliseconds */
async function take(
  page: Page,
  name: StepName,
  [, choice, person]: Step,
  calls: Calls,
  pair: Pair,
  timeout: number,
): Promise<void> {
  const now = { timeout, noWaitAfter: true };
  const press = (button: RegExp) => page.getByRole('button', { name: button }).first().click(now);
  const signIn = async () => {
    await page.getByLabel('User name or email').fill(pair.people[person % 3] ?? '', now);
    await page.getByLabel('Password', { exact: true }).fill(demoProgram.password, now);
    await press(/^Sign in$/);
  };
  const fill = async () => {
    const account = page.getByRole('button', { name: /^Account: /, includeHidden: true });
    const shown = await account.getAttribute('aria-label', now);
    await page.getByLabel('Description').fill(`form of ${shown?.slice('Account: '.length)}`, now);
  };
  const openInvitation = async () => {
    const link = await pair.invite();
    if (link !== undefined) await openDocument(page, link);
  };
  const setPassword = async () => {
    await page.getByLabel('New password', { exact: true }).fill(demoProgram.password, now);
    await press(/^Set password and sign in$/);
  };
  if (name === 'sign in as') calls.allowEnd();
  if (name in buttons) return press(buttons[name as keyof typeof buttons]);
  const steps = {
    'sign in': signIn,
    'set password': setPassword,
    'open form': () => page.evaluate(() => window.__TSR_ROUTER__?.history.push('/v1/tokens/new')),
    fill,
    invitation: openInvitation,
    'open login': () => openDocument(page, '/login'),
    reload: () => page.reload({ waitUntil: 'commit', timeout: soonMs }),
    back: () => page.evaluate(() => window.history.back()),
    expire: async () => pair.expire(calls),
    answer: async () => calls.letGo(choice),
  };
  await steps[name as keyof typeof steps]();
}

/**
 * Opens a document. Chromium sometimes never answers whether it navigated if the page had just gone back in its history,
 * and Playwright then waits for it without end.
 */
async function openDocument(page: Page, address: string): Promise<void> {
  for (let attempt = 0; ; attempt += 1)
    try {
      const timeout = attempt === 0 ? soonMs : maxWaitMs;
      return void (await page.goto(address, { waitUntil: 'commit', timeout }));
    } catch (error) {
      // An earlier attempt was late, and interrupts this one when it arrives.
      const isLate = error instanceof Error && error.message.includes('interrupted by another');
      if (attempt > 0 && !(isLate && attempt < maxAttempts)) throw error;
    }
}

/** A document that has just been opened offers nothing yet. */
async function offersOn(page: Page): Promise<Offer[]> {
  return (await page.evaluate(offersOf, { patterns }).catch(() => [])) as Offer[];
}

/** Takes one of the steps that the tab offers at this moment. Returns its name, or undefined if it was gone meanwhile. */
async function takeAny(
  page: Page,
  step: Step,
  calls: Calls,
  pair: Pair,
): Promise<StepName | undefined> {
  const [, choice] = step;
  const offers = await offersOn(page);
  const invitations: StepName[] = pair.invites && choice % 40 === 0 ? ['invitation'] : [];
  const choices = [...offers, ...events, ...(calls.areHeld ? (['answer'] as const) : [])].flatMap(
    (name) => Array.from({ length: weights[name] ?? 1 }, () => name),
  );
  const name = invitations[0] ?? choices[choice % choices.length] ?? 'reload';
  return take(page, name, step, calls, pair, goneMs).then(
    () => name,
    () => undefined,
  );
}

async function openTabs(context: BrowserContext, browser: string, calls: Calls): Promise<Page[]> {
  const pages: Page[] = [];
  const nameOf = (page: Page) => `${browser}${pages.indexOf(page) + 1}`;
  await context.exposeBinding('beforeCall', ({ page }, sent: string, shown: string) =>
    calls.before(nameOf(page), sent, shown),
  );
  await context.exposeBinding('afterCall', ({ page }, sent: string, body: string, status: number) =>
    calls.after(nameOf(page), sent, body, status),
  );
  await context.addInitScript(tellCalls);
  pages.push(await context.newPage(), await context.newPage());
  for (const page of pages) {
    page.on('dialog', (dialog) => void dialog.accept().catch(() => undefined));
    await page.goto('/login');
  }
  return pages;
}

const loginAddress = '/login?redirect=%2Fv1%2Ftokens%2Fnew';

/** Runs in the page: opens the login page as a link does, unless a sign-in or a dialog is under way. */
function pushLogin(address: string): boolean {
  const router = window.__TSR_ROUTER__;
  if (router?.state.status !== 'idle' || document.querySelector('[aria-modal="true"]'))
    return false;
  if (/^\/(?:login|set-password)/.test(location.pathname)) return false;
  router.history.push(address, {}, { ignoreBlocker: true });
  return true;
}

/** Ends what hangs, and nothing else. */
const maxWaitMs = 60_000;
/** How soon a new document is opened instead: that only takes longer. */
const soonMs = 4_000;
const maxAttempts = 5;
/** What was offered a moment ago can be gone: how soon it is given up decides only which steps are taken. */
const goneMs = 500;

async function runInterleavings(
  pair: Pair,
  contexts: [BrowserContext, BrowserContext],
  count: number,
): Promise<void> {
  const calls = new Calls(pair);
  const pages: Page[] = [];
  pages.push(
    ...(await openTabs(contexts[0], 'a', calls)),
    ...(await openTabs(contexts[1], 'b', calls)),
  );
  const pageOf = (tab: TabName) => pages[tabNames.indexOf(tab)] as Page;
  const takeOn = async (tab: TabName, name: StepName, person: number, timeout = maxWaitMs) => {
    // On every frame: an action of Playwright waits up to half a second between two looks.
    if (isOffer(name))
      await pageOf(tab).waitForFunction(offersOf, { patterns, wanted: name }, { timeout });
    await take(pageOf(tab), name, ['form', 0, person], calls, pair, timeout);
  };
  /** @param then what follows the sign-in */
  const signIn = async (
    tab: TabName,
    person: number,
    then: (timeout: number) => Promise<void> = async () => undefined,
  ) => {
    const signInWithin = async (timeout: number) => {
      await takeOn(tab, 'sign in', person, timeout);
      await then(timeout);
    };
    const page = pageOf(tab);
    // As a link does, which takes a fraction of a new document, unless something is still under way in this one.
    const isOpen = await page.evaluate(pushLogin, loginAddress).catch(() => false);
    const isDone =
      isOpen &&
      (await signInWithin(soonMs).then(
        () => true,
        () => false,
      ));
    if (isDone) return;
    await openDocument(page, loginAddress);
    await signInWithin(maxWaitMs);
  };
  const fillInForm = (tab: TabName, person: number) =>
    signIn(tab, person, (timeout) => takeOn(tab, 'fill', person, timeout));
  // The watch sees what is saved.
  await fillInForm('a1', 0);
  await takeOn('a1', 'save', 0);
  await expect.poll(() => calls.saves).toHaveLength(1);
  const taken = new Map<StepName | undefined, number>();
  const begun = performance.now();
  for (const { tab, steps } of fc.sample(interleaving, { numRuns: count, seed })) {
    // Somebody has filled in a form; often somebody else signs in beside it.
    const isBeside = (each: TabName) => each !== tab && each[0] === tab[0];
    const tabAt = {
      form: tab,
      beside: tabNames.find(isBeside) ?? tab,
      far: tabNames.find((each) => each[0] !== tab[0]) ?? tab,
    };
    const [[, , person]] = steps as [Step];
    calls.log.length = 0;
    await fillInForm(tab, person);
    // An invitation of a new person is open there, or the next one signs in.
    const isInvited = pair.invites && person % 4 === 3;
    if (isInvited) {
      await takeOn(tabAt.beside, 'invitation', person);
      await expect(pageOf(tabAt.beside).getByLabel('New password', { exact: true })).toBeVisible();
    } else if (person % 3 !== 0) await signIn(tabAt.beside, person + 1);
    calls.hold();
    const names: (StepName | undefined)[] = [];
    for (const step of steps) {
      const name = await takeAny(pageOf(tabAt[step[0]]), step, calls, pair);
      calls.log.push(`${tabAt[step[0]]}: ${name} is done`);
      names.push(name);
    }
    calls.letGo();
    const offers = await offersOn(pageOf(tab));
    if (offers.includes('save'))
      await take(pageOf(tab), 'save', ['form', 0, 0], calls, pair, goneMs).catch(() => undefined);
    for (const name of names) taken.set(name, (taken.get(name) ?? 0) + 1);
    const told = calls.log.join('\n');
    expect(calls.wrong, told).toEqual([]);
    expect(
      calls.saves.filter((save) => !/^form of (.*), created by \1$/.test(save)),
      told,
    ).toEqual([]);
  }
  const seconds = Math.round((performance.now() - begun) / 1000);
  const counts = [...taken].map(([name = 'gone', times]) => `${name} ${times}`);
  const told = `${count} interleavings of seed ${seed} in ${seconds} s, ${calls.saves.length} saves: ${counts.join(', ')}`;
  test.info().annotations.push({ type: 'taken', description: told });
  // Otherwise the interleavings would show nothing.
  const offersTaken = [...taken].reduce(
    (sum, [name, times]) => sum + (name !== undefined && isOffer(name) ? times : 0),
    0,
  );
  expect(taken.get(undefined) ?? 0, told).toBeLessThan((count * stepCount) / 2);
  expect(offersTaken, told).toBeGreaterThan((count * stepCount) / 8);
  expect(calls.saves.length, told).toBeGreaterThan(count / 5);
}

/**
 * Of each pair: both tests together make the five hundred of the exhaustive run, in a quarter of an hour.
 * ANNALS_INTERLEAVINGS sets another number, TEST_SEED other interleavings.
 */
const count = Number(process.env['ANNALS_INTERLEAVINGS'] ?? (exhaustive ? 250 : 4));
const seed = Number(process.env['TEST_SEED'] ?? 20);

test.describe.configure({ mode: 'parallel' });

test('in two browsers with two tabs each, nothing is sent in the name of a person whom the tab does not show', async ({
  browser,
  request,
}, { retry }) => {
  test.setTimeout(3_600_000);
  // The token of one sign-in would expire during many interleavings.
  const asMaster: Awaited<ReturnType<typeof callsAs>> = async (...sent) =>
    (await callsAs(request))(...sent);
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
    invites: true,
    async invite() {
      invited += 1;
      const email = `two.people.${retry}.${invited}@example.org`;
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
            footer: 'Sent by a test.',
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
  const baseURL = `http://127.0.0.1:${portOf('twoPeople')}`;
  const program = await startProgram([], {
    PORT: String(portOf('twoPeople')),
    AUTHENTICATION_ENDPOINT: strict.authenticationEndpoint,
    ANNALS_ENDPOINT: strict.dataEndpoint,
  });
  try {
    const pair: Pair = {
      people,
      nameOf: async (accessToken) => strict.ownerOf(accessToken),
      expire: () => strict.expireAccessTokens(),
      invites: false,
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
