import { expect, it } from 'vitest';
import { authenticationEndpoints } from './authentication.ts';
import { dataEndpoints } from './data.ts';
import { isRead, type Endpoint } from './endpoint.ts';
import { confirmableCalls, freshProofActionsOf, neverConfirmed } from './fresh-proof.ts';

const rows: readonly Endpoint[] = [...authenticationEndpoints, ...dataEndpoints];
const nameOf = ({ method, path }: Endpoint) => `${method} ${path as `/${string}`}` as const;

it('says of every write and every file that a signed-in user can request whether a rule can make it want a recent confirmation', () => {
  const declared = new Set<string>([...confirmableCalls, ...neverConfirmed]);
  const undeclared = rows
    .filter(({ access }) => access.kind !== 'public')
    .filter((row) => !isRead(row) || row.streamsAs !== undefined || row.records !== undefined)
    .map(nameOf)
    .filter((name) => !declared.has(name));
  expect(undeclared).toEqual([]);
});

it('names only calls that exist, each either with actions or as one that is never confirmed', () => {
  const names = new Set<string>(rows.map(nameOf));
  expect([...confirmableCalls, ...neverConfirmed].filter((name) => !names.has(name))).toEqual([]);
  expect(neverConfirmed.filter((name) => freshProofActionsOf(name).length > 0)).toEqual([]);
  expect(new Set(neverConfirmed).size).toBe(neverConfirmed.length);
});
