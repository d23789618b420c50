import type { createToken } from '@annals/contracts/api-tokens';
import type { CallInput } from '@annals/contracts/endpoint';
import { alwaysHeldScope, type TokenScope } from '@annals/contracts/permissions';
import type { Partition } from '../../platform/api/things.ts';
import type { TokenTexts } from './tokens.texts.ts';

export const expiryChoices = ['7', '30', '90', '365', 'date', 'never'] as const;
export type Expiry = (typeof expiryChoices)[number];

export interface TokenValues {
  description: string;
  scopes: TokenScope[];
  where: 'all' | 'some';
  partitions: Partition[];
  expiry: Expiry;
  /** In the format of a date field: 2026-12-31. */
  date: string;
}

export const emptyToken: TokenValues = {
  description: '',
  scopes: [alwaysHeldScope],
  where: 'all',
  partitions: [],
  expiry: '90',
  date: '',
};

const dayMs = 86_400_000;

/** The expiry: the end of the chosen day, in local time or UTC. Null: never. */
export function expiresDateOf(
  { expiry, date }: TokenValues,
  now: number,
  utc: boolean,
): string | null {
  if (expiry === 'never') return null;
  if (expiry !== 'date') return new Date(now + Number(expiry) * dayMs).toISOString();
  return new Date(endOf(date, utc)).toISOString();
}

const endOf = (date: string, utc: boolean): number =>
  Date.parse(`${date}T23:59:59${utc ? 'Z' : ''}`);

export function validationRules(t: TokenTexts, utc: boolean) {
  return {
    description: (text: string) => (text.trim() === '' ? t.descriptionMissing : null),
    partitions: (partitions: Partition[], { where }: TokenValues) =>
      where === 'some' && partitions.length === 0 ? t.partitionsMissing : null,
    date: (date: string, { expiry }: TokenValues) =>
      expiry === 'date' && !(endOf(date, utc) > Date.now()) ? t.dateMissing : null,
  };
}

type Body = CallInput<typeof createToken>['body'];

/** The body for services whose token fields are unknown: the specification shows no payload. */
export function descriptionOf({ description }: TokenValues): Body {
  return { description: description.trim() } as Body;
}

/** The body of the call. */
export function bodyOf(values: TokenValues, now: number, utc: boolean) {
  return {
    description: values.description.trim(),
    scopes: values.scopes,
    partitionIds: values.where === 'all' ? null : values.partitions.map(({ id }) => id),
    expiresDate: expiresDateOf(values, now, utc),
  };
}
