import { hostileStrings } from '@annals/contracts/testing/hostile-strings';
import { bodyOf, type Calls } from './calls.ts';
import { isForStrangers, isInPartition, pathsOfRoutes } from './route-paths.ts';

/** The content of fields on the checked pages. */
const hostileName = [
  hostileStrings['a handler'],
  hostileStrings['a template'],
  hostileStrings['another direction'],
  hostileStrings['a formula'],
].join(' ');
/** Names of units and the like change no direction. */
const oneWayName = hostileName.replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '');
const longWord = hostileStrings.long.slice(0, 100);

export interface HostileItems {
  userId: string;
  unitId: string;
  applicationId: string;
  providerId: string;
  partitionId: string;
  objectId: string;
  timelineId: string;
  changeSetId: string;
  webhookId: string;
  auditWebhookId: string;
}

type Field = readonly [
  name: string,
  request: (text: string, unique: number) => readonly [call: string, data: object],
  /** The text that the response has to contain; default: any response is accepted. */
  expectedTextOf?: (text: string) => string,
];

/** A lone surrogate cannot occur in a URL: it arrives as the replacement character. */
const trimmed = (text: string) => text.trim().toWellFormed();
/** Names of people appear in emails and lists, so invisible characters are removed. */
const singleWord = (text: string) =>
  text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')
    .trim()
    .split(' ', 1)[0] ?? '';

const emailOf = (unique: number | string) => `hostile-${unique}@example.org`;
const provider = { issuer: 'https://login.example', clientId: 'annals' };
const webhook = { url: 'https://receiver.example/', eventTypes: ['object.created'] };
const role = { permissions: [], scope: 'all' };
const search = { kind: 'objects', shared: true };
const tokenRights = { scopes: ['read'], expiresDate: new Date(Date.now() + 3e10).toISOString() };
const inQuery = (text: string) => encodeURIComponent(text.toWellFormed());

/** Every field that takes free text. */
function fieldsOf({ userId, unitId, applicationId, providerId, ...ids }: HostileItems): Field[] {
  const { partitionId, timelineId, changeSetId } = ids;
  const partition = `/v1/partitions/${partitionId}`;
  const users = 'POST /v1/users';
  const roles = 'POST /authentication/v1/roles';
  const providers = 'POST /v1/identity-providers';
  const objects = `POST ${partition}/objects`;
  const type = 'HOSTILE';
  const aliases = 'POST /v1/alias-url';
  const mailTexts = (text: string) => ({ headline: text, body: text, ctaText: text, footer: text });
  const file = { kind: 'IMPORT', fileHash: 'ab'.repeat(32), total: 1 };
  return [
    ['a user', (name, n) => [users, { email: emailOf(n), name }], singleWord],
    ['an email', (email) => [users, { email }]],
    ['a user name', (username) => [`PATCH /v1/users/${userId}`, { username }], trimmed],
    [
      'the texts of an invitation',
      (t, n) => [users, { email: emailOf(n), mailTemplateParameters: mailTexts(t) }],
    ],
    ['a unit', (name) => [`POST /v1/organizational-units?name=${inQuery(name)}`, {}], trimmed],
    ['a domain', (t) => [`PUT /v1/organizational-units/${unitId}`, { emailDomains: [t] }]],
    ['a role', (name) => [roles, { ...role, name, description: '' }], trimmed],
    [
      'the description of a role',
      (t, n) => [roles, { ...role, name: `R_${n}`, description: t }],
      trimmed,
    ],
    ['a provider', (name) => [providers, { ...provider, name }], trimmed],
    ['a button', (t) => [providers, { ...provider, name: 'P', buttonLabel: t }], trimmed],
    ['a client', (t) => [providers, { ...provider, name: 'P', clientId: t }], trimmed],
    ['an issuer', (issuer) => [`PATCH /v1/identity-providers/${providerId}`, { issuer }]],
    ['a token', (t) => ['POST /v1/tokens', { ...tokenRights, description: t }], trimmed],
    [
      'a token of an application',
      (t) => [`POST /v1/applications/${applicationId}/tokens`, { description: t }],
      trimmed,
    ],
    ['an application', (name) => ['POST /v1/applications', { name }], trimmed],
    [
      'the description of an application',
      (description) => ['POST /v1/applications', { name: 'A', description }],
      trimmed,
    ],
    ['a partition', (t) => ['POST /v1/partitions', { partitionName: t }], trimmed],
    ['the description of a partition', (t) => [`PATCH ${partition}`, { description: t }], trimmed],
    ['a type', (text) => [objects, { type: text, objectData: {} }], trimmed],
    ['a value', (text) => [objects, { type, objectData: { name: text, in: [text] } }], trimmed],
    ['a reason', (reason) => [objects, { type, objectData: {}, reason }], singleWord],
    ['a property', (text) => [objects, { type, objectData: { [text]: text } }], trimmed],
    [
      'a reference',
      (name) => [objects, { type, objectData: {}, references: [{ name, timelineId }] }],
      trimmed,
    ],
    [
      'a schema',
      (t, n) => [`PUT ${partition}/types/H_${n}`, { jsonSchema: { title: t, description: t } }],
    ],
    [
      'a saved search',
      (name) => [`POST ${partition}/saved-searches`, { ...search, name, query: '' }],
      trimmed,
    ],
    [
      'the query of a saved search',
      (query, n) => [`POST ${partition}/saved-searches`, { ...search, name: `S ${n}`, query }],
      (text) => text,
    ],
    ['an alias', (alias) => [aliases, { alias, target: { ...ids, kind: 'TIMELINE' } }]],
    ['an address', (url, n) => [aliases, { alias: `h-${n}`, target: { kind: 'URL', url } }]],
    ['a change set', (title) => [`POST ${partition}/change-sets`, { title }], trimmed],
    [
      'the description of a change set',
      (description) => [`POST ${partition}/change-sets`, { title: 'A', description }],
      trimmed,
    ],
    [
      'a comment',
      (t) => [`POST ${partition}/change-sets/${changeSetId}/comments`, { text: t }],
      trimmed,
    ],
    [
      'a webhook',
      (description) => [`POST ${partition}/webhooks`, { ...webhook, description }],
      trimmed,
    ],
    ['an address of a webhook', (url) => [`POST ${partition}/webhooks`, { ...webhook, url }]],
    ['a filter of a webhook', (query) => [`POST ${partition}/webhooks`, { ...webhook, query }]],
    ['the query of a subscription', (query) => [`POST ${partition}/subscriptions`, { query }]],
    ['the query of evidence', (query) => [`POST ${partition}/evidence`, { query }]],
    ['a file', (fileName) => [`POST ${partition}/jobs`, { ...file, fileName }], trimmed],
  ];
}

/**
 * Stores every hostile string in every field, and reports those that came back changed or were not refused with
 * a clear error.
 */
export async function findStorageProblems(call: Calls, items: HostileItems): Promise<string[]> {
  const problems: string[] = [];
  const store = async (field: Field, [name, text]: [string, string], unique: number) => {
    const [title, request, expectedTextOf = () => undefined] = field;
    const { status, body } = await call(...request(text, unique));
    const json = JSON.stringify(body);
    const storedText = expectedTextOf(text) ?? '';
    if (
      status < 300
        ? !json.includes(JSON.stringify(storedText).slice(1, -1))
        : !isRefusal(status, json)
    )
      problems.push(`${title}, ${name}: ${status} ${json}`);
  };
  const texts = Object.entries(hostileStrings);
  // Fields run concurrently. The texts of a field run in sequence, because some change the same object.
  const remaining = fieldsOf(items).entries();
  const worker = async () => {
    for (const [fieldIndex, field] of remaining)
      for (const [index, each] of texts.entries())
        await store(field, each, fieldIndex * texts.length + index);
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  return problems;
}

const isRefusal = (status: number, json: string) =>
  [400, 404, 409].includes(status) && /"code":"\w+".*"requestId":"[\w-]+"/s.test(json);

/** Creates an item of each kind, with text that pages could mistake for markup or code. */
export async function createHostileItems(call: Calls): Promise<HostileItems> {
  const idOf = async (request: string, data: object) =>
    (await bodyOf<{ id: string }>(call(request, data))).id;
  const partitionId = await idOf('POST /v1/partitions', {
    partitionName: hostileName.slice(0, 100),
    description: hostileName + hostileStrings.long.slice(0, 1500),
  });
  const objects = `/v1/partitions/${partitionId}/objects`;
  const first = await bodyOf<{ id: string; timelineId: string }>(
    call(`POST ${objects}`, { type: 'HOSTILE', objectData: { name: hostileName } }),
  );
  const data = { ...hostileStrings, name: longWord, NUL: '', 'half a character': '' };
  const { id: objectId } = await bodyOf<{ id: string }>(
    call(`POST ${objects}`, {
      timelineId: first.timelineId,
      predecessorId: first.id,
      objectData: { ...data, [hostileName]: [hostileName, { [longWord]: longWord }] },
      references: [{ name: hostileName.slice(0, 100), timelineId: first.timelineId }],
      reason: hostileStrings['a handler'] + hostileStrings['a template'] + longWord,
    }),
  );
  const application = { name: oneWayName.slice(0, 200), description: oneWayName };
  const applicationId = await idOf('POST /v1/applications', application);
  const userId = await idOf('POST /v1/users', { email: emailOf('one'), name: longWord });
  const member = { role: 'EDITOR' };
  await bodyOf(call(`PUT /v1/partitions/${partitionId}/users/${userId}`, member));
  const sets = `/v1/partitions/${partitionId}/change-sets`;
  const changeSetId = await idOf(`POST ${sets}`, {
    title: (hostileStrings['a handler'] + hostileStrings['a template'] + longWord).slice(0, 200),
    description: hostileName,
  });
  await bodyOf(
    call(`PUT ${sets}/${changeSetId}/operations/${first.timelineId}`, {
      operation: 'newVersion',
      timelineId: first.timelineId,
      objectData: { ...data, [hostileName]: longWord },
    }),
  );
  await bodyOf(call(`POST ${sets}/${changeSetId}/comments`, { text: hostileName }));
  const { id: webhookId } = await bodyOf<{ id: string }>(
    call(`POST /v1/partitions/${partitionId}/webhooks`, {
      ...webhook,
      description: (hostileStrings['a handler'] + hostileStrings['a template'] + longWord).slice(
        0,
        200,
      ),
      query: `name:"${longWord}"`,
    }),
  );
  // Switched off, because a failing webhook would disturb tests about system problems.
  const { id: auditWebhookId } = await bodyOf<{ id: string }>(
    call('POST /authentication/v1/event-webhooks', {
      url: webhook.url,
      description: (hostileStrings['a handler'] + hostileStrings['a template'] + longWord).slice(
        0,
        200,
      ),
    }),
  );
  await bodyOf(
    call(`PATCH /authentication/v1/event-webhooks/${auditWebhookId}`, { enabled: false }),
  );
  return {
    partitionId,
    changeSetId,
    webhookId,
    auditWebhookId,
    objectId,
    timelineId: first.timelineId,
    userId,
    applicationId,
    unitId: await idOf(`POST /v1/organizational-units?name=${inQuery(oneWayName)}`, {}),
    providerId: await idOf('POST /v1/identity-providers', { ...provider, name: oneWayName }),
  };
}

/** Paths of each route that shows such items, and paths that contain such text. */
export function hostilePaths(items: HostileItems): string[] {
  const { partitionId, objectId, timelineId, changeSetId } = items;
  const partition = `/v1/partitions/${partitionId}`;
  const hostileText = hostileStrings['the end of a script'];
  const text = inQuery(hostileText);
  const valuesOfPartition = { ...items, sampleId: objectId };
  const valuesElsewhere = {
    ...items,
    webhookId: items.auditWebhookId,
    orgUnitId: items.unitId,
    idpId: items.providerId,
    chapter: hostileText.toWellFormed(),
    role: hostileText.toWellFormed(),
    username: hostileText.toWellFormed(),
    searchtext: '<script>',
  };
  return [
    ...pathsOfRoutes(valuesOfPartition, isInPartition).map(([, path]) => path),
    ...pathsOfRoutes(valuesElsewhere, (name) => !isInPartition(name) && !isForStrangers(name)).map(
      ([, path]) => path,
    ),
    `/audit-log?subject=${text}`,
    `/v1/users?q=${text}`,
    `${partition}?tab=access`,
    `${partition}/objects?q=${text}`,
    `${partition}/objects/edit?q=${text}`,
    `${partition}/objects/recent?q=${text}`,
    `${partition}/objects/referencedBy/${objectId}?view=graph`,
    `${partition}/indices/search-text?text=${text}`,
    `${partition}?tab=webhooks`,
    `${partition}/objects?changeSet=${changeSetId}`,
    `${partition}/timelines/${timelineId}/objects/latest?changeSet=${changeSetId}`,
    `/${text}`,
  ];
}
