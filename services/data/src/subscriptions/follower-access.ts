import type { Database } from '@annals/kit/database/database';
import { currentRole, type CurrentAccess } from '../members/current-role.ts';
import { pauseOf } from './subscriptions.sql.ts';

/** Whether this is the active account of a person. */
export type IsActivePerson = (userId: string) => Promise<boolean>;

/** Decides who may be notified of events in a partition, by their current access. */
export class FollowerAccess {
  readonly #options: CurrentAccess & { database: Database; isActivePerson: IsActivePerson };

  constructor(options: CurrentAccess & { database: Database; isActivePerson: IsActivePerson }) {
    this.#options = options;
  }

  /** Pauses the subscriptions of users who may no longer be notified. */
  async mayBeNotified(userId: string, partitionId: string): Promise<boolean> {
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
