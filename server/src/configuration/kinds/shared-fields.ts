import * as z from 'zod/mini';
import { text } from '@annals/contracts/fields';

/** Fields that several kinds of files share. */

export const complete = z
  .optional(z.boolean())
  .check(
    z.describe(
      'true: what is on the server and not in the files of this kind is removed. Otherwise it is left alone.',
    ),
  );

export const unitPath = z
  .string()
  .check(
    z.regex(
      /^[^/]+(?:\/[^/]+)*$/,
      'Write the names of the units from the root down, with / between them.',
    ),
    z.describe(
      'Names from the root down, as in Engineering/Databases. In a name, / is written ~1 and ~ is written ~0.',
    ),
  );

export const roleNames = z.array(text(1, 64)).check(z.maxLength(50));

export const secretReference = z
  .string()
  .check(
    z.regex(
      /^(?:env|file):.+$/,
      'Do not put secrets into files. Name where the secret is: env:NAME or file:path.',
    ),
    z.describe(
      'Where the secret is when it is needed: env:NAME or file:path, from the directory of the files.',
    ),
  );
