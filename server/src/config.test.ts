import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { writeSignerKey } from '@annals/proofs/signed-note';
import { ConfigurationError, findMisspelt, readConfig, readEnvironment } from './config.ts';

const problemsOf = (environment: Record<string, string>): readonly string[] => {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigurationError) return error.problems;
    throw error;
  }
};

it('needs no variables', () => {
  expect(readConfig({})).toEqual({
    productName: 'annals',
    host: '127.0.0.1',
    port: 3000,
    workers: 1,
    publicUrl: undefined,
    databaseUrl: undefined,
    databasePooler: undefined,
    databaseReadUrls: [],
    databaseReadMaxLag: 5,
    dataDir: path.resolve('var'),
    endpoints: undefined,
    knownServices: ['authentication', 'data'],
    logLevel: undefined,
    demoPassword: undefined,
    demoDay: undefined,
    smtpUrl: undefined,
    mailFrom: undefined,
    signUp: 'off',
    providerHosts: [],
    mailHosts: [],
    breachedPasswords: undefined,
    webhookHosts: [],
    webhookKeys: [],
    aliasHosts: [],
    trustProxy: [],
    checkpointKey: undefined,
    formerCheckpointKeys: [],
    mcp: true,
    metricsToken: undefined,
  });
});

it('reads every variable', () => {
  const webhookKeys = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  expect(
    readConfig({
      PRODUCT_NAME: 'chronicle',
      HOST: '0.0.0.0',
      PORT: '8080',
      WORKERS: '3',
      PUBLIC_URL: 'https://chronicle.example/',
      DATABASE_URL: 'postgres://u:p@db/chronicle',
      DATABASE_READ_URL: 'postgres://u:Pass@r1/chronicle, postgres://u:p@r2/chronicle',
      DATABASE_READ_MAX_LAG: '2',
      DATABASE_POOLER: 'transaction',
      DATA_DIR: '/srv/chronicle',
      AUTHENTICATION_ENDPOINT: 'http://10.0.0.1:81/',
      CHRONICLE_ENDPOINT: 'https://data.example',
      SERVICES: 'annals',
      LOG_LEVEL: 'warn',
      DEMO_PASSWORD: 'rings of an old tree',
      DEMO_DAY: '2026-08-21',
      SMTP_URL: 'smtp://u:p@mail.example:587',
      MAIL_FROM: 'Chronicle <chronicle@example.org>',
      SIGNUP: 'open',
      PROVIDER_HOSTS: '127.0.0.1:4000',
      MAIL_HOSTS: 'Mail, localhost',
      BREACHED_PASSWORDS: '/srv/pwnedpasswords.txt',
      WEBHOOK_HOSTS: '127.0.0.1:5000',
      WEBHOOK_KEY: webhookKeys.map((key) => key.toString('base64')).join(','),
      ALIAS_HOSTS: 'docs.example.org',
      TRUST_PROXY: '10.0.0.7',
      DIGEST_HOUR: '18',
      MCP: 'off',
      METRICS_TOKEN: 'a-token-that-nobody-can-guess-0123456789',
    }),
  ).toEqual({
    productName: 'chronicle',
    host: '0.0.0.0',
    port: 8080,
    workers: 3,
    publicUrl: 'https://chronicle.example',
    databaseUrl: 'postgres://u:p@db/chronicle',
    databaseReadUrls: ['postgres://u:Pass@r1/chronicle', 'postgres://u:p@r2/chronicle'],
    databaseReadMaxLag: 2,
    databasePooler: 'transaction',
    dataDir: '/srv/chronicle',
    knownServices: ['authentication', 'data'],
    endpoints: { authentication: 'http://10.0.0.1:81', data: 'https://data.example' },
    logLevel: 'warn',
    demoPassword: 'rings of an old tree',
    demoDay: '2026-08-21',
    smtpUrl: 'smtp://u:p@mail.example:587',
    mailFrom: 'Chronicle <chronicle@example.org>',
    signUp: 'open',
    providerHosts: ['127.0.0.1:4000'],
    mailHosts: ['mail', 'localhost'],
    breachedPasswords: '/srv/pwnedpasswords.txt',
    webhookHosts: ['127.0.0.1:5000'],
    webhookKeys,
    aliasHosts: ['docs.example.org'],
    trustProxy: ['10.0.0.7'],
    checkpointKey: undefined,
    formerCheckpointKeys: [],
    digestHour: 18,
    mcp: false,
    metricsToken: 'a-token-that-nobody-can-guess-0123456789',
  });
});

it('treats an empty variable as absent', () => {
  expect(readConfig({ PORT: '', PUBLIC_URL: ' ', AUTHENTICATION_ENDPOINT: '' })).toEqual(
    readConfig({}),
  );
});

it.each([
  ['MCP', 'yes'],
  ['SERVICES', 'others'],
  ['PRODUCT_NAME', 'Annals'],
  ['PRODUCT_NAME', '../x'],
  ['PRODUCT_NAME', 'a b'],
  ['PRODUCT_NAME', '<b>'],
  ['PRODUCT_NAME', '1a'],
  ['PRODUCT_NAME', 'env'],
  ['PRODUCT_NAME', 'authentication'],
  ['HOST', 'http://x'],
  ['PORT', '-1'],
  ['WORKERS', '0'],
  ['PORT', '3000x'],
  ['PORT', '65534'],
  ['PORT', '1e3'],
  ['PUBLIC_URL', 'annals.example'],
  ['PUBLIC_URL', 'https://annals.example/console'],
  ['PUBLIC_URL', 'https://user@annals.example'],
  ['PUBLIC_URL', 'javascript:alert(1)'],
  ['DATABASE_URL', 'mysql://x/y'],
  ['DATABASE_URL', 'postgres://host'],
  ['DATABASE_URL', 'postgres://annals:se#cret@host/annals'],
  ['DATABASE_URL', 'postgres://u:p@host/annals?sslmode=Require'],
  ['DATABASE_URL', 'postgres://u:p@host/annals?sslmode=disable&sslmode=verify_full'],
  ['DATABASE_READ_URL', 'postgres://u:p@r1/annals?sslmode=on'],
  ['DATABASE_READ_URL', 'postgres://u:p@r1/chronicle,mysql://x/y'],
  ['DATABASE_READ_MAX_LAG', '0'],
  ['DATABASE_POOLER', 'session'],
  ['DATABASE_READ_MAX_LAG', '5s'],
  ['LOG_LEVEL', 'loud'],
  ['SMTP_URL', 'http://mail.example.org'],
  ['SMTP_URL', 'smtp://'],
  ['MAIL_FROM', 'nobody'],
  ['MAIL_FROM', 'A <a@b.example>\r\nBcc: x@y.example'],
  ['SIGNUP', 'yes'],
  ['SIGNUP', 'example.org,@'],
  ['PROVIDER_HOSTS', 'http://idp.example'],
  ['MAIL_HOSTS', 'mail.example.org'],
  ['BREACHED_PASSWORDS', 'https://passwords.example/?a=b'],
  ['WEBHOOK_HOSTS', 'http://receiver.example'],
  ['WEBHOOK_KEY', 'guessable'],
  ['DIGEST_HOUR', '24'],
  ['ALIAS_HOSTS', 'https://docs.example.org'],
  ['ALIAS_HOSTS', '*'],
  ['ALIAS_HOSTS', 'docs.example.org/guide'],
  ['ALIAS_HOSTS', 'someone@docs.example.org'],
  ['TRUST_PROXY', 'loadbalancer'],
  ['TRUST_PROXY', '10.0.0.0/33'],
  ['TRUST_PROXY', '0.0.0.0/0'],
  ['TRUST_PROXY', '10.0.0.0/8/9'],
  ['METRICS_TOKEN', 'guessable'],
  ['METRICS_TOKEN', `${'a'.repeat(40)} b`],
  ['DEMO_PASSWORD', 'short'],
  ['DEMO_DAY', '2026-02-30'],
  ['DEMO_DAY', 'today'],
])('%s=%s: reports the problem, with an example', (name, value) => {
  const problems = problemsOf({ [name]: value });
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatch(new RegExp(`^${name} must .*, for example ${name}=`));
});

it.each(['6000', '6667', '10080'])('refuses the port %s, which no browser opens', async (port) => {
  const refused = await fetch(`http://127.0.0.1:${port}`).catch((error: Error) => error.cause);
  expect(refused).toMatchObject({ message: 'bad port' });
  expect(problemsOf({ PORT: port })).toEqual([expect.stringContaining('set PUBLIC_URL')]);
  const behind = { PORT: port, PUBLIC_URL: 'https://annals.example.org' };
  expect(problemsOf(behind)).toEqual([]);
  expect(problemsOf({ PUBLIC_URL: `http://annals.example.org:${port}` })).toEqual([
    expect.stringMatching(/^PUBLIC_URL must have a port that browsers open/),
  ]);
});

it('reads lists separated by commas', () => {
  const config = readConfig({
    SIGNUP: 'Example.org, example.com',
    PROVIDER_HOSTS: 'login.intranet:8443,[::1]:4000',
    ALIAS_HOSTS: 'Docs.Example.org, *.bücher.example:8443, docs.example:443',
    TRUST_PROXY: '10.0.0.7, fd00::/8',
  });
  expect(config).toMatchObject({
    signUp: ['example.org', 'example.com'],
    providerHosts: ['login.intranet:8443', '[::1]:4000'],
    aliasHosts: ['docs.example.org', '*.xn--bcher-kva.example:8443', 'docs.example'],
    trustProxy: ['10.0.0.7', 'fd00::/8'],
  });
});

it('knows no services elsewhere unless they are declared', () => {
  const elsewhere = { AUTHENTICATION_ENDPOINT: 'http://a', ANNALS_ENDPOINT: 'http://b' };
  expect(readConfig(elsewhere).knownServices).toEqual([]);
  expect(readConfig({ ...elsewhere, SERVICES: 'annals' }).knownServices).toHaveLength(2);
});

it('requires both endpoints or none', () => {
  expect(problemsOf({ AUTHENTICATION_ENDPOINT: 'http://a' })).toEqual([
    expect.stringMatching(/^ANNALS_ENDPOINT must be set too/),
  ]);
  expect(problemsOf({ PRODUCT_NAME: 'other', OTHER_ENDPOINT: 'http://a' })).toEqual([
    expect.stringMatching(/^AUTHENTICATION_ENDPOINT must be set too/),
  ]);
  expect(
    problemsOf({ AUTHENTICATION_ENDPOINT: 'ftp://a', ANNALS_ENDPOINT: 'http://b/c' }),
  ).toHaveLength(2);
});

it('uses a worker per processor on PostgreSQL, and one process otherwise', () => {
  const DATABASE_URL = 'postgres://annals@127.0.0.1/annals';
  expect(readConfig({ DATABASE_URL }).workers).toBe(availableParallelism());
  expect(readConfig({ DATABASE_URL, WORKERS: '1' }).workers).toBe(1);
  expect(readConfig({}).workers).toBe(1);
  expect(readConfig({ DATABASE_URL, PORT: '0' }).workers).toBe(1);
  expect(() => readConfig({ WORKERS: '2' })).toThrow('with the embedded database');
  expect(() => readConfig({ DATABASE_URL, WORKERS: '2', PORT: '0' })).toThrow('with PORT=0');
});

it('reports all problems at once', () => {
  expect(
    problemsOf({ PORT: 'x', LOG_LEVEL: 'y', PUBLIC_URL: 'z' }).map(
      (problem) => problem.split(' ')[0],
    ),
  ).toEqual(['PORT', 'PUBLIC_URL', 'LOG_LEVEL']);
});

it('never shows a refused secret', () => {
  expect(
    problemsOf({
      DATABASE_URL: 'mysql://u:hunter2@x/y',
      DEMO_PASSWORD: 'hunter2',
      SMTP_URL: 'http://u:hunter2@x',
    }).join(),
  ).not.toContain('hunter2');
});

it('reads the key that signs checkpoints from a file that only its owner may open', () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'annals-key-'));
  const file = path.join(directory, 'checkpoint.key');
  const key = { name: 'annals.example.org/annals-3f9c2a17', seed: new Uint8Array(32).fill(7) };
  const line = writeSignerKey(key);
  const given = { CHECKPOINT_KEY_FILE: file };
  expect(problemsOf(given)).toEqual([
    expect.stringMatching(/ does not exist, for example CHECKPOINT_/),
  ]);
  writeFileSync(file, `${line}\n`, { mode: 0o600 });
  expect(readConfig(given).checkpointKey).toEqual(key);
  chmodSync(file, 0o640);
  expect(problemsOf(given)).toEqual([
    'CHECKPOINT_KEY_FILE names a file that is accessible to others than its owner (mode 640): restrict it with chmod 600, ' +
      'for example CHECKPOINT_KEY_FILE=/etc/annals/checkpoint.key.',
  ]);
  // As systemd provides it to a service with its own user.
  const credentials = { ...given, CREDENTIALS_DIRECTORY: directory };
  chmodSync(file, 0o440);
  expect(readConfig(credentials).checkpointKey).toEqual(key);
  expect(problemsOf({ ...given, CREDENTIALS_DIRECTORY: path.dirname(directory) })).toHaveLength(1);
  chmodSync(file, 0o444);
  expect(problemsOf(credentials)).toHaveLength(1);
  chmodSync(file, 0o600);
  const former = { name: key.name, seed: new Uint8Array(32).fill(9) };
  writeFileSync(file, `${line}\n${writeSignerKey(former)}\n`);
  expect(readConfig(given)).toMatchObject({ checkpointKey: key, formerCheckpointKeys: [former] });
  writeFileSync(file, `${line}\n${writeSignerKey({ ...former, name: 'other.example/annals' })}\n`);
  expect(problemsOf(given)).toEqual([expect.stringContaining('keys of different names')]);
  const halfKey = line.slice(0, -4);
  writeFileSync(file, halfKey);
  const [problem = ''] = problemsOf(given);
  expect(problem).toMatch(/^CHECKPOINT_KEY_FILE must name a file with one line PRIVATE\+KEY/);
  expect(problem).not.toContain(halfKey.slice(-20));
  expect(problemsOf({ CHECKPOINT_KEY_FILE: directory })).toEqual([
    expect.stringMatching(/^CHECKPOINT_KEY_FILE must name a file, and names a directory, /),
  ]);
  rmSync(directory, { recursive: true });
});

it('reads secrets from files, and never shows their content', () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'annals-secret-'));
  const file = path.join(directory, 'database_url');
  expect(problemsOf({ DATABASE_URL_FILE: file })).toEqual([
    'DATABASE_URL_FILE names a file that does not exist, for example DATABASE_URL_FILE=/run/secrets/database_url.',
  ]);
  writeFileSync(file, 'postgres://u:hunter2@db/annals\n');
  expect(readConfig({ DATABASE_URL_FILE: file }).databaseUrl).toBe(
    'postgres://u:hunter2@db/annals',
  );
  expect(problemsOf({ DATABASE_URL_FILE: file, DATABASE_URL: 'postgres://db/annals' })).toEqual([
    'DATABASE_URL_FILE must not be set together with DATABASE_URL: remove one of them.',
  ]);
  const [problem = ''] = problemsOf({ METRICS_TOKEN_FILE: file });
  expect(problem).toMatch(/^METRICS_TOKEN must /);
  expect(problem).not.toContain('hunter2');
  expect(problemsOf({ SMTP_URL_FILE: directory })).toEqual([
    expect.stringMatching(/^SMTP_URL_FILE must name a file, and names a directory, /),
  ]);
  for (const content of ['\n', 'x'.repeat(5000)]) {
    writeFileSync(file, content);
    expect(problemsOf({ SMTP_URL_FILE: file })).toEqual([
      expect.stringMatching(/^SMTP_URL_FILE names /),
    ]);
  }
  rmSync(directory, { recursive: true });
});

it('reads a .env file, which the environment overrides', () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'annals-env-'));
  writeFileSync(path.join(directory, '.env'), 'ANNALS_TEST_ONE=file # comment\nPATH=file\n');
  const environment = readEnvironment(directory);
  expect([environment['ANNALS_TEST_ONE'], environment['PATH']]).toEqual([
    'file',
    process.env['PATH'],
  ]);
  expect(readEnvironment(path.join(directory, 'none'))['ANNALS_TEST_ONE']).toBeUndefined();
  rmSync(directory, { recursive: true });
});

it('says that the working directory has been removed', () => {
  const cwd = vi.spyOn(process, 'cwd').mockImplementation(() => {
    throw Object.assign(new Error('ENOENT: no such file or directory, uv_cwd'), { code: 'ENOENT' });
  });
  onTestFinished(() => cwd.mockRestore());
  expect(() => readEnvironment()).toThrow('The working directory has been removed');
});

describe('a .env file that dotenv would partly skip', () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'annals-env-'));
  afterAll(() => rmSync(directory, { recursive: true }));
  const read = (content: string | Buffer) => {
    writeFileSync(path.join(directory, '.env'), content);
    return () => readEnvironment(directory);
  };

  it('is refused with the numbers of the lines', () => {
    expect(read('PORT=1\n\nDATABASE_URL postgres://a@b/c\r\n- x\n')).toThrow(
      'Line 3 of .env must have the form NAME=value, or begin with #.\n  Line 4 of .env',
    );
    // As PowerShell and some editors write it.
    for (const encoding of ['utf16le', 'latin1'] as const)
      expect(read(Buffer.from('\uFEFFMAIL_FROM=Ü <a@example.org>\n', encoding))).toThrow('UTF-8');
  });

  it('is read with comments, quotes over several lines, export, and a byte order mark', () => {
    const content =
      '\uFEFF# A comment\r\nexport ANNALS_TEST_A = 1\n  ANNALS_TEST_B: 2\nANNALS_TEST_C="one\ntwo three" # rest\n\t\nANNALS_TEST_D=\n';
    expect(read(content)()).toMatchObject({
      ANNALS_TEST_A: '1',
      ANNALS_TEST_B: '2',
      ANNALS_TEST_C: 'one\ntwo three',
      ANNALS_TEST_D: '',
    });
  });
});

it('requires the database that replicas follow', () => {
  expect(() => readConfig({ DATABASE_READ_URL: 'postgres://u:p@r1/annals' })).toThrow(
    'DATABASE_READ_URL names replicas of the database in DATABASE_URL, which is missing.',
  );
});

it('requires the database that a pooler is in front of', () => {
  expect(() => readConfig({ DATABASE_POOLER: 'transaction' })).toThrow(
    'DATABASE_POOLER describes the address in DATABASE_URL, which is missing.',
  );
  expect(problemsOf({ DATABASE_POOLER: 'transaction', DATABSE_URL: 'postgres://a@b/c' })).toEqual([
    expect.stringContaining('which is missing'),
    'There is no variable DATABSE_URL, so it is ignored. Is DATABASE_URL meant?',
  ]);
});

it('refuses a time zone that is unknown here; rules and files are left to the system', () => {
  for (const TZ of ['Europe/Viena', 'Vienna'])
    expect(problemsOf({ TZ })).toEqual([
      'TZ is not a time zone that is known here, for example TZ=Europe/Vienna.',
    ]);
  for (const TZ of [
    'Europe/Vienna',
    'UTC',
    'CET',
    'EST5EDT',
    'America/Argentina/Salta',
    'CET-1CEST',
    ':/etc/localtime',
    '',
  ])
    expect([TZ, problemsOf({ TZ })]).toEqual([TZ, []]);
});

it.each([
  ['DATABSE_URL', 'DATABASE_URL'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['DATABASEURL', 'DATABASE_URL'],
  ['database_url', 'DATABASE_URL'],
  ['DATABASE_URL_FIEL', 'DATABASE_URL_FILE'],
  ['DATADIR', 'DATA_DIR'],
  ['PUBLIC_URLS', 'PUBLIC_URL'],
  ['WORKER', 'WORKERS'],
  ['MAIL_FORM', 'MAIL_FROM'],
  ['AUTHENTICATION_ENDPIONT', 'AUTHENTICATION_ENDPOINT'],
  ['ANNAL_ENDPOINT', 'ANNALS_ENDPOINT'],
])('%s is probably %s', (name, meant) => {
  expect(findMisspelt({ [name]: 'x', PATH: '/bin' })).toEqual([{ name, meant }]);
});

it('takes no variable of other programs for a misspelt one', () => {
  const others = [
    'HOSTNAME',
    'PORTS',
    'HOSTS',
    'MAIL',
    'SHELL',
    'DATABASE',
    'PGDATABASE',
    'LANG',
    'HOME',
    'TZ',
    'MCPS',
  ];
  expect(findMisspelt(Object.fromEntries(others.map((name) => [name, 'x'])))).toEqual([]);
  expect(findMisspelt({ DATABSE_URL: '' })).toEqual([]);
  expect(findMisspelt({ RECORDS_ENDPOINT: 'x', PRODUCT_NAME: 'records' })).toEqual([]);
});
