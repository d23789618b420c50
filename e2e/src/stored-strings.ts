import { hostileStrings } from '@annals/contracts/testing/hostile-strings';
import { answerOf, type Calls } from './calls.ts';

/** The content of fields on the pages that are checked. */
const wholeName = [
  hostileStrings['a handler'],
  hostileStrings['a template'],
  hostileStrings['another direction'],
  hostileStrings['a formula'],
].join(' ');
const longWord = hostileStrings.long.slice(0, 100);

export interface HostileThings {
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
  /** The part of the text that the response has to contain. */
  keeping?: (text: string) => string,
];

/** A lone surrogate cannot occur in a URL: it arrives as the replacement character. */
const whole = (text: string) => text.trim().toWellFormed();
/** Names of people appear in emails and lists, so invisible characters are removed. */
const seen = (text: string) =>
  text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')
    .trim()
    .split(' ', 1)[0] ?? '';

const emailOf = (unique: number | string) => `hostile-${unique}@example.org`;
const made = { issuer: 'https://login.example', clientId: 'annals' };
const sent = { url: 'https://receiver.example/', eventTypes: ['object.created'] };
const role = { permissions: [], reach: 'all' };
const search = { kind: 'objects', shared: true };
const rights = { scopes: ['read'], expiresDate: new Date(Date.now() + 3e10).toISOString() };
const inQuery = (text: string) => encodeURIComponent(text.toWellFormed());

/** Every field that takes free text. */
function fieldsOf({ userId, unitId, applicationId, providerId, ...place }: HostileThings): Field[] {
  const { partitionId, timelineId, changeSetId } = place;
  const partition = `/v1/partitions/${partitionId}`;
  const users = 'POST /v1/users';
  const roles = 'POST /authentication/v1/roles';
  const providers = 'POST /v1/identity-providers';
  const objects = `POST ${partition}/objects`;
  const type = 'HOSTILE';
  const aliases = 'POST /v1/alias-url';
  const letter = (text: string) => ({ headline: text, body: text, ctaText: text, footer: text });
  const file = { kind: 'IMPORT', fileHash: 'ab'.repeat(32), total: 1 };
  return [
    ['a user', (name, n) => [users, { email: emailOf(n), name }], seen],
    ['an email', (email) => [users, { email }]],
    ['a user name', (username) => [`PATCH /v1/users/${userId}`, { username }], whole],
    ['a letter', (t, n) => [users, { email: emailOf(n), mailTemplateParameters: letter(t) }]],
    ['a unit', (name) => [`POST /v1/organizational-units?name=${inQuery(name)}`, {}], whole],
    ['a domain', (t) => [`PUT /v1/organizational-units/${unitId}`, { emailDomains: [t] }]],
    ['a role', (name) => [roles, { ...role, name, description: '' }], whole],
    ['of a role', (t, n) => [roles, { ...role, name: `R_${n}`, description: t }], whole],
    ['a provider', (name) => [providers, { ...made, name }], whole],
    ['a button', (t) => [providers, { ...made, name: 'P', buttonLabel: t }], whole],
    ['a client', (t) => [providers, { ...made, name: 'P', clientId: t }], whole],
    ['an issuer', (issuer) => [`PATCH /v1/identity-providers/${providerId}`, { issuer }]],
    ['a token', (t) => ['POST /v1/tokens', { ...rights, description: t }], whole],
    [
      'a token of an application',
      (t) => [`POST /v1/applications/${applicationId}/tokens`, { description: t }],
      whole,
    ],
    ['an application', (name) => ['POST /v1/applications', { name }], whole],
    [
      'of an application',
      (description) => ['POST /v1/applications', { name: 'A', description }],
      whole,
    ],
    ['a partition', (t) => ['POST /v1/partitions', { partitionName: t }], whole],
    ['of a partition', (t) => [`PATCH ${partition}`, { description: t }], whole],
    ['a type', (text) => [objects, { type: text, objectData: {} }], whole],
    ['a value', (text) => [objects, { type, objectData: { name: text, in: [text] } }], whole],
    ['a reason', (reason) => [objects, { type, objectData: {}, reason }], seen],
    ['a property', (text) => [objects, { type, objectData: { [text]: text } }], whole],
    [
      'a reference',
      (name) => [objects, { type, objectData: {}, references: [{ name, timelineId }] }],
      whole,
    ],
    [
      'a schema',
      (t, n) => [`PUT ${partition}/types/H_${n}`, { jsonSchema: { title: t, description: t } }],
    ],
    [
      'a saved search',
      (name) => [`POST ${partition}/saved-searches`, { ...search, name, query: '' }],
      whole,
    ],
    [
      'of a saved search',
      (query, n) => [`POST ${partition}/saved-searches`, { ...search, name: `S ${n}`, query }],
      (text) => text,
    ],
    ['an alias', (alias) => [aliases, { alias, target: { ...place, kind: 'TIMELINE' } }]],
    ['an address', (url, n) => [aliases, { alias: `h-${n}`, target: { kind: 'URL', url } }]],
    ['a change set', (title) => [`POST ${partition}/change-sets`, { title }], whole],
    [
      'of a change set',
      (description) => [`POST ${partition}/change-sets`, { title: 'A', description }],
      whole,
    ],
    [
      'a comment',
      (t) => [`POST ${partition}/change-sets/${changeSetId}/comments`, { text: t }],
      whole,
    ],
    ['a webhook', (description) => [`POST ${partition}/webhooks`, { ...sent, description }], whole],
    ['an address of a webhook', (url) => [`POST ${partition}/webhooks`, { ...sent, url }]],
    ['a filter of a webhook', (query) => [`POST ${partition}/webhooks`, { ...sent, query }]],
    ['what is followed', (query) => [`POST ${partition}/subscriptions`, { query }]],
    ['what evidence is about', (query) => [`POST ${partition}/evidence`, { query }]],
    ['a file', (fileName) => [`POST ${partition}/jobs`, { ...file, fileName }], whole],
  ];
}

/**
 * Stores every hostile string in every field, and reports those that came back changed or were not refused with
 * a clear error.
 */
export async function storeEverywhere(call: Calls, things: HostileThings): Promise<string[]> {
  const faults: string[] = [];
  const store = async (field: Field, [name, text]: [string, string], unique: number) => {
    const [title, request, keeping = () => undefined] = field;
    const { status, body } = await call(...request(text, unique));
    const json = JSON.stringify(body);
    const storedText = keeping(text) ?? '';
    if (
      status < 300
        ? !json.includes(JSON.stringify(storedText).slice(1, -1))
        : !isRefusal(status, json)
    )
      faults.push(`${title}, ${name}: ${status} ${json}`);
  };
  const texts = Object.entries(hostileStrings);
  // Several fields run at the same time. The texts of one field run in sequence, because some of them belong to
  // the same thing.
  const waiting = fieldsOf(things).entries();
  const lane = async () => {
    for (const [place, field] of waiting)
      for (const [index, each] of texts.entries())
        await store(field, each, place * texts.length + index);
  };
  await Promise.all(Array.from({ length: 8 }, lane));
  return faults;
}

const isRefusal = (status: number, json: string) =>
  [400, 404, 409].includes(status) && /"code":"\w+".*"requestId":"[\w-]+"/s.test(json);

/** One thing of each kind, filled with text that pages could mistake for markup or code. */
export async function makeHostileThings(call: Calls): Promise<HostileThings> {
  const idOf = async (request: string, data: object) =>
    (await answerOf<{ id: string }>(call(request, data))).id;
  const partitionId = await idOf('POST /v1/partitions', {
    partitionName: wholeName.slice(0, 100),
    description: wholeName + hostileStrings.long.slice(0, 1500),
  });
  const objects = `/v1/partitions/${partitionId}/objects`;
  const first = await answerOf<{ id: string; timelineId: string }>(
    call(`POST ${objects}`, { type: 'HOSTILE', objectData: { name: wholeName } }),
  );
  const data = { ...hostileStrings, name: longWord, NUL: '', 'half a character': '' };
  const { id: objectId } = await answerOf<{ id: string }>(
    call(`POST ${objects}`, {
      timelineId: first.timelineId,
      predecessorId: first.id,
      objectData: { ...data, [wholeName]: [wholeName, { [longWord]: longWord }] },
      references: [{ name: wholeName.slice(0, 100), timelineId: first.timelineId }],
      reason: hostileStrings['a handler'] + hostileStrings['a template'] + longWord,
    }),
  );
  const application = { name: wholeName.slice(0, 200), description: wholeName };
  const applicationId = await idOf('POST /v1/applications', application);
  const userId = await idOf('POST /v1/users', { email: emailOf('one'), name: longWord });
  const member = { role: 'EDITOR' };
  await answerOf(call(`PUT /v1/partitions/${partitionId}/users/${userId}`, member));
  const sets = `/v1/partitions/${partitionId}/change-sets`;
  const changeSetId = await idOf(`POST ${sets}`, {
    title: (hostileStrings['a handler'] + hostileStrings['a template'] + longWord).slice(0, 200),
    description: wholeName,
  });
  await answerOf(
    call(`PUT ${sets}/${changeSetId}/operations/${first.timelineId}`, {
      operation: 'newVersion',
      timelineId: first.timelineId,
      objectData: { ...data, [wholeName]: longWord },
    }),
  );
  await answerOf(call(`POST ${sets}/${changeSetId}/comments`, { text: wholeName }));
  const { id: webhookId } = await answerOf<{ id: string }>(
    call(`POST /v1/partitions/${partitionId}/webhooks`, {
      ...sent,
      description: (hostileStrings['a handler'] + hostileStrings['a template'] + longWord).slice(
        0,
        200,
      ),
      query: `name:"${longWord}"`,
    }),
  );
  // Switched off, because a failing webhook would disturb tests about system problems.
  const { id: auditWebhookId } = await answerOf<{ id: string }>(
    call('POST /authentication/v1/event-webhooks', {
      url: sent.url,
      description: (hostileStrings['a handler'] + hostileStrings['a template'] + longWord).slice(
        0,
        200,
      ),
    }),
  );
  await answerOf(
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
    unitId: await idOf(`POST /v1/organizational-units?name=${inQuery(wholeName)}`, {}),
    providerId: await idOf('POST /v1/identity-providers', { ...made, name: wholeName }),
  };
}

/** A page of each route that shows such things, and pages whose URLs contain such text. */
export function hostilePlaces(things: HostileThings): string[] {
  const { partitionId, objectId, timelineId, userId, unitId, providerId } = things;
  const partition = `/v1/partitions/${partitionId}`;
  const text = inQuery(hostileStrings['the end of a script']);
  return [
    '/',
    '/user-management',
    '/subscriptions',
    '/migrations',
    `/audit-log?subject=${text}`,
    '/audit-log',
    '/audit-log/webhooks',
    `/audit-log/webhooks/${things.auditWebhookId}`,
    '/system',
    '/help',
    `/help/${text}`,
    '/v1/tokens',
    '/v1/tokens/new',
    `/v1/users?q=${text}`,
    '/v1/users',
    `/v1/users/${userId}`,
    `/v1/users/${userId}/edit`,
    `/v1/users/${userId}/roles`,
    `/v1/users/forName/${text}`,
    `/v1/users/forNameContaining/${inQuery('<script>')}`,
    '/v1/applications',
    `/v1/applications/${things.applicationId}`,
    '/v1/identity-providers',
    '/v1/identity-providers/new',
    `/v1/identity-providers/${providerId}`,
    `/v1/identity-providers/${providerId}/edit`,
    '/v1/organizational-units',
    '/v1/organizational-units/new',
    `/v1/organizational-units/${unitId}`,
    `/v1/organizational-units/${unitId}/edit`,
    `/v1/organizational-units/${unitId}/users`,
    '/v1/alias-urls',
    '/api-reference',
    '/v1/partitions',
    '/v1/partitions/all/users',
    `/v1/partitions/all/users/${userId}`,
    partition,
    `${partition}?tab=access`,
    `${partition}/users`,
    `${partition}/objects`,
    `${partition}/objects?q=${text}`,
    `${partition}/objects/edit`,
    `${partition}/objects/edit?q=${text}`,
    `${partition}/objects/recent`,
    `${partition}/objects/recent?q=${text}`,
    `${partition}/objects/${objectId}`,
    `${partition}/objects/referencedBy/${objectId}`,
    `${partition}/objects/referencedBy/${objectId}?view=graph`,
    `${partition}/indices/search-text?text=${text}`,
    `${partition}/timelines/${timelineId}/objects`,
    `${partition}/timelines/${timelineId}/objects/latest`,
    `${partition}/change-sets`,
    `${partition}/change-sets/${things.changeSetId}`,
    `${partition}?tab=webhooks`,
    `${partition}/webhooks/${things.webhookId}`,
    `${partition}/objects?changeSet=${things.changeSetId}`,
    `${partition}/timelines/${timelineId}/objects/latest?changeSet=${things.changeSetId}`,
    `/${text}`,
  ];
}
