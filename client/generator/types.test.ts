import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, expectTypeOf, it } from 'vitest';
import type { CallInput, Endpoint, ResponseOf } from '@annals/contracts/endpoint';
import type { Calls } from '../src/calls.generated.ts';
import { contractFolder } from './rows-of-contract.ts';

/** Every module of the contract that has rows. */
type Contract = typeof import('@annals/contracts/account') &
  typeof import('@annals/contracts/alias-urls') &
  typeof import('@annals/contracts/api-tokens') &
  typeof import('@annals/contracts/applications') &
  typeof import('@annals/contracts/change-sets') &
  typeof import('@annals/contracts/data-user') &
  typeof import('@annals/contracts/data-users') &
  typeof import('@annals/contracts/email-domains') &
  typeof import('@annals/contracts/events') &
  typeof import('@annals/contracts/health') &
  typeof import('@annals/contracts/identity-providers') &
  typeof import('@annals/contracts/ids') &
  typeof import('@annals/contracts/migrations') &
  typeof import('@annals/contracts/object-search') &
  typeof import('@annals/contracts/object-types') &
  typeof import('@annals/contracts/objects') &
  typeof import('@annals/contracts/open-work') &
  typeof import('@annals/contracts/organizational-units') &
  typeof import('@annals/contracts/partitions') &
  typeof import('@annals/contracts/proofs') &
  typeof import('@annals/contracts/roles') &
  typeof import('@annals/contracts/saved-searches') &
  typeof import('@annals/contracts/session') &
  typeof import('@annals/contracts/sign-in-options') &
  typeof import('@annals/contracts/sign-in') &
  typeof import('@annals/contracts/signatures') &
  typeof import('@annals/contracts/system') &
  typeof import('@annals/contracts/transactions') &
  typeof import('@annals/contracts/transfers') &
  typeof import('@annals/contracts/user-administration') &
  typeof import('@annals/contracts/user') &
  typeof import('@annals/contracts/users');

type Rows = { [Name in keyof Contract as Contract[Name] extends Endpoint ? Name : never]: Contract[Name] };

/** What a caller gives, as the client has it: parameters and query side by side. */
type InputOf<Row> = Row extends Endpoint
  ? CallInput<Row> extends infer Given
    ? (Given extends { params: infer Params } ? Params : unknown) &
        (Given extends { query?: infer Query } ? NonNullable<Query> : unknown) &
        (Given extends { body: infer Body }
          ? undefined extends Body
            ? unknown
            : { body: Body }
          : unknown)
    : never
  : never;
type AnswerOf<Row> = Row extends Endpoint ? ResponseOf<Row> : never;

type Given<Name extends keyof Calls> = NonNullable<Parameters<Calls[Name]>[0]>;
type Answered<Name extends keyof Calls> = Awaited<ReturnType<Calls[Name]>>;

/** The names of calls whose input the service would refuse. */
type WrongInput = {
  [Name in keyof Calls]: Given<Name> extends InputOf<Rows[Name & keyof Rows]> ? never : Name;
}[keyof Calls];
/** The names of calls whose answer is something else. */
type WrongAnswer = {
  [Name in keyof Calls]: AnswerOf<Rows[Name & keyof Rows]> extends Answered<Name> ? never : Name;
}[keyof Calls];

it('the types of all calls fit what the contract infers', () => {
  expectTypeOf<keyof Calls>().toEqualTypeOf<keyof Rows>();
  expectTypeOf<WrongInput>().toEqualTypeOf<never>();
  expectTypeOf<WrongAnswer>().toEqualTypeOf<never>();
});

it('every module with rows is compared', () => {
  const compared = [
    ...readFileSync(import.meta.filename, 'utf8').matchAll(/typeof import\('@annals\/contracts\/([\w-]+)'\)/g),
  ].map(([, name]) => `${name}.ts`);
  const withRows = readdirSync(contractFolder).filter(
    (name) =>
      name.endsWith('.ts') &&
      !name.endsWith('.test.ts') &&
      / = endpoint\(\{/.test(readFileSync(path.join(contractFolder, name), 'utf8')),
  );
  expect(compared.sort()).toEqual(withRows.sort());
});
