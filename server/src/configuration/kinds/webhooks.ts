import * as z from 'zod/mini';
import { eventActions } from '@annals/contracts/events';
import {
  changeEventWebhook,
  createEventWebhook,
  deleteEventWebhook,
} from '@annals/contracts/event-webhooks';
import { text } from '@annals/contracts/fields';
import { parseUrl } from '@annals/rules/parse-url';
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  webhookEventTypes,
  webhookUrl,
} from '@annals/contracts/webhooks';
import type { Apply } from '../apply.ts';
import { compareTexts } from '../current-state.ts';
import { isInside } from '../file-inside.ts';
import type { ConfigurationFile } from '../files.ts';
import {
  changedFields,
  fieldChanges,
  fileNameOf,
  pickDefined,
  kindOf,
  leaveOrRemove,
  only,
  removalsOf,
  refuseAmbiguous,
  requireNamed,
  type Change,
  type Merging,
  type Planning,
} from '../kind.ts';
import {
  pathSegment,
  webhookKey,
  webhookReferences,
  type AuditWebhook,
  type PartitionWebhook,
  type WebhookSettings,
} from '../state.ts';
import { complete } from './shared-fields.ts';

/** The fields of every webhook in a file. */
const everyWebhook = {
  url: z.optional(webhookUrl),
  enabled: z.optional(z.boolean()),
  secretFile: z
    .optional(
      text(1, 500).check(
        z.refine(isInside, 'This is not inside the directory of the configuration files.'),
      ),
    )
    .check(
      z.describe(
        'Where the secret of a new webhook is written to, in the directory of the files. Do not commit it to git.',
      ),
    ),
};
const {
  enabled: _enabled,
  url: _url,
  description: _description,
  ...filters
} = changeWebhook.body.shape;
const { actions, outcome } = changeEventWebhook.body.shape;
/** The description; for a webhook without one, the address. */
const name = text(1, 2000);

const webhookFile = z.strictObject({
  kind: z.literal('webhooks'),
  complete,
  partition: text(1, 200),
  webhooks: z.record(name, z.strictObject({ ...everyWebhook, ...filters })),
});
type WebhookFile = z.infer<typeof webhookFile>;

const auditWebhookFile = z.strictObject({
  kind: z.literal('audit-webhooks'),
  complete,
  auditWebhooks: z.record(name, z.strictObject({ ...everyWebhook, actions, outcome })),
});
type AuditWebhookFile = z.infer<typeof auditWebhookFile>;

const newWebhook = (partition: string): PartitionWebhook => ({
  partition,
  url: '',
  enabled: true,
  eventTypes: [],
  objectTypes: null,
  query: null,
  references: null,
  includeData: false,
  includeProof: false,
});
const newAuditWebhook: AuditWebhook = { url: '', enabled: true, actions: null, outcome: null };

/** The differences between webhooks of partitions and those of the audit log. */
interface Source<Hook extends WebhookSettings> {
  area: 'webhooks' | 'auditWebhooks';
  blank: (webhook: Hook) => Hook;
  nameOf: (key: string, webhook: Hook) => string;
  /** What it belongs to. */
  owner: (webhook: Hook) => string;
  /** What it sends. */
  sent: (webhook: Hook) => string;
  create: (
    apply: Apply,
    description: string,
    webhook: Hook,
  ) => Promise<{ id: string; version?: number | undefined; secret: string | null }>;
  change: (
    apply: Apply,
    id: string,
    webhook: Hook,
    fields: object,
    version: number | undefined,
  ) => Promise<unknown>;
  remove: (apply: Apply, id: string, webhook: Hook) => Promise<unknown>;
}

const partitionId = ({ current }: Apply, { partition }: PartitionWebhook): string => {
  const known = current.partitions.get(partition);
  if (!known) throw new Error(`The partition "${partition}" does not exist yet.`);
  return known.id;
};

const ofPartitions: Source<PartitionWebhook> = {
  area: 'webhooks',
  blank: ({ partition }) => newWebhook(partition),
  nameOf: (key, { partition }) => key.slice(pathSegment(partition).length + 1),
  owner: ({ partition }) => partition,
  sent: ({ partition }) => `what happens in ${partition}`,
  create: (apply, description, webhook) => {
    const { partition: _partition, enabled: _, eventTypes, ...fields } = webhook;
    return apply.write(createWebhook, {
      params: { partitionId: partitionId(apply, webhook) },
      body: { ...fields, description, eventTypes: inOrder(webhookEventTypes, eventTypes) },
    });
  },
  change: (apply, webhookId, webhook, fields, version) =>
    apply.write(
      changeWebhook,
      { params: { partitionId: partitionId(apply, webhook), webhookId }, body: fields },
      version,
    ),
  remove: (apply, webhookId, webhook) =>
    apply.write(deleteWebhook, { params: { partitionId: partitionId(apply, webhook), webhookId } }),
};

const ofAuditLog: Source<AuditWebhook> = {
  area: 'auditWebhooks',
  blank: () => newAuditWebhook,
  nameOf: (key) => key,
  owner: () => 'the audit log',
  sent: () => 'the audit log',
  create: (apply, description, { url, actions: chosen, outcome: which }) =>
    apply.write(createEventWebhook, {
      body: {
        url,
        description,
        actions: chosen && inOrder(eventActions, chosen),
        outcome: which,
      },
    }),
  change: (apply, eventWebhookId, _, fields, version) =>
    apply.write(changeEventWebhook, { params: { eventWebhookId }, body: fields }, version),
  remove: (apply, eventWebhookId) =>
    apply.write(deleteEventWebhook, { params: { eventWebhookId } }),
};

/** In the order in which the service stores them. */
const inOrder = <Word extends string>(all: readonly Word[], chosen: readonly string[]): Word[] =>
  all.filter((each) => chosen.includes(each));

/** Merges a webhook of a file into the draft. */
function mergeOne<Hook extends WebhookSettings>(
  source: Source<Hook>,
  draft: Map<string, Hook>,
  { key, webhook, at }: { key: string; webhook: Hook; at: ConfigurationFile['at'] },
  { secretFile }: { secretFile?: string | undefined },
  { problems, secretFiles }: Merging,
): void {
  const isNew = !draft.has(key);
  const url = parseUrl(webhook.url.trim());
  if (!url) problems.add(at('url'), 'Give the address that messages are sent to.');
  if (isNew && secretFile === undefined)
    problems.add(
      at('secretFile'),
      'The webhook is new. Name the secretFile that its secret is written to.',
    );
  if (secretFile !== undefined) secretFiles.set(`${source.area} ${key}`, secretFile);
  draft.set(key, { ...webhook, url: url?.href ?? webhook.url });
}

function changesOf<Hook extends WebhookSettings>(
  source: Source<Hook>,
  before: ReadonlyMap<string, Hook>,
  after: ReadonlyMap<string, Hook>,
  { secretFiles }: Planning,
): Change[] {
  return [...after].flatMap(([key, webhook]): Change[] => {
    const was = before.get(key);
    const details = fieldChanges(was ?? source.blank(webhook), webhook);
    if (was && details.length === 0) return [];
    const called = source.nameOf(key, webhook);
    const secretFile = secretFiles.get(`${source.area} ${key}`) ?? '';
    const redirects = was?.url !== webhook.url;
    const sends = `${source.sent(webhook)} is sent to ${hostOf(webhook.url)}`;
    const sentence = `${was ? 'Changes' : 'Creates'} the webhook ${called} of ${source.owner(webhook)}`;
    return [
      {
        action: was ? 'CHANGE' : 'CREATE',
        kind: 'webhook',
        name: called,
        sentence: redirects ? `${sentence}: ${sends}${was ? ' from now on' : ''}.` : `${sentence}.`,
        details: was ? details : [...details, `secret: written to ${secretFile}`],
        async run(apply) {
          const known = apply.current[source.area];
          if (was) {
            const { id = '', version } = known.get(key) ?? {};
            const fields = only(webhook, changedFields(was, webhook));
            await source.change(apply, id, webhook, fields, version);
            return;
          }
          const description = called === webhook.url ? '' : called;
          const made = await apply.storeSecret(secretFile, () =>
            source.create(apply, description, webhook),
          );
          known.set(key, { id: made.id, version: made.version });
          if (!webhook.enabled)
            await source.change(apply, made.id, webhook, { enabled: false }, made.version);
        },
      },
    ];
  });
}

const removalsFrom = <Hook extends WebhookSettings>(
  source: Source<Hook>,
  before: ReadonlyMap<string, Hook>,
  after: ReadonlyMap<string, Hook>,
): Change[] =>
  removalsOf(before, after, (key, webhook) => ({
    kind: 'webhook',
    name: source.nameOf(key, webhook),
    sentence: `Deletes the webhook ${source.nameOf(key, webhook)} of ${source.owner(webhook)}: nothing is sent to ${hostOf(webhook.url)} any more.`,
    run: async (apply) => {
      await source.remove(apply, apply.current[source.area].get(key)?.id ?? '', webhook);
    },
  }));

const hostOf = (url: string): string => parseUrl(url)?.host ?? url;

/** Webhooks of a partition, one file per partition. */
export const webhooks = kindOf<WebhookFile>({
  kind: 'webhooks',
  schema: webhookFile,

  merge(files, merging) {
    const { current, draft, problems } = merging;
    const named = new Set<string>();
    for (const { content, at } of files) {
      const { partition } = content;
      requireNamed([partition], draft.partitions, 'partition', at('partition'), problems);
      refuseAmbiguous(current, 'partitions', partition, at('partition'), problems);
      if (current.partitions.get(partition)?.webhooksHidden)
        problems.add(at('partition'), `You may not read the webhooks of ${partition}.`);
      for (const [called, { secretFile, ...fields }] of Object.entries(content.webhooks)) {
        const key = webhookKey(partition, called);
        const place = at('webhooks', called);
        if (named.has(key)) problems.add(place, `"${called}" is already in another file.`);
        named.add(key);
        if (refuseAmbiguous(current, 'webhooks', key, place, problems)) continue;
        const merged = {
          ...newWebhook(partition),
          ...draft.webhooks.get(key),
          ...pickDefined(fields),
        };
        if (merged.eventTypes.length === 0)
          problems.add(place, 'Name the eventTypes that it sends.');
        const webhook: PartitionWebhook = {
          ...merged,
          eventTypes: inOrder(webhookEventTypes, merged.eventTypes),
          query: merged.query?.trim() || null,
          references: webhookReferences(merged.references),
        };
        const entry = {
          key,
          webhook,
          at: (...parts: (string | number)[]) => at('webhooks', called, ...parts),
        };
        mergeOne(ofPartitions, draft.webhooks, entry, { secretFile }, merging);
      }
    }
    for (const partition of new Set(files.map(({ content }) => content.partition)))
      leaveOrRemove(
        files.filter(({ content }) => content.partition === partition),
        named,
        draft.webhooks,
        `Webhooks of ${partition}`,
        merging,
        (webhook) => webhook.partition !== partition,
      );
  },

  changes: (planning) =>
    changesOf(
      ofPartitions,
      planning.current.configuration.webhooks,
      planning.wanted.webhooks,
      planning,
    ),

  removals: ({ current, wanted }) =>
    removalsFrom(ofPartitions, current.configuration.webhooks, wanted.webhooks),

  write({ configuration }) {
    const files = new Set<string>();
    const secrets = new Set<string>();
    const partitions = new Set([...configuration.webhooks.values()].map((each) => each.partition));
    return [...partitions].toSorted(compareTexts).map((partition) => ({
      name: `webhooks/${fileNameOf(partition, files)}.yaml`,
      comment: ofSecrets('The webhooks of a partition, by their descriptions.'),
      content: {
        kind: 'webhooks',
        complete: false,
        partition,
        webhooks: Object.fromEntries(
          [...configuration.webhooks]
            .filter(([, webhook]) => webhook.partition === partition)
            .map(([key, { partition: _partition, ...webhook }]) => [
              ofPartitions.nameOf(key, { partition, ...webhook }),
              { ...webhook, secretFile: `secrets/webhooks/${fileNameOf(key, secrets)}` },
            ]),
        ),
      },
    }));
  },
});

/** Webhooks of the audit log. */
export const auditWebhooks = kindOf<AuditWebhookFile>({
  kind: 'audit-webhooks',
  schema: auditWebhookFile,

  merge(files, merging) {
    const { current, draft, problems } = merging;
    const hidden = current.hidden.get('auditWebhooks');
    const named = new Set<string>();
    for (const { content, at } of files) {
      if (hidden !== undefined) problems.add(at('kind'), hidden);
      for (const [key, { secretFile, ...fields }] of Object.entries(content.auditWebhooks)) {
        const place = at('auditWebhooks', key);
        if (named.has(key)) problems.add(place, `"${key}" is already in another file.`);
        named.add(key);
        if (refuseAmbiguous(current, 'auditWebhooks', key, place, problems)) continue;
        const merged = {
          ...newAuditWebhook,
          ...draft.auditWebhooks.get(key),
          ...pickDefined(fields),
        };
        const webhook: AuditWebhook = {
          ...merged,
          actions: merged.actions && inOrder(eventActions, merged.actions),
        };
        const entry = {
          key,
          webhook,
          at: (...parts: (string | number)[]) => at('auditWebhooks', key, ...parts),
        };
        mergeOne(ofAuditLog, draft.auditWebhooks, entry, { secretFile }, merging);
      }
    }
    leaveOrRemove(files, named, draft.auditWebhooks, 'Webhooks of the audit log', merging);
  },

  changes: (planning) =>
    changesOf(
      ofAuditLog,
      planning.current.configuration.auditWebhooks,
      planning.wanted.auditWebhooks,
      planning,
    ),

  removals: ({ current, wanted }) =>
    removalsFrom(ofAuditLog, current.configuration.auditWebhooks, wanted.auditWebhooks),

  write({ configuration }) {
    if (configuration.auditWebhooks.size === 0) return [];
    const secrets = new Set<string>();
    return [
      {
        name: 'audit-webhooks.yaml',
        comment: ofSecrets('The webhooks of the audit log, by their descriptions.'),
        content: {
          kind: 'audit-webhooks',
          complete: false,
          auditWebhooks: Object.fromEntries(
            [...configuration.auditWebhooks].map(([key, webhook]) => [
              key,
              { ...webhook, secretFile: `secrets/audit-webhooks/${fileNameOf(key, secrets)}` },
            ]),
          ),
        },
      },
    ];
  },
});

const ofSecrets = (about: string): string =>
  `${about} When one is created, its secret is written to its\nsecretFile: keep those files out of git.`;
