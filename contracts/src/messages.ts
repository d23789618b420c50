import { aliasesAndImports } from './messages/aliases-and-imports.ts';
import { calls } from './messages/calls.ts';
import { changeSets } from './messages/change-sets.ts';
import { identityProviders } from './messages/identity-providers.ts';
import { inputs } from './messages/inputs.ts';
import { jsonSchema } from './messages/json-schema.ts';
import { fillIn, type ParametersOf } from './messages/message-text.ts';
import { objects } from './messages/objects.ts';
import { people } from './messages/people.ts';
import { searchesAndWebhooks } from './messages/searches-and-webhooks.ts';
import { signingIn } from './messages/signing-in.ts';

/** Every message of the services and of the console server, in English. Each code is in one of them only. */
export const messageTexts = {
  ...aliasesAndImports,
  ...calls,
  ...changeSets,
  ...identityProviders,
  ...inputs,
  ...jsonSchema,
  ...objects,
  ...people,
  ...searchesAndWebhooks,
  ...signingIn,
};

type MessageTexts = typeof messageTexts;
export type MessageCode = keyof MessageTexts;
/** The codes of messages without parameters. */
export type PlainCode = {
  [Code in MessageCode]: keyof ParametersOf<MessageTexts[Code]> extends never ? Code : never;
}[MessageCode];

/** A message to people, as it is sent and stored: in English, and what another language is made from. */
export interface ServiceMessage {
  message: string;
  messageCode: MessageCode;
  parameters?: Parameters;
}

export type Parameters = Readonly<Record<string, Parameter>>;

/** A message about one place: `body.email`, `query.pageSize`. */
export interface PlacedMessage extends ServiceMessage {
  path: string;
}

/** Messages within another are translated with it. */
export type Parameter = string | number | ServiceMessage | readonly PlacedMessage[];

type Rest<Named> = keyof Named extends never ? [] : [parameters: Named];

/** The message with this code. */
export const say = <Code extends MessageCode>(
  code: Code,
  ...[parameters]: Rest<ParametersOf<MessageTexts[Code]>>
): ServiceMessage => sayWith(code, parameters);

/** `say` for a code that is only known when it runs. */
export function sayWith(messageCode: MessageCode, parameters: Parameters = {}): ServiceMessage {
  const message = fillIn(messageTexts[messageCode], parameters, (inner) => inner.message);
  return { message, messageCode, ...(Object.keys(parameters).length > 0 && { parameters }) };
}
