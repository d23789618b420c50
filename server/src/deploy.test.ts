import { execFile, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { maxWaitSeconds } from '@annals/contracts/objects';
import { readCommandLine } from './commands/command-line.ts';
import { rules } from './config-rules.ts';
import { readConfig, secretVariables } from './config.ts';
import { defaultDeadlines } from './proxy/upstream.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const all = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, found = '']) => found);
/** The first line that matches the pattern. */
const one = (text: string, pattern: RegExp) => all(text, pattern)[0] ?? '';

const dockerfile = read('deploy/Dockerfile');
const compose = read('deploy/compose.yaml');
const nginx = read('deploy/nginx.conf');
const unit = read('deploy/annals.service');
const alerts = read('deploy/prometheus/alerts.yml');
const guide = read('docs/operations.md');

const variablesOf = (words: string) =>
  Object.fromEntries([...words.matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name, value]));
const ofImage = variablesOf(one(dockerfile, /^ENV (.*)$/gm));
const ofCommand = variablesOf(one(read('deploy/annals'), /^(DATA_DIR=.*)$/gm));
const ofUnit = variablesOf(all(unit, /^Environment=(.*)$/gm).join(' '));
/** The block of the replicas; ${NAME:-default} as if NAME were not set. */
const environmentOfReplicas = one(compose, /environment: &environment\n((?: {4}.*\n)+)/g);
const ofCompose = Object.fromEntries(
  [...environmentOfReplicas.matchAll(/^ {4}(\w+): (.*)$/gm)].map(
    ([, name = '', value = '']) => [name, value.replace(/\$\{\w+:-(.*?)\}/g, '$1')] as const,
  ),
);

const withoutFiles = (variables: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(variables).filter(([name]) => !name.endsWith('_FILE')));

it('every variable is part of the configuration, with a valid value', () => {
  const known = new Set<string>([
    'NODE_ENV',
    ...Object.keys(rules),
    ...secretVariables.map((name) => `${name}_FILE`),
  ]);
  for (const variables of [ofImage, ofUnit, ofCompose, ofCommand]) {
    expect(Object.keys(variables).length).toBeGreaterThan(2);
    expect(Object.keys(variables).filter((name) => !known.has(name))).toEqual([]);
    expect(() => readConfig(withoutFiles(variables))).not.toThrow();
  }
});

it('the wrapper passes the values of the configuration as they are written', async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'annals-wrapper-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  await mkdir(path.join(directory, 'dist'));
  await writeFile(
    path.join(directory, 'dist/annals.mjs'),
    'process.stdout.write(JSON.stringify([process.argv.slice(2), process.env]))',
  );
  const lines = ['MAIL_FROM=Annals <annals@example.org>', 'SIGNUP=$(id)', 'DATA_DIR=/elsewhere'];
  await writeFile(path.join(directory, 'annals.env'), lines.join('\n'));
  const runWith = (configuration: string) =>
    spawnSync('sh', [path.join(root, 'deploy/annals'), 'backup', '-'], {
      env: {
        PATH: `${path.dirname(process.execPath)}${path.delimiter}${process.env['PATH']}`,
        ANNALS_ETC: configuration,
        ANNALS_HOME: directory,
      },
      encoding: 'utf8',
    });
  expect(runWith('/nowhere')).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^annals: \/nowhere\/annals\.env cannot be read\. .* as root/),
  });
  const { stdout, stderr } = runWith(directory);
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toMatchObject([
    ['backup', '-'],
    {
      MAIL_FROM: 'Annals <annals@example.org>',
      SIGNUP: '$(id)',
      DATA_DIR: '/var/lib/annals',
      DATABASE_URL_FILE: path.join(directory, 'database_url'),
    },
  ]);
});

it('commands in the compose file are words', () => {
  const { services } = parse(compose, { merge: true }) as {
    services: Record<string, { healthcheck?: { test: unknown[] }; command?: unknown[] }>;
  };
  const commands = Object.values(services).flatMap(({ healthcheck, command }) =>
    [healthcheck?.test, command].flatMap((words) => (words ? [words] : [])),
  );
  expect(commands).toHaveLength(4);
  for (const words of commands)
    expect(new Set(words.map((word) => typeof word))).toEqual(new Set(['string']));
});

it('secrets come from files that exist by then', () => {
  const made = new Set(all(read('deploy/make-secrets.sh'), /(?:keep |secrets\/)(\w+)/g));
  const mounted = all(compose, /^ {2}(\w+): \{ file: .\/secrets\/\1 \}$/gm);
  expect(mounted).toHaveLength(8);
  expect(mounted.filter((name) => !made.has(name))).toEqual([]);
  const files = (text: string) => all(text, /\/run\/secrets\/(\w+)/g);
  const used = [compose, nginx, read('deploy/prometheus/prometheus.yml')].flatMap(files);
  expect(new Set(used)).toEqual(new Set(mounted));
  const credentials = new Set(all(unit, /^LoadCredential=(\w+):/gm));
  expect(new Set(all(unit, /%d\/(\w+)/g))).toEqual(credentials);
});

const highlyAvailable = read('deploy/compose.ha.yaml');

interface Composed {
  services: Record<
    string,
    {
      image?: string;
      environment?: Record<string, string>;
      secrets?: string[];
      volumes?: string[];
      command?: string[];
      depends_on?: string[] | Record<string, unknown>;
      networks?: string[] | Record<string, { ipv4_address?: string } | null>;
    }
  >;
  secrets: Record<string, unknown>;
  volumes: Record<string, unknown>;
}

it('the highly available compose file is consistent, and runs Annals like the other one', () => {
  const { services, secrets, volumes } = parse(highlyAvailable, { merge: true }) as Composed;
  const usual = (parse(compose, { merge: true }) as Composed).services['annals-1'];
  const names = Object.keys(services);
  expect(names).toHaveLength(9);
  const made = new Set(all(read('deploy/make-secrets.sh'), /(?:keep |secrets\/)(\w+)/g));
  expect(Object.keys(secrets).filter((name) => !made.has(name))).toEqual([]);
  expect(new Set(Object.values(services).flatMap((each) => each.secrets ?? []))).toEqual(
    new Set(Object.keys(secrets)),
  );
  const mounted = Object.values(services).flatMap((each) => each.volumes ?? []);
  expect(
    new Set(mounted.map((volume) => volume.split(':')[0]).filter((name) => !name?.startsWith('.'))),
  ).toEqual(new Set(Object.keys(volumes)));
  for (const [name, service] of Object.entries(services)) {
    expect([name, service.image]).toEqual([name, expect.stringMatching(/^[\w-]+:[\w.-]+$/)]);
    for (const needed of [service.depends_on ?? []].flat()) expect(names).toContain(needed);
  }
  // The named hosts are those that run.
  const hostsIn = (text: string) => all(text, /([a-z]+-\d):\d+/g);
  expect(hostsIn(one(read('deploy/make-secrets.sh'), /^printf '(.*postgresql-1.*)'/gm))).toEqual(
    names.filter((name) => name.startsWith('postgresql-')),
  );
  const members = names.filter((name) => name.startsWith('etcd-'));
  for (const member of members) {
    const { environment = {} } = services[member] ?? {};
    expect(hostsIn(environment['ETCD_INITIAL_CLUSTER'] ?? '')).toEqual(members);
    expect(environment['ETCD_NAME']).toBe(member);
  }
  for (const name of names.filter((each) => each.startsWith('postgresql-'))) {
    expect(services[name]?.command).toEqual(['patroni-node', name]);
    expect(hostsIn(services[name]?.environment?.['PATRONI_ETCD3_HOSTS'] ?? '')).toEqual(members);
  }
  for (const name of ['annals-1', 'annals-2'])
    expect(services[name]?.environment).toEqual({
      ...usual?.environment,
      DATABASE_URL_FILE: '/run/secrets/database_ha_url',
    });
  expect(all(highlyAvailable, /ipv4_address: ([\d.]+)/g)).toEqual(
    all(compose, /ipv4_address: ([\d.]+)/g),
  );
});

it('Patroni waits for its standby, within consistent timeouts, and its image has what it runs', () => {
  const { bootstrap } = parse(read('deploy/patroni/patroni.yaml')) as {
    bootstrap: {
      dcs: { ttl: number; loop_wait: number; retry_timeout: number; synchronous_mode: boolean };
      post_init: string;
    };
  };
  const { ttl, loop_wait: loop, retry_timeout: retry, synchronous_mode: waits } = bootstrap.dcs;
  expect(waits).toBe(true);
  expect(ttl).toBeGreaterThanOrEqual(loop + 2 * retry);
  const copied = one(read('deploy/patroni/Dockerfile'), /^COPY --chmod=755 (.*) \S+$/gm).split(' ');
  expect(copied).toContain(bootstrap.post_init);
  for (const file of copied)
    expect(statSync(path.join(root, 'deploy/patroni', file)).mode & 0o111).not.toBe(0);
});

/** A template with the same text for every value; lines with only instructions are removed. */
const rendered = (template: string) =>
  template
    .replace(/^ *\{\{-[^}]*\}\}\n/gm, '')
    .replace(/\{\{[^}]*\| quote \}\}/g, '"x"')
    .replace(/\{\{[^}]*\}\}/g, 'x');

interface PodSpec {
  initContainers: object[];
  containers: {
    env: { name: string; value: string }[];
    image: string;
    ports?: { name: string; containerPort: number }[];
    volumeMounts: { name: string }[];
    [probe: `${string}Probe`]: { httpGet: { path: string; port: string } } | undefined;
  }[];
  volumes: { name: string }[];
}

it('the chart is YAML, its values exist, and its job is configured like its servers', () => {
  const folder = 'deploy/helm/annals';
  const values = parse(read(`${folder}/values.yaml`)) as Record<string, unknown>;
  const chart = parse(read(`${folder}/Chart.yaml`)) as Record<string, unknown>;
  const { version } = JSON.parse(read('package.json')) as { version: string };
  expect(chart).toMatchObject({ apiVersion: 'v2', name: 'annals', appVersion: version });
  expect(values).toMatchObject({ image: { tag: version } });
  const files = readdirSync(path.join(root, folder, 'templates'));
  const used = new Set<string>();
  const kinds = new Map<string, { spec: { template: { spec: PodSpec } } }>();
  for (const file of files) {
    const text = read(`${folder}/templates/${file}`);
    for (const name of all(text, /\.Values\.([\w.]+)/g)) used.add(name);
    expect([file, text.match(/\{\{/g)?.length]).toEqual([file, text.match(/\}\}/g)?.length]);
    if (!file.endsWith('.yaml')) continue;
    expect([file, all(text, /\{\{-? (range)/g).length]).toEqual([
      file,
      all(text, /\{\{-? (end)/g).length,
    ]);
    for (const document of parseAllDocuments(rendered(text))) {
      expect([file, document.errors]).toEqual([file, []]);
      const resource = document.toJS() as { kind: string; spec: { template: { spec: PodSpec } } };
      kinds.set(resource.kind, resource);
    }
  }
  expect([...kinds.keys()].sort()).toEqual([
    'Deployment',
    'Ingress',
    'Job',
    'PodDisruptionBudget',
    'Service',
  ]);
  const valueOf = (name: string) =>
    name
      .split('.')
      .reduce<unknown>(
        (value, key) => (value as Record<string, unknown> | undefined)?.[key],
        values,
      );
  expect([...used].filter((name) => valueOf(name) === undefined)).toEqual([]);
  // An Ingress has no port.
  expect(read(`${folder}/templates/ingress.yaml`)).toContain(
    '(urlParse .Values.publicUrl).hostname',
  );
  // Everything in values.yaml is used.
  for (const name of Object.keys(values))
    expect([...used].some((each) => each.split('.')[0] === name)).toBe(true);

  const servers = kinds.get('Deployment')?.spec.template.spec;
  const migration = kinds.get('Job')?.spec.template.spec;
  const [server, job] = [servers?.containers[0], migration?.containers[0]];
  expect(job?.env).toEqual(server?.env);
  expect(migration?.initContainers).toEqual(servers?.initContainers);
  expect(job?.volumeMounts).toEqual(server?.volumeMounts);
  expect(migration?.volumes).toEqual(servers?.volumes);
  const known = new Set<string>([
    ...Object.keys(rules),
    ...secretVariables.map((name) => `${name}_FILE`),
  ]);
  const given = [
    ...(server?.env ?? []).map(({ name }) => name).filter((name) => name !== 'x'),
    ...Object.keys(values['environment'] as object),
  ];
  expect(given.filter((name) => !known.has(name))).toEqual([]);
  expect(server?.ports).toEqual([{ name: 'http', containerPort: Number(ofImage['PORT']) }]);
  expect(
    [server?.startupProbe, server?.livenessProbe, server?.readinessProbe].map(
      (probe) => probe?.httpGet,
    ),
  ).toEqual([
    { path: '/healthz', port: 'http' },
    { path: '/healthz', port: 'http' },
    { path: '/readyz', port: 'http' },
  ]);
});

it('the files and the guide run commands of the program', () => {
  const list = (text: string) => JSON.parse(text) as string[];
  const job = one(read('deploy/helm/annals/templates/migrate.yaml'), /^ +args: (\[.*\])$/gm);
  const guided =
    /annals-1 annals (.*)$|^sudo annals (.*)$|^annals ((?:migrate|verify|distribute).*)$/gm;
  const commands = [
    list(one(dockerfile, /^CMD (\[.*\])$/gm)),
    list(job),
    one(unit, /^ExecStart=\S+ \S+ (.*)$/gm).split(' '),
    ...['deploy/compose.yaml', 'deploy/compose.ha.yaml', 'docs/operations.md'].flatMap((file) =>
      [...read(file).matchAll(guided)].map((found) =>
        (found[1] ?? found[2] ?? found[3] ?? '').trim().split(/ +/),
      ),
    ),
    one(read('deploy/helm/annals/templates/NOTES.txt'), /-- annals (.*)$/gm).split(' '),
  ];
  expect(commands.length).toBeGreaterThan(6);
  for (const words of commands)
    expect([words, readCommandLine(words).name]).toEqual([words, expect.any(String)]);
  // Helm waits for this one, and a backfill may take hours.
  expect(readCommandLine(list(job))).toEqual({
    name: 'migrate',
    schemaOnly: true,
    force: false,
  });
  expect(() => readCommandLine(['migrate', '--schema'])).toThrow(/--schema/);
});

it('the image contains the packages that are not bundled, and its bill of materials', () => {
  const copied = all(dockerfile, /^COPY --from=packages \/src\/node_modules\/(\S+) /gm);
  const external = all(read('rolldown.config.mjs'), /\/\^(@[\w-]+)\\\//g);
  expect(copied.toSorted()).toEqual(external.toSorted());
  expect(copied.length).toBeGreaterThan(1);
  const bill = one(dockerfile, /node scripts\/sbom\.mjs > (\S+)/g);
  expect(dockerfile).toContain(`\nCOPY --from=build /src/${bill} `);
});

it('all use the same port, and the files that compose mounts exist', () => {
  const port = ofImage['PORT'];
  const ports = [
    one(dockerfile, /^EXPOSE (\d+)$/gm),
    one(compose, /127\.0\.0\.1:(\d+)\/readyz/g),
    ...all(nginx, /server annals-\d:(\d+)/g),
    ...all(read('deploy/prometheus/prometheus.yml'), /annals-\d:(\d+)/g),
  ];
  expect(ports).toEqual(ports.map(() => port));
  expect(ports).toHaveLength(6);
  for (const file of all(compose, /(\.\/(?:nginx|grafana|prometheus)[\w./-]*):/g))
    expect([file, existsSync(path.join(root, 'deploy', file))]).toEqual([file, true]);
});

it.each([
  ['0.0.0.0', '127.0.0.1'],
  ['::', '127.0.0.1'],
  ['127.0.0.2', '127.0.0.2'],
  ['::1', '::1'],
])('the health check of the image finds a server with HOST=%s', async (HOST, address) => {
  const paths: (string | undefined)[] = [];
  const listening = createServer(({ url }, response) => response.end(String(paths.push(url))));
  await new Promise<void>((resolve) => listening.listen(0, address, resolve));
  const { port } = listening.address() as AddressInfo;
  const [program = '', ...words] = JSON.parse(one(dockerfile, /^ +CMD (\[.*\])$/gm)) as string[];
  const check = () =>
    promisify(execFile)(program, words, { env: { ...process.env, HOST, PORT: String(port) } });
  await check();
  expect(paths).toEqual(['/healthz']);
  listening.closeAllConnections();
  await new Promise((resolve) => listening.close(resolve));
  await expect(check()).rejects.toMatchObject({ code: 1 });
});

it('the replicas trust only the reverse proxy, which knows both of them', () => {
  const addressOf = (service: string) =>
    one(compose, new RegExp(`^  ${service}:\\n(?:    .*\\n)+?.*ipv4_address: ([\\d.]+)`, 'gm'));
  expect(ofCompose['TRUST_PROXY']).toBe(addressOf('proxy'));
  const hosts = one(compose, /extra_hosts: \[(.*)\]/g);
  for (const replica of all(nginx, /server (annals-\d):/g))
    expect(hosts).toContain(`'${replica}:${addressOf(replica)}'`);
  expect(nginx).toContain('proxy_set_header X-Forwarded-For $remote_addr;');
  expect(nginx).toMatch(/location ~ \^\/\(\?:metrics\|healthz\|readyz\)\$ \{\s+return 404;/);
});

it('nothing cuts off requests that wait on purpose', () => {
  const seconds = Number(one(nginx, /proxy_read_timeout (\d+)s/g));
  expect(seconds).toBeGreaterThan(maxWaitSeconds + defaultDeadlines.wholeMs / 1000);
  // The service itself reports that a body is too large.
  expect(Number(one(nginx, /client_max_body_size (\d+)m/g))).toBeGreaterThan(1);
  expect(Number(one(unit, /TimeoutStopSec=(\d+)/g))).toBeGreaterThan(10);
  expect(Number(one(compose, /stop_grace_period: (\d+)s/g))).toBeGreaterThan(10);
});

it('each alert links to its runbook, which exists', () => {
  const names = all(alerts, /- alert: (\w+)/g);
  expect(names.length).toBeGreaterThan(15);
  expect(all(alerts, /runbook: docs\/operations\.md#(\w+)/g)).toEqual(
    names.map((name) => name.toLowerCase()),
  );
  expect(all(guide, /^### (Annals\w+)$/gm)).toEqual(names);
  for (const text of guide.split(/^### Annals/m).slice(1))
    expect(text).toMatch(/\*\*Means\*\*[^]+\*\*See\*\*[^]+\*\*Do\*\*/);
});
