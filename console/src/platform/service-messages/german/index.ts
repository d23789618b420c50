import { phraseBook } from './phrase-book.ts';
import { absentThings } from './absent-things.ts';
import { aliasesAndImports } from './aliases-and-imports.ts';
import { apiTokens } from './api-tokens.ts';
import { calls } from './calls.ts';
import { changeSets } from './change-sets.ts';
import { consoleErrors } from './console.ts';
import { identityProviders } from './identity-providers.ts';
import { inputs } from './inputs.ts';
import { jsonSchema } from './json-schema.ts';
import { objects } from './objects.ts';
import { people } from './people.ts';
import { queries } from './queries.ts';
import { signingIn } from './signing-in.ts';
import { validation } from './validation.ts';
import { subscriptions } from './subscriptions.ts';
import { webhooks } from './webhooks.ts';
import { words } from './words.ts';

export { words };

export const sentences = {
  ...calls,
  ...absentThings,
  ...signingIn,
  ...apiTokens,
  ...identityProviders,
  ...people,
  ...aliasesAndImports,
  ...objects,
  ...changeSets,
  ...queries,
  ...subscriptions,
  ...webhooks,
  ...jsonSchema,
  ...inputs,
  ...validation,
  ...consoleErrors,
};

/** The messages of the services and the console server, in German. */
export const translate = phraseBook(sentences, words);
