import type { Database } from '@annals/kit/database/database';
import { currentRole, type CurrentAccess } from '../members/current-role.ts';
import { pauseOf } from './subscriptions.sql.ts';

/** Whether this is a person whose account is active. */
export type IsActivePerson = (userId: string) => Promise<boolean>;

/** Who may be told of what happens in a partition, by what holds at this moment. */
export class FollowerAccess {
  readonly #options: CurrentAccess & { database: Database; isActivePerson: IsActivePerson };

  constructor(options: CurrentAccess & { database: Database; isActivePerson: IsActivePerson }) {
    this.#options = options;
  }

  /** Pauses the subscriptions of whoever may not be told any more. */
  async mayBeTold(userId: string, partitionId: string): Promise<boolean> {
    const { database } = this.#options;
    if (!(await this.isActivePerson(userId))) {
      await pauseOf(database, userId, undefined, 'USER_DISABLED');
      return false;
    }
    if ((await currentRole(this.#options, userId, partitionId)) === undefined) {
      await pauseOf(database, userId, partitionId, 'NO_ACCESS');
      return false;
    }
    return true;
  }

  isActivePerson(userId: string): Promise<boolean> {
    return this.#options.isActivePerson(userId);
  }
}
