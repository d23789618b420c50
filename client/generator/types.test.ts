import { expectTypeOf, it } from 'vitest';
import type { CallInput, Endpoint, ResponseOf } from '@annals/contracts/endpoint';
import type {
  EventWebhookMessage as SentEventMessage,
  WebhookMessage as SentMessage,
} from '@annals/contracts/webhook-messages';
import type { Calls, EventWebhookMessage, WebhookMessage } from '../src/calls.generated.ts';
import type { Contract } from './contract.generated.ts';

type Rows = {
  [Name in keyof Contract as Contract[Name] extends Endpoint ? Name : never]: Contract[Name];
};

/** The input of a call as the client takes it: parameters and query in one object. */
type InputOf<Row> = Row extends Endpoint
  ? CallInput<Row> extends infer Input
    ? (Input extends { params: infer Params } ? Params : unknown) &
        (Input extends { query?: infer Query } ? NonNullable<Query> : unknown) &
        (Input extends { body: infer Body }
          ? undefined extends Body
            ? unknown
            : { body: Body }
          : unknown)
    : never
  : never;
type RowResponse<Row> = Row extends Endpoint ? ResponseOf<Row> : never;

type ClientInput<Name extends keyof Calls> = NonNullable<Parameters<Calls[Name]>[0]>;
type ClientResponse<Name extends keyof Calls> = Awaited<ReturnType<Calls[Name]>>;

/** The names of calls whose input the service would refuse. */
type WrongInput = {
  [Name in keyof Calls]: ClientInput<Name> extends InputOf<Rows[Name & keyof Rows]> ? never : Name;
}[keyof Calls];
/** The names of calls whose response has a different type. */
type WrongResponse = {
  [Name in keyof Calls]: RowResponse<Rows[Name & keyof Rows]> extends ClientResponse<Name>
    ? never
    : Name;
}[keyof Calls];

it('the types of messages describe what the contract infers', () => {
  expectTypeOf<SentMessage>().toExtend<WebhookMessage>();
  expectTypeOf<SentEventMessage>().toExtend<EventWebhookMessage>();
  expectTypeOf<WebhookMessage['type']>().toEqualTypeOf<SentMessage['type']>();
  expectTypeOf<EventWebhookMessage['type']>().toEqualTypeOf<SentEventMessage['type']>();
});

it('the types of all calls are compatible with those that the contract infers', () => {
  expectTypeOf<keyof Calls>().toEqualTypeOf<keyof Rows>();
  expectTypeOf<WrongInput>().toEqualTypeOf<never>();
  expectTypeOf<WrongResponse>().toEqualTypeOf<never>();
});
