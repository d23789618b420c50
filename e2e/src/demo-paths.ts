import { createHash } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import type { RouteName } from '@annals/contracts/routes';
import { bodyOf, type Calls, callsAs } from './calls.ts';
import { isForStrangers, isInPartition, pathsOfRoutes, routesOf } from './route-paths.ts';

interface Item {
  id: string;
  name?: string;
}
interface Version extends Item {
  timelineId: string;
}

/** Pages for visitors who are not signed in. */
export const publicPaths = {
  login: '/login',
  reset: '/reset',
  signup: '/signup',
  'set-password': '/set-password',
  'revoke-tokens': '/revoke-tokens',
};

/**
 * The path of one page for each route behind the sign-in, with demo data, by the short name under which tests ask for it, or
 * by that of the route.
 */
export async function demoPaths(request: APIRequestContext): Promise<Record<string, string>> {
  return { ...(await authenticationPaths(request)), ...(await dataPaths(request)) };
}

export async function authenticationPaths(
  request: APIRequestContext,
): Promise<Record<string, string>> {
  const call = await callsAs(request);
  const user = await bodyOf<Item>(call('GET /v1/users/current'));
  const firstOf = async (address: string, name?: string) => {
    const { data } = await bodyOf<{ data: Item[] }>(call(`GET ${address}`));
    const found = data.find((item) => name === undefined || item.name === name);
    if (!found) throw new Error(`The demo data has nothing at ${address}.`);
    return found.id;
  };
  const unit = await firstOf('/v1/organizational-units?pageSize=100', 'Engineering');
  const application = await firstOf('/v1/applications');
  // Each worker creates its own provider: two with the same name could not be told apart on the login page.
  const name = `Lighthouse ${Number(process.env['TEST_PARALLEL_INDEX'] ?? 0) + 1}`;
  const { data: providers } = await bodyOf<{ data: Item[] }>(
    call('GET /v1/identity-providers?pageSize=100'),
  );
  const { id: provider } =
    providers.find((each) => each.name === name) ??
    (await bodyOf<Item>(
      call('POST /v1/identity-providers', {
        name,
        issuer: 'https://login.lighthouse.example',
        clientId: 'annals',
      }),
    ));
  const auditWebhook = await auditWebhookOf(call);
  const values = {
    userId: user.id,
    orgUnitId: unit,
    applicationId: application,
    idpId: provider,
    webhookId: auditWebhook,
    role: 'ORG_ADMIN',
    chapter: 'give-access',
    username: 'nobody@example.org',
    searchtext: 'ada',
  };
  const isOutside = (route: RouteName) =>
    !isInPartition(route) && !isForStrangers(route) && !isOfDataService(route);
  return withAllRoutes(pathsOfRoutes(values, isOutside), {
    account: '/user-management',
    'audit-log': '/audit-log',
    incident: '/audit-log/incident',
    'audit-webhooks': '/audit-log/webhooks',
    'audit-webhook': `/audit-log/webhooks/${auditWebhook}`,
    apiReference: '/api-reference',
    apiCall: '/api-reference?call=searchObjects',
    system: '/system',
    'sign-in-rules': '/v1/sign-in-rules',
    help: '/help',
    'help-chapter': '/help/give-access',
    licenses: '/licenses',
    tokens: '/v1/tokens',
    'new-token': '/v1/tokens/new',
    users: '/v1/users',
    user: `/v1/users/${user.id}`,
    'user-access-graph': `/v1/users/${user.id}?tab=partitions&view=graph`,
    'edit-user': `/v1/users/${user.id}/edit`,
    'user-roles': `/v1/users/${user.id}/roles`,
    roles: '/roles',
    role: '/roles/ORG_ADMIN',
    'compare-roles': '/roles?tab=compare',
    'user-for-name': '/v1/users/forName/nobody@example.org',
    'users-containing': '/v1/users/forNameContaining/ada',
    applications: '/v1/applications',
    application: `/v1/applications/${application}`,
    providers: '/v1/identity-providers',
    'new-provider': '/v1/identity-providers/new',
    provider: `/v1/identity-providers/${provider}`,
    'edit-provider': `/v1/identity-providers/${provider}/edit`,
    units: '/v1/organizational-units',
    'new-unit': '/v1/organizational-units/new',
    unit: `/v1/organizational-units/${unit}`,
    'edit-unit': `/v1/organizational-units/${unit}/edit`,
    'unit-users': `/v1/organizational-units/${unit}/users`,
  });
}

/** Pages that show what the data service has, and nothing of one partition. */
const isOfDataService = (route: RouteName) =>
  /^(?:index|subscriptions|migrations|v1-alias-urls|v1-partitions.*)$/.test(route);

/** These paths, and those of the routes to which none of them leads. */
function withAllRoutes(
  all: ReturnType<typeof pathsOfRoutes>,
  named: Record<string, string>,
): Record<string, string> {
  const led = routesOf(Object.values(named));
  return { ...named, ...Object.fromEntries(all.filter(([name]) => !led.has(name))) };
}

export async function dataPaths(request: APIRequestContext): Promise<Record<string, string>> {
  const call = await callsAs(request);
  const partitions = await bodyOf<{ data: { id: string; partitionName: string }[] }>(
    call('GET /v1/partitions'),
  );
  const partition = partitions.data.find(
    ({ partitionName }) => partitionName === 'Product lifecycles',
  );
  const dataUser = await bodyOf<Item>(call('GET /v1/partitions/all/users/current'));
  const base = `/v1/partitions/${partition?.id}`;
  const search = async (type: string, text: string) => {
    const found = await bodyOf<{ data: Version[] }>(
      call(`POST ${base}/objects/search`, { type, text }),
    );
    const [first] = found.data;
    if (!first) throw new Error(`The demo data has no ${type} ${text}.`);
    return first;
  };
  const node = await search('PRODUCT', 'node.js');
  const category = await search('CATEGORY', 'framework');
  const changeSet = await changeSetAt(base, call, node);
  const webhook = await webhookAt(base, call);
  const sample = await sampleAt(base, call);
  const values = {
    partitionId: partition?.id ?? '',
    userId: dataUser.id,
    objectId: node.id,
    timelineId: node.timelineId,
    changeSetId: changeSet,
    webhookId: webhook,
    sampleId: sample,
  };
  const isOfData = (route: RouteName) => isInPartition(route) || isOfDataService(route);
  return withAllRoutes(pathsOfRoutes(values, isOfData), {
    home: '/',
    subscriptions: '/subscriptions',
    migrations: '/migrations',
    'alias-urls': '/v1/alias-urls',
    'data-users': '/v1/partitions/all/users',
    'data-user': `/v1/partitions/all/users/${dataUser.id}`,
    partitions: '/v1/partitions',
    partition: base,
    'partition-access-graph': `${base}?tab=access&view=graph`,
    members: `${base}/users`,
    objects: `${base}/objects`,
    'edit-grid': `${base}/objects/edit?q=type:PRODUCT`,
    'full-text': `${base}/indices/search-text?text=node`,
    recent: `${base}/objects/recent`,
    object: `${base}/objects/${node.id}`,
    'referenced-by': `${base}/objects/referencedBy/${category.id}`,
    'change-sets': `${base}/change-sets`,
    'change-set': `${base}/change-sets/${changeSet}`,
    webhooks: `${base}?tab=webhooks`,
    webhook: `${base}/webhooks/${webhook}`,
    samples: `${base}/samples`,
    sample: `${base}/samples/${sample}`,
    'preview-objects': `${base}/objects?changeSet=${changeSet}`,
    'preview-object': `${base}/timelines/${node.timelineId}/objects/latest?changeSet=${changeSet}`,
    'preview-left': `${base}/timelines/${node.timelineId}/objects?changeSet=${changeSet}`,
    graph: `${base}/objects/referencedBy/${category.id}?view=graph`,
    compare: `${base}/timelines/${node.timelineId}/objects`,
    latest: `${base}/timelines/${node.timelineId}/objects/latest`,
    past: `${base}/timelines/${node.timelineId}/objects/latest?asOf=2022-03-01T00:00:00Z`,
    'past-history': `${base}/timelines/${node.timelineId}/objects?asOf=2022-03-01T00:00:00Z`,
    'past-held': `${base}/timelines/${node.timelineId}/objects?asOf=2022-03-01T00:00:00Z&asHeld=true`,
    values: `${base}/timelines/${node.timelineId}/objects?tab=values&path=/releases&element=18&below=/latest`,
    'past-referenced-by': `${base}/objects/referencedBy/${category.id}?asOf=2022-03-01T00:00:00Z`,
    'nothing-found': `${base}/objects?q=zzzz`,
    'no-such-partition': '/v1/partitions/01890a5d-ac96-774b-bcce-b302099a8057',
    'not-found': '/no/such/page',
    'no-such-alias': '/a/no-such-alias',
  });
}

/** A webhook that is switched off, so that it does not fail. Workers share it. */
async function auditWebhookOf(call: Calls): Promise<string> {
  const description = 'Security monitoring';
  const { data } = await bodyOf<{ data: (Item & { description: string })[] }>(
    call('GET /authentication/v1/event-webhooks'),
  );
  const existing = data.find((each) => each.description === description);
  if (existing) return existing.id;
  const { id } = await bodyOf<Item>(
    call('POST /authentication/v1/event-webhooks', {
      url: 'https://siem.example/annals',
      description,
      actions: ['signIn.failed', 'role.changed'],
    }),
  );
  await bodyOf(call(`PATCH /authentication/v1/event-webhooks/${id}`, { enabled: false }));
  return id;
}

/** A webhook without any deliveries. Workers share it. */
async function webhookAt(base: string, call: Calls): Promise<string> {
  const description = 'Price list of the shop';
  const { data } = await bodyOf<{ data: (Item & { description: string })[] }>(
    call(`GET ${base}/webhooks`),
  );
  const existing = data.find((each) => each.description === description);
  if (existing) return existing.id;
  const { id } = await bodyOf<Item>(
    call(`POST ${base}/webhooks`, {
      url: 'https://shop.example/annals',
      description,
      eventTypes: ['object.created', 'object.changed'],
      objectTypes: ['PRODUCT'],
      query: 'changes:releases',
    }),
  );
  return id;
}

/** A sample that is announced and not drawn. Workers share it. */
async function sampleAt(base: string, call: Calls): Promise<string> {
  const { data } = await bodyOf<{ data: Item[] }>(call(`GET ${base}/samples`));
  const [existing] = data;
  if (existing) return existing.id;
  const commitment = createHash('sha256').update('31415926535897932384').digest('base64');
  const { id } = await bodyOf<Item>(call(`POST ${base}/samples`, { count: 5, commitment }));
  return id;
}

/** A draft that changes a field of the object. Workers share it. */
async function changeSetAt(base: string, call: Calls, { timelineId }: Version): Promise<string> {
  const title = 'Longer support';
  const { data } = await bodyOf<{ data: { id: string; title: string }[] }>(
    call(`GET ${base}/change-sets?mine=true&state=DRAFT&pageSize=100`),
  );
  const existing = data.find((each) => each.title === title);
  if (existing) return existing.id;
  const { id } = await bodyOf<Item>(
    call(`POST ${base}/change-sets`, { title, description: 'For what customers still run.' }),
  );
  const { objectData, references } = await bodyOf<{
    objectData: object;
    references: { name: string; timelineId: string }[];
  }>(call(`GET ${base}/timelines/${timelineId}/objects/latest`));
  await bodyOf(
    call(`PUT ${base}/change-sets/${id}/operations/${timelineId}`, {
      operation: 'newVersion',
      timelineId,
      objectData: { ...objectData, support: 'extended' },
      references: references.map(({ name, timelineId: target }) => ({ name, timelineId: target })),
    }),
  );
  return id;
}
