// npm run client: generates the client's types and its table of calls from the rows of the contract.
import { writeFileSync } from 'node:fs';
import { generate } from './generate.ts';

for (const [file, text] of await generate()) writeFileSync(file, text);
