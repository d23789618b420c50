import type { messageTexts, Parameters } from '@annals/contracts/messages';
import { fillIn, type MessageText, type TextsOf } from '@annals/contracts/messages/message-text';
import type { ReceivedMessage } from '@annals/contracts/problem';
import { aliasesAndImports } from './aliases-and-imports.ts';
import { calls } from './calls.ts';
import { changeSets } from './change-sets.ts';
import { identityProviders } from './identity-providers.ts';
import { inputs } from './inputs.ts';
import { jsonSchema } from './json-schema.ts';
import { objects } from './objects.ts';
import { people } from './people.ts';
import { searchesAndWebhooks } from './searches-and-webhooks.ts';
import { signingIn } from './signing-in.ts';

/** The messages of the services and of the console server in German. */
export const germanTexts: TextsOf<typeof messageTexts> = {
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

/** Unchanged if it is a message of another service, or of a newer version of ours. */
export function inGerman({ message, messageCode = '', parameters = {} }: ReceivedMessage): string {
  if (!Object.hasOwn(germanTexts, messageCode)) return message;
  const text: MessageText = germanTexts[messageCode as keyof typeof germanTexts];
  try {
    return fillIn(text, parameters as Parameters, inGerman);
  } catch {
    // Another service may have the same code for something else.
    return message;
  }
}
