import { continueVisit } from '@annals/contracts/visits';
import { databaseMoment } from '@annals/kit/database/database-moment';
import type { Database } from '@annals/kit/database/database';
import type { Mount } from '@annals/kit/mount';
import * as visits from './visits.sql.ts';

export function mountVisits(mount: Mount, database: Database): void {
  mount(continueVisit, async ({ body, caller }) =>
    visits.continueVisit(database, caller.userId, databaseMoment(body.readDate)),
  );
}
