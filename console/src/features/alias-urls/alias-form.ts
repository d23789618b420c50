import * as z from 'zod/mini';
import { aliasName, type AliasTarget, aliasTargetKinds } from '@annals/contracts/alias-urls';
import type { AliasUrl, ObjectVersion, Partition } from '../../platform/api/things.ts';
import { CallError } from '../../platform/api/errors.ts';
import type { AliasTexts } from './alias-urls.texts.ts';

export interface AliasValues {
  alias: string;
  kind: (typeof aliasTargetKinds)[number];
  /** The name is missing if only the id is known. */
  partition: Pick<Partition, 'id' | 'partitionName'> | null;
  object: ObjectVersion | null;
  url: string;
  /** RFC 3339; empty for never, null for an invalid moment. */
  expiry: string | null;
}

export const emptyAlias: AliasValues = {
  alias: '',
  kind: 'TIMELINE',
  partition: null,
  object: null,
  url: '',
  expiry: '',
};

/** @param object the target, if it could be read */
export function valuesOf(alias: AliasUrl, object: ObjectVersion | undefined): AliasValues {
  const { target, expiryDate } = alias;
  const { partitionId } = target ?? {};
  return {
    alias: alias.alias,
    kind: aliasTargetKinds.find((kind) => kind === target?.kind) ?? 'TIMELINE',
    partition: partitionId === undefined ? null : { id: partitionId },
    object: object ?? null,
    url: target?.url ?? '',
    expiry: expiryDate ?? '',
  };
}

export function targetOf({ kind, partition, object, url }: AliasValues): AliasTarget {
  const partitionId = partition?.id ?? '';
  switch (kind) {
    case 'URL':
      return { kind, url: url.trim() };
    case 'OBJECT':
      return { kind, partitionId, objectId: object?.id ?? '' };
    case 'TIMELINE':
      return { kind, partitionId, timelineId: object?.timelineId ?? '' };
  }
}

export const expiryDateOf = ({ expiry }: AliasValues): string | null => expiry || null;

/** @param unchanged the current expiry, which may be in the past */
export function validationRules(t: AliasTexts, unchanged: AliasValues['expiry'] = '') {
  return {
    alias: (alias: string) => (z.safeParse(aliasName, alias.trim()).success ? null : t.aliasWrong),
    partition: (partition: AliasValues['partition'], { kind }: AliasValues) =>
      kind !== 'URL' && partition === null ? t.partitionMissing : null,
    object: (object: ObjectVersion | null, { kind }: AliasValues) => {
      if (kind === 'URL') return null;
      if (object === null) return t.objectMissing;
      return kind === 'TIMELINE' && object.timelineId === undefined ? t.noTimeline : null;
    },
    url: (url: string, { kind }: AliasValues) =>
      kind === 'URL' && !/^https?:\/\/\S+$/i.test(url.trim()) ? t.urlWrong : null,
    expiry: (expiry: AliasValues['expiry']) =>
      expiry !== '' && expiry !== unchanged && !(Date.parse(expiry ?? '') > Date.now())
        ? t.expiryWrong
        : null,
  };
}

const fieldOf = new Map([
  ['body.target.url', 'body.url'],
  ['body.target.objectId', 'body.object'],
  ['body.target.timelineId', 'body.object'],
  ['body.target.partitionId', 'body.partition'],
  ['body.expiryDate', 'body.expiry'],
]);

/** Maps errors of the service about parts of the target to the fields of the form. */
export async function onOwnFields<T>(calling: Promise<T>): Promise<T> {
  try {
    return await calling;
  } catch (error) {
    if (!(error instanceof CallError) || !error.problem.fields) throw error;
    const { status, problem, requestId, retryAfter } = error;
    const fields = error.problem.fields.map(({ path, message }) => ({
      path: fieldOf.get(path) ?? path,
      message,
    }));
    throw new CallError({ status, problem: { ...problem, fields }, requestId, retryAfter });
  }
}
