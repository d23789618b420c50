import { expectTypeOf, it } from 'vitest';
import type { CallInput, Endpoint, ResponseOf } from '@annals/contracts/endpoint';
import type { Calls } from '../src/calls.generated.ts';
import type { Contract } from './contract.generated.ts';

type Rows = {
  [Name in keyof Contract as Contract[Name] extends Endpoint ? Name : never]: Contract[Name];
};

/** The input of a call as the client takes it: parameters and query in one object. */
type InputOf<Row> = Row extends Endpoint
  ? CallInput<Row> extends infer Whole
    ? (Whole extends { params: infer Params } ? Params : unknown) &
        (Whole extends { query?: infer Query } ? NonNullable<Query> : unknown) &
        (Whole extends { body: infer Body }
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
/** The names of calls whose response has a different type. */
type WrongAnswer = {
  [Name in keyof Calls]: AnswerOf<Rows[Name & keyof Rows]> extends Answered<Name> ? never : Name;
}[keyof Calls];

it('the types of all calls fit what the contract infers', () => {
  expectTypeOf<keyof Calls>().toEqualTypeOf<keyof Rows>();
  expectTypeOf<WrongInput>().toEqualTypeOf<never>();
  expectTypeOf<WrongAnswer>().toEqualTypeOf<never>();
});
