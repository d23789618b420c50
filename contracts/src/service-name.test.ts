import { expect, it } from 'vitest';
import { authenticationEndpoints } from './authentication.ts';
import { dataEndpoints } from './data.ts';
import { getAuthenticationHealth } from './health.ts';
import { serviceNamesIn, serviceOf } from './service-name.ts';

it('names the service of each call', () => {
  const wrong = (rows: readonly { path: string }[], service: string) =>
    rows.map(({ path }) => path).filter((path) => serviceOf(path) !== service);
  expect(wrong([...authenticationEndpoints, getAuthenticationHealth], 'authentication')).toEqual(
    [],
  );
  expect(wrong(dataEndpoints, 'data')).toEqual([]);
});

it.each([
  ['/v1/partitions?pageSize=1', 'data'],
  ['/v1/partitionsx', 'data'],
  ['/v1/alias-url?alias=x', 'data'],
  ['/v1/users?x', 'authentication'],
  ['/unknown', 'data'],
])('%s is of the service %s', (path, service) => expect(serviceOf(path)).toBe(service));

it.each([
  ['authentication data', ['authentication', 'data']],
  ['data', ['data']],
  ['', []],
  ['datax authentication2', []],
])('%j names %j', (text, names) => expect(serviceNamesIn(text)).toEqual(names));
