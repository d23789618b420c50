import type { AuditEvent } from '@annals/contracts/events';
import { isObject } from '../../platform/json-values/json-values.ts';
import { pathTo } from '../../platform/links.ts';

/** Splits a subject into its kind and id; undefined without a subject. */
export function partsOf(subject: string | null): { kind: string; id: string } | undefined {
  const at = subject?.indexOf('/') ?? -1;
  if (subject === null || at < 0) return undefined;
  return { kind: subject.slice(0, at), id: subject.slice(at + 1) };
}

/** The page of an event's subject; undefined if it has none. */
export function subjectPage({
  subject,
  after,
}: Pick<AuditEvent, 'subject' | 'after'>): string | undefined {
  const { kind, id = '' } = partsOf(subject) ?? {};
  switch (kind) {
    case 'user':
      return pathTo('v1-users-userId', { userId: id }, { tab: 'history' });
    case 'unit':
      return pathTo('v1-organizational-units-orgUnitId', { orgUnitId: id }, { tab: 'history' });
    case 'application':
      return pathTo('v1-applications-applicationId', { applicationId: id }, { tab: 'history' });
    case 'identityProvider':
      return pathTo('v1-identity-providers-idpId', { idpId: id }, { tab: 'history' });
    case 'eventWebhook':
      return pathTo('audit-log-webhooks-webhookId', { webhookId: id });
    case 'partition': {
      const changeSetId = idOf(after?.['changeSet']);
      return changeSetId === undefined
        ? pathTo('v1-partitions-partitionId', { partitionId: id }, { tab: 'settings' })
        : pathTo('v1-partitions-partitionId-change-sets-changeSetId', {
            partitionId: id,
            changeSetId,
          });
    }
    default:
      return undefined;
  }
}

const idOf = (thing: unknown): string | undefined =>
  isObject(thing) && typeof thing['id'] === 'string' && thing['id'] !== ''
    ? thing['id']
    : undefined;

/** The field of an event that contains the id of such a subject, for looking up its name. */
export const fieldOfKind: Readonly<Record<string, string>> = {
  user: 'userId',
  unit: 'organizationalUnitId',
  application: 'ownerId',
  identityProvider: 'identityProviderId',
  partition: 'partitionIds',
};
