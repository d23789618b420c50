import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { ReadingChoices } from '@annals/rules/files/open-data-file';
import type { TableMapping } from '@annals/rules/tables/column-mapping';
import { draftDatabase } from '../../../platform/api/draft-database.ts';
import { storedAuth } from '../../../platform/api/session.ts';
import { isOfUnnamedPerson } from '../../../platform/api/person-key.ts';
import { currentPersonKey } from '../../../platform/api/state.ts';
import type { ImportRun, SetTarget } from './import-run.ts';
import { type Choices, type Fixes, withFixes } from './sheet.ts';

/** A spreadsheet that was opened and not imported yet, with the user's work on it. */
export interface ImportDraft {
  id: number;
  file: File;
  partition: ImportRun['partition'];
  /** When it was opened, in milliseconds since 1970. */
  openedAt: number;
  reading: ReadingChoices;
  choices: Choices;
  /** Undefined while the columns are being mapped. */
  mapping: TableMapping | undefined;
  fixes: Fixes;
  excluded: ReadonlySet<number>;
  reason: string;
  into?: SetTarget | undefined;
}

type Work = Pick<
  ImportDraft,
  'reading' | 'choices' | 'mapping' | 'fixes' | 'excluded' | 'reason' | 'into'
>;
/** `userId` is the key of its user (person-key.ts). */
type Opened = Omit<ImportDraft, keyof Work> & { userId: string };

/** The file is written once, the work on it with each change. There is only one draft, the newest. */
interface Schema extends DBSchema {
  opened: { key: 'import'; value: Opened };
  work: { key: 'import'; value: Work };
}

const stores = ['opened', 'work'] as const;
const weekMs = 7 * 24 * 60 * 60 * 1000;

/** Stores the file of a new draft. Returns its id, or undefined if the browser does not store it. */
export async function storeDraft(run: ImportRun): Promise<number | undefined> {
  const { file, partition } = run;
  const id = Date.now();
  return inTurn(async (database) => {
    const userId = currentPersonKey();
    // Nobody could prove that it is theirs.
    if (userId === undefined || isOfUnnamedPerson(userId)) return undefined;
    const opened = { id, file, partition, openedAt: id, userId };
    const transaction = database.transaction(stores, 'readwrite');
    // Together: where the browser stores no files, the transaction is aborted as well.
    await Promise.all([
      transaction.objectStore('opened').put(opened, 'import'),
      transaction.objectStore('work').put(workOf(run), 'import'),
      transaction.done,
    ]);
    return id;
  });
}

let newest: ImportRun | undefined;

/** Stores the mapping and the corrections; of several quick changes, only the last. */
export function storeDraftChanges(run: ImportRun): void {
  if (run.draftId === undefined) return;
  newest = run;
  void inTurn(async (database) => {
    const latest = newest;
    newest = undefined;
    if (latest === undefined) return;
    const transaction = database.transaction(stores, 'readwrite');
    // Another tab may have opened another file in the meantime.
    const opened = await transaction.objectStore('opened').get('import');
    const isSame = opened?.id === latest.draftId;
    await Promise.all([
      isSame && transaction.objectStore('work').put(workOf(latest), 'import'),
      transaction.done,
    ]);
  });
}

/** The draft of the signed-in user. Drafts of other users, and those not continued for a week, are discarded. */
export async function readDraft(): Promise<ImportDraft | null> {
  const draft = await inTurn(async (database) => {
    const [opened, work] = await Promise.all([
      database.get('opened', 'import'),
      database.get('work', 'import'),
    ]);
    if (!opened || !work) return undefined;
    const { userId, ...rest } = opened;
    if (userId === currentPersonKey() && Date.now() - rest.openedAt < weekMs)
      return { ...rest, ...work };
    await clear(database);
    return undefined;
  });
  return draft ?? null;
}

/** @param id discards the draft only if it is still the stored one */
export async function discardDraft(id: number | undefined): Promise<void> {
  newest = undefined;
  if (id === undefined) return;
  await inTurn(async (database) => {
    const opened = await database.get('opened', 'import');
    if (opened?.id === id) await clear(database);
  });
}

async function clear(database: IDBPDatabase<Schema>): Promise<void> {
  const transaction = database.transaction(stores, 'readwrite');
  await Promise.all([
    ...stores.map(async (store) => transaction.objectStore(store).clear()),
    transaction.done,
  ]);
}

const workOf = ({ sheet, mapping, phase, edits, excluded, reason, into }: ImportRun): Work => ({
  reading: sheet?.reading ?? {},
  choices: sheet?.choices ?? { columns: {} },
  mapping: phase === 'MAPPING' || phase === 'READING' ? undefined : mapping,
  fixes: withFixes(sheet?.fixes ?? {}, edits),
  excluded,
  reason,
  into,
});

let queue: Promise<unknown> = Promise.resolve();

/**
 * Runs accesses one after another. The database is open only during an access, so that logging out in any tab
 * can delete it. Undefined if the browser refuses storage or it is full: an import works without a draft.
 */
async function inTurn<T>(
  access: (database: IDBPDatabase<Schema>) => Promise<T>,
): Promise<T | undefined> {
  const turn = queue.then(async () => {
    // Nothing is written after logging out.
    if (storedAuth() === null) return undefined;
    const database = await openDB<Schema>(draftDatabase, 1, {
      upgrade: (fresh) => {
        for (const store of stores) fresh.createObjectStore(store);
      },
    });
    try {
      return await access(database);
    } finally {
      database.close();
    }
  });
  queue = turn.catch(() => undefined);
  return turn.catch(() => undefined);
}
