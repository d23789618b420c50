import { password, startProgram, type Program } from './program.ts';
import { quantile } from './statistics.ts';
import { table } from './table.ts';

const rounds = 100;
const flows = ['sign-in', 'reset', 'sign-up'] as const;
type Flow = (typeof flows)[number];
type Side = 'known' | 'unknown';

/**
 * Checks whether response times reveal that a user exists: sign-in with a wrong password, password reset and
 * sign-up, alternating between existing and unknown users. Each name is used once, so that no rate limit
 * applies.
 */
export async function measureKnownUnknown(): Promise<string> {
  const program = await startProgram(['--demo'], { DEMO_PASSWORD: password, SIGNUP: 'open' });
  try {
    const users = await createUsers(program, rounds);
    const times = await measure(program, {
      known: users,
      // As long as the existing ones.
      unknown: users.map((email) => email.replace('known', 'nobod')),
    });
    const rows = flows.map((flow) => {
      const { known, unknown } = times[flow];
      return [
        flow,
        ...quantilesOf(known),
        ...quantilesOf(unknown),
        probabilityKnownIsSlower(known, unknown).toFixed(3),
      ];
    });
    const head = ['median', 'quarter', 'three quarters', '95 %'];
    return [
      `${rounds} rounds on the embedded database, milliseconds. The last column is the probability that the slower of a known and an unknown user is the known one: 0.5 means that durations reveal nothing.`,
      table(
        [
          'call',
          ...head.map((name) => `known: ${name}`),
          ...head.map((name) => `unknown: ${name}`),
          'known is slower',
        ],
        rows,
      ),
    ].join('\n\n');
  } finally {
    await program.stop();
  }
}

async function measure(program: Program, names: Record<Side, string[]>) {
  const times: Record<Flow, Record<Side, number[]>> = {
    'sign-in': { known: [], unknown: [] },
    reset: { known: [], unknown: [] },
    'sign-up': { known: [], unknown: [] },
  };
  for (let round = 0; round < rounds; round += 1) {
    const attempts = flows.flatMap((flow) => [
      { flow, side: 'known' as const },
      { flow, side: 'unknown' as const },
    ]);
    for (const { flow, side } of shuffled(attempts)) {
      const started = performance.now();
      await attempt(program, flow, names[side][round] ?? '');
      times[flow][side].push(performance.now() - started);
    }
  }
  return times;
}

async function attempt({ authentication }: Program, flow: Flow, email: string): Promise<void> {
  const calls = {
    'sign-in': { path: '/v1/auth?type=PASSWORD', body: { username: email, password: 'wrong' } },
    reset: { path: '/v1/auth/password-reset', body: { email } },
    'sign-up': { path: '/v1/auth/signup', body: { email, name: 'Somebody' } },
  };
  const { path, body } = calls[flow];
  const answer = await post(authentication + path, body);
  const expected = flow === 'sign-in' ? 401 : 202;
  if (answer.status !== expected) throw new Error(`${path}: ${answer.status} ${answer.text}`);
}

async function post(url: string, body?: object, token?: string) {
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, text: await answer.text() };
}

/** Invites users, sets their passwords with the links, and returns their emails. */
async function createUsers({ authentication }: Program, count: number): Promise<string[]> {
  const call = async (path: string, body?: object, token?: string) => {
    const { status, text } = await post(authentication + path, body, token);
    if (status >= 300) throw new Error(`${path}: ${status} ${text}`);
    return JSON.parse(text) as { id: string; accessToken: string; link: string };
  };
  const username = 'master@example.org';
  const { accessToken } = await call('/v1/auth?type=PASSWORD', { username, password });
  const headers = { authorization: `Bearer ${accessToken}` };
  const emails = Array.from({ length: count }, (_, index) => `known${1000 + index}@example.org`);
  for (const email of emails) {
    const user = await call('/v1/users', { email, roles: ['USER'] }, accessToken);
    const found = await fetch(`${authentication}/v1/users/invitations?userId=${user.id}`, {
      headers,
    });
    const { data } = (await found.json()) as { data: { id: string }[] };
    const made = await call(`/v1/users/invitations/${data[0]?.id}/link`, undefined, accessToken);
    const token = new URL(made.link).hash.replace('#token=', '');
    await call('/v1/auth/password', { token, password: `${password} of another user` });
  }
  return emails;
}

function quantilesOf(times: number[]): number[] {
  return [0.5, 0.25, 0.75, 0.95].map((share) => Number(quantile(times, share).toFixed(2)));
}

/** The share of all pairs in which the existing user is slower (Mann-Whitney U). */
function probabilityKnownIsSlower(known: number[], unknown: number[]): number {
  let slower = 0;
  for (const one of known)
    for (const other of unknown) slower += one > other ? 1 : one === other ? 0.5 : 0;
  return slower / (known.length * unknown.length);
}

function shuffled<T>(items: T[]): T[] {
  return items
    .map((item) => ({ item, position: Math.random() }))
    .toSorted((left, right) => left.position - right.position)
    .map(({ item }) => item);
}
