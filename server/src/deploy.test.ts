import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { longestWait } from '@annals/contracts/objects';
import { rules } from './config-rules.ts';
import { readConfig, secretVariables } from './config.ts';
import { defaultDeadlines } from './proxy/upstream.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const all = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, found = '']) => found);
/** The first line that the pattern fits. */
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
/** The block of the replicas; ${NAME:-default} as when NAME is not given. */
const environmentOfReplicas = one(compose, /environment: &environment\n((?: {4}.*\n)+)/g);
const ofCompose = Object.fromEntries(
  [...environmentOfReplicas.matchAll(/^ {4}(\w+): (.*)$/gm)].map(
    ([, name = '', value = '']) => [name, value.replace(/\$\{\w+:-(.*?)\}/g, '$1')] as const,
  ),
);

const withoutFiles = (variables: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(variables).filter(([name]) => !name.endsWith('_FILE')));

it('every variable is one of the configuration, with a value it takes', () => {
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

it('the compose file is read as it looks: commands are words', () => {
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

it('the image gets the manifest of every package, and what the build leaves', () => {
  const workspaces = (JSON.parse(read('package.json')) as { workspaces: string[] }).workspaces;
  const manifests = all(dockerfile, /^COPY (\S+)\/package\.json /gm);
  for (const place of workspaces)
    expect(manifests.some((manifest) => manifest.startsWith(place.replace('*', '')))).toBe(true);
  for (const manifest of manifests) expect(existsSync(path.join(root, manifest))).toBe(true);
  const ignored = read('deploy/Dockerfile.dockerignore');
  const letIn = new Set(all(ignored, /^!(\S+)$/gm));
  // what the build hashes is what it needs
  const sources = all(read('scripts/build.mjs'), /^ {6}'([\w./-]+)',$/gm);
  expect(sources.length).toBeGreaterThan(10);
  for (const source of [...sources, 'scripts/build.mjs', 'package-lock.json'])
    expect([source, letIn.has(source) || letIn.has(source.split('/')[0] ?? '')]).toEqual([
      source,
      true,
    ]);
  expect(letIn.has('deploy')).toBe(false);
});

it('all name the same port, and the files that compose mounts are there', () => {
  const port = ofImage['PORT'];
  const ports = [
    one(dockerfile, /^EXPOSE (\d+)$/gm),
    one(dockerfile, /127\.0\.0\.1:(\d+)\/healthz/g),
    one(compose, /127\.0\.0\.1:(\d+)\/readyz/g),
    ...all(nginx, /server annals-\d:(\d+)/g),
    ...all(read('deploy/prometheus/prometheus.yml'), /annals-\d:(\d+)/g),
  ];
  expect(ports).toEqual(ports.map(() => port));
  expect(ports).toHaveLength(7);
  for (const file of all(compose, /(\.\/(?:nginx|grafana|prometheus)[\w./-]*):/g))
    expect([file, existsSync(path.join(root, 'deploy', file))]).toEqual([file, true]);
});

it('the replicas believe the reverse proxy alone, and it knows both of them', () => {
  const addressOf = (service: string) =>
    one(compose, new RegExp(`^  ${service}:\\n(?:    .*\\n)+?.*ipv4_address: ([\\d.]+)`, 'gm'));
  expect(ofCompose['TRUST_PROXY']).toBe(addressOf('proxy'));
  const hosts = one(compose, /extra_hosts: \[(.*)\]/g);
  for (const replica of all(nginx, /server (annals-\d):/g))
    expect(hosts).toContain(`'${replica}:${addressOf(replica)}'`);
  expect(nginx).toContain('proxy_set_header X-Forwarded-For $remote_addr;');
  expect(nginx).toMatch(/location ~ \^\/\(\?:metrics\|healthz\|readyz\)\$ \{\s+return 404;/);
});

it('nobody cuts off what waits on purpose', () => {
  const seconds = Number(one(nginx, /proxy_read_timeout (\d+)s/g));
  expect(seconds).toBeGreaterThan(longestWait + defaultDeadlines.wholeMs / 1000);
  // the service says itself that a body is too large
  expect(Number(one(nginx, /client_max_body_size (\d+)m/g))).toBeGreaterThan(1);
  expect(Number(one(unit, /TimeoutStopSec=(\d+)/g))).toBeGreaterThan(10);
  expect(Number(one(compose, /stop_grace_period: (\d+)s/g))).toBeGreaterThan(10);
});

it('each alert says where its runbook stands, and there it stands', () => {
  const names = all(alerts, /- alert: (\w+)/g);
  expect(names.length).toBeGreaterThan(15);
  expect(all(alerts, /runbook: docs\/operations\.md#(\w+)/g)).toEqual(
    names.map((name) => name.toLowerCase()),
  );
  expect(all(guide, /^### (Annals\w+)$/gm)).toEqual(names);
  for (const text of guide.split(/^### Annals/m).slice(1))
    expect(text).toMatch(/\*\*Means\*\*[^]+\*\*See\*\*[^]+\*\*Do\*\*/);
});
