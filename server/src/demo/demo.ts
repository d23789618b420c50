import { randomInt } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { AuthenticationService } from '@annals/authentication/service';
import { currentUser } from '@annals/contracts/users';
import { searchObjects } from '@annals/contracts/object-search';
import { createObject } from '@annals/contracts/objects';
import { currentDataUser } from '@annals/contracts/data-user';
import { createPartition, listPartitions, putMember } from '@annals/contracts/partitions';
import { makeDirectory } from '@annals/kit/make-directory';
import { Problem } from '@annals/kit/problem';
import { ApiClient, CallFailed } from '../client/api-client.ts';
import type { Config } from '../config.ts';
import { importFile } from '../import/import.ts';
import { daysToMove, inPast, moveDates } from './demo-days.ts';
import { simulateTwoYears, type Account } from './demo-people.ts';
import { PastService } from './past-service.ts';
import { demoFile } from '../locations.ts';
import type { Line } from '../import/lines.ts';
import type { RunningServer } from '../running-server.ts';

/** The database contains other data, so the demo is refused. */
export class DemoRefused extends Error {
  override readonly name = 'DemoRefused';
}

export interface DemoOutcome {
  /** False if an earlier start had loaded it. */
  loaded: boolean;
  rows: number;
  /** By how many days the dates of the data are moved. */
  movedDays: number;
  partitionName: string;
  accounts: readonly { email: string; role: string }[];
  password: string;
}

const partitionName = 'Product lifecycles';
const master: Account = {
  email: 'master@example.org',
  name: 'Mira Master',
  role: 'GLOBAL_MASTER',
};
const admin: Account = {
  email: 'admin@example.org',
  name: 'Ada Admin',
  role: 'ORG_ADMIN',
  unit: 'Engineering',
};
const user: Account = {
  email: 'user@example.org',
  name: 'Uwe User',
  role: 'USER',
  unit: 'Databases',
};
const auditor: Account = {
  email: 'auditor@example.org',
  name: 'Odette Auditor',
  role: 'AUDITOR',
  unit: 'People and money',
};
const accounts = [master, admin, user, auditor];
const hour = 3_600_000;

/**
 * Loads the demo accounts and data through the API, once; the rest of an interrupted start is added.
 * @param headcount how many users besides the accounts
 * @throws DemoRefused on a database that contains anything else
 */
export async function loadDemo(
  config: Pick<Config, 'dataDir' | 'demoPassword' | 'demoDay' | 'productName'>,
  { localUrl, publicUrl, services }: RunningServer,
  log: FastifyBaseLogger,
  headcount = 196,
): Promise<DemoOutcome> {
  if (localUrl === undefined || !services)
    throw new DemoRefused('The demo needs the console and both services.');
  const client = new ApiClient(localUrl);
  const { database, authentication } = services;
  const past = () =>
    new PastService(database, { ...config, publicUrl, startsAt: Date.now() - hour }, log);
  const password = await openAccounts(config, authentication, client, { past, headcount });
  const { partitionId, movedDays } = await ownPartition(client, config.demoDay);
  const outcome = { partitionName, accounts, password, movedDays };
  if (await hasObjects(client, partitionId, 'ACCOUNT'))
    return { ...outcome, loaded: false, rows: 0 };
  log.info({ partitionId }, 'loading the demo data');
  const adapt = (line: Line) => inPast(moveDates(line, movedDays));
  const { rows } = await importFile({ client, partitionId, file: demoFile, adapt });
  const member = new ApiClient(localUrl);
  for (const [account, role] of [
    [admin, 'READER'],
    [user, 'EDITOR'],
  ] as const) {
    // Their first call makes their names known to the data service.
    await member.signIn({ username: account.email, password });
    const { id: userId } = await member.call(currentDataUser, {});
    await client.call(putMember, { params: { partitionId, userId }, body: { role } });
  }
  const { id: userId } = await member.call(currentUser, {});
  await addAccount(client, partitionId, userId);
  return { ...outcome, loaded: true, rows };
}

/** Creates missing accounts, signs the client in as the master, and returns the password of all. */
async function openAccounts(
  { dataDir, demoPassword }: Pick<Config, 'dataDir' | 'demoPassword'>,
  authentication: AuthenticationService,
  client: ApiClient,
  { past: openPast, headcount }: { past: () => PastService; headcount: number },
): Promise<string> {
  const file = path.join(dataDir, 'demo-password');
  const stored = await readIfThere(file);
  const passwords = [demoPassword, stored].filter((password) => password !== undefined);
  if (await authentication.isEmpty()) {
    const password = demoPassword ?? stored ?? (await storePassword(file));
    // Mails of the past are sent by the mail worker of the past.
    await authentication.withMailPaused(async () => {
      const past = openPast();
      try {
        await past.authentication.start();
        await simulateTwoYears(past, accounts, { password, headcount });
      } finally {
        await past.close();
      }
    });
    passwords.unshift(password);
  }
  const password = await firstThatFits(client, passwords);
  if (password === undefined)
    throw new DemoRefused(
      'The database contains other data, or a demo with an unknown password. Start the demo on an empty one (DATA_DIR or DATABASE_URL), or set the password of its accounts in DEMO_PASSWORD.',
    );
  for (const account of [admin, user, auditor]) await createUser(authentication, account, password);
  return password;
}

async function firstThatFits(
  client: ApiClient,
  passwords: readonly string[],
): Promise<string | undefined> {
  for (const password of passwords) {
    try {
      await client.signIn({ username: master.email, password });
      return password;
    } catch (error) {
      if (!(error instanceof CallFailed) || error.status !== 401) throw error;
    }
  }
  return undefined;
}

async function createUser(
  authentication: AuthenticationService,
  { email, name, role }: Account,
  password: string,
): Promise<void> {
  try {
    await authentication.createUser({ email, name, roles: [role], password });
  } catch (error) {
    const isTaken = error instanceof Problem && error.code === 'email_taken';
    if (!isTaken) throw error;
  }
}

async function storePassword(file: string): Promise<string> {
  const letters = 'abcdefghijkmnpqrstuvwxyz';
  const group = () => Array.from({ length: 5 }, () => letters[randomInt(letters.length)]).join('');
  const password = [group(), group(), group(), group()].join('-');
  await makeDirectory(path.dirname(file), 0o700);
  await writeFile(file, `${password}\n`, { mode: 0o600 });
  return password;
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * The days are counted from the creation of the partition, so that an interrupted load continues with the same dates.
 */
async function ownPartition(
  client: ApiClient,
  day: string | undefined,
): Promise<{ partitionId: string; movedDays: number }> {
  const { data } = await client.call(listPartitions, { query: { name: partitionName } });
  const present = data.find((partition) => partition.partitionName === partitionName);
  const { id, createdDate } = present ?? (await makePartition(client, day));
  return { partitionId: id, movedDays: daysToMove(Date.parse(createdDate), day) };
}

function makePartition(client: ApiClient, day: string | undefined) {
  const movedDays = daysToMove(Date.now(), day);
  const description =
    movedDays === 0
      ? 'What endoflife.date said about 13 products, from August 2021 on.'
      : `What endoflife.date said about 13 products in five years. All dates are moved by ${movedDays} days, so that the data ends on the day it was loaded.`;
  return client.call(createPartition, { body: { partitionName, description } });
}

async function hasObjects(client: ApiClient, partitionId: string, type: string): Promise<boolean> {
  return (await find(client, partitionId, type)) !== undefined;
}

async function find(client: ApiClient, partitionId: string, type: string) {
  const { data } = await client.call(searchObjects, {
    params: { partitionId },
    query: { pageSize: 1 },
    body: { type },
  });
  return data[0];
}

/** An account whose main operator is the demo's user. */
async function addAccount(client: ApiClient, partitionId: string, userId: string): Promise<void> {
  const params = { partitionId };
  const operator =
    (await find(client, partitionId, 'PERSON')) ??
    (await client.call(createObject, {
      params,
      body: { type: 'PERSON', objectData: { userId, name: user.name, email: user.email } },
    }));
  await client.call(createObject, {
    params,
    body: {
      type: 'ACCOUNT',
      objectData: { name: 'Lifecycle watch', plan: 'team', notifyBeforeDays: 90 },
      references: [{ name: 'mainOperatorRef', timelineId: operator.timelineId }],
    },
  });
}
