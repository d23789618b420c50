import * as fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runs } from '@annals/contracts/testing/exhaustive';
import type { Database } from '@annals/kit/database/database';
import { bothDatabases } from '@annals/kit/testing/databases';
import { foldedText } from '@annals/rules/folded-text';

describe.each(bothDatabases())('texts as they are compared, $kind', ({ open }) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(async () => {
    await database.close();
  });

  const both = async (texts: string[]) => {
    const rows = await database.query<{ folded: string }>(
      sql`select data.folded(text) as folded from unnest(${texts}::text[]) with ordinality as given (text, place)
        order by place`,
    );
    return [rows.map(({ folded }) => folded), texts.map(foldedText)];
  };

  /**
   * PostgreSQL stores no U+0000, and its version 15 knows Unicode 14: letters that Unicode 15 added with a
   * decomposition (Cyrillic Extended-D) are whole for it. PostgreSQL 17 and Node decompose them.
   */
  // oxlint-disable-next-line no-control-regex -- U+0000 is what is looked for
  const unequal = /[\0\u{1E030}-\u{1E06D}]/u;

  it('are the same in the database as here', async () => {
    const letters =
      'ßẞæÆœŒøØłŁđĐðÐþÞħĦıİŧŊĸƒƗɄƁƊƉƐƆςΣёЁéÉüÖőñçÅşșžřğÃ\u0301\u0327ﬁＡＢ①が\u3099ﾊﾟटि้שָׁمُ漢한𝒳😀 -.';
    const text = fc.string({
      unit: fc.oneof(
        fc.constantFrom(...Array.from(letters)),
        fc.string({ unit: 'grapheme', maxLength: 1 }),
      ),
      maxLength: 12,
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          text.filter((one) => !unequal.test(one)),
          { minLength: 20, maxLength: 40 },
        ),
        async (texts) => {
          const [inDatabase, here] = await both(texts);
          expect(inDatabase).toEqual(here);
        },
      ),
      { numRuns: runs(20) },
    );
  });
});
