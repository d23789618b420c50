import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { FakeProvider } from '../testing/fake-provider.ts';
import { ProviderClients, ProviderUnfit } from './provider-clients.ts';
import { providerFetch } from './provider-fetch.ts';

const discovery = '/.well-known/openid-configuration';

let fake: FakeProvider;
let clients: ProviderClients;
let now = 0;

beforeAll(async () => {
  fake = await FakeProvider.start();
});

afterAll(() => fake.stop());

beforeEach(() => {
  fake.misbehaviour = {};
  fake.requestedPaths.length = 0;
  const hosts = [fake.host];
  clients = new ProviderClients(providerFetch({ hosts }), hosts, () => now);
});

const provider = (version = 1) => ({
  id: 'one',
  version,
  issuer: fake.issuer,
  discovery: true,
  tokenIssuer: null,
  tenants: [],
  clientId: 'fake-client',
  clientSecret: null,
  clientKey: null,
  idTokenAlgorithm: null,
  clientAuthentication: 'none' as const,
  endpoints: {},
});
const countDiscoveries = () => fake.requestedPaths.filter((path) => path === discovery).length;

it('queries a provider once in five minutes, even for concurrent requests', async () => {
  await Promise.all([clients.of(provider()), clients.of(provider())]);
  await clients.of(provider());
  expect(countDiscoveries()).toBe(1);
  now += 5 * 60_000;
  await clients.of(provider());
  expect(countDiscoveries()).toBe(2);
});

it('queries again after the provider was changed', async () => {
  await clients.of(provider());
  await clients.of(provider(2));
  expect(countDiscoveries()).toBe(2);
});

it('queries again after a failure', async () => {
  fake.misbehaviour = { answerDiscovery: (response) => void response.writeHead(500).end() };
  await expect(clients.of(provider())).rejects.toThrow(ProviderUnfit);
  fake.misbehaviour = {};
  await expect(clients.of(provider())).resolves.toBeDefined();
});

it('requires the exact issuer', async () => {
  fake.misbehaviour = { discovery: { issuer: `${fake.issuer}/` } };
  await expect(clients.of(provider())).rejects.toThrow(/issuer is .*\/, not/);
});

it('prefers configured endpoints to discovered ones', async () => {
  const given = { token: `${fake.issuer}/other-token` };
  const { server } = await clients.of({ ...provider(), endpoints: given });
  expect(server).toMatchObject({
    token_endpoint: `${fake.issuer}/other-token`,
    authorization_endpoint: `${fake.issuer}/authorize`,
  });
});
