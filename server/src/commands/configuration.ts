import { randomUUID } from 'node:crypto';
import { agentRequestId } from '@annals/contracts/agents';
import { recordConfiguration } from '@annals/contracts/events';
import { accessChanges, accessSentence, type AccessChange } from '../configuration/access.ts';
import { Apply, carryOut, type Outcome } from '../configuration/apply.ts';
import { readCurrentState, type CurrentState } from '../configuration/current-state.ts';
import { DirectoryTaken, exportFiles } from '../configuration/export.ts';
import { FilesWrong, readFiles } from '../configuration/files.ts';
import { kinds } from '../configuration/kinds.ts';
import { makePlan, type Plan } from '../configuration/plan.ts';
import { countOf, cut, planAsJson, planAsText } from '../configuration/report.ts';
import { type ApiClient, CallFailed, ServerUnavailable } from '../client/api-client.ts';
import { CommandError } from './command-error.ts';
import { connect, type Connection } from './connect.ts';
import { askYes } from './terminal.ts';

export interface PlanCommand extends Connection {
  directory: string;
  json: boolean;
  /** Whether changes set the exit code 2. */
  exitCode: boolean;
}

export interface ApplyCommand extends Connection {
  directory: string;
  /** Skips the confirmation. */
  yes: boolean;
  /** Whether users without an account are invited. */
  invite: boolean;
  /** Whether secrets that the server already has are set again. */
  renewsSecrets: boolean;
  /** For the audit log. */
  reason: string | undefined;
}

export interface ExportConfigCommand extends Connection {
  directory: string;
  replaces: boolean;
}

const patience = { patienceMs: 30_000 };
const maxSentenceLength = 500;
const maxSentences = 1000;

/** annals plan: shows what annals apply would do. @returns the exit code */
export async function planCommand(command: PlanCommand): Promise<number> {
  return explainFailures(async () => {
    const files = await readFiles(command.directory, kinds);
    const current = await readCurrentState(await connect(command, patience));
    const plan = makePlan(current, files, { renewsSecrets: false });
    process.stdout.write(
      command.json
        ? `${JSON.stringify(planAsJson(plan), undefined, 2)}\n`
        : planAsText(plan, current),
    );
    return command.exitCode && plan.changes.length > 0 ? 2 : 0;
  });
}

/** annals apply: changes a server to match the files. */
export async function applyCommand(command: ApplyCommand): Promise<void> {
  await explainFailures(async () => {
    const { directory, yes, invite, renewsSecrets } = command;
    const files = await readFiles(directory, kinds);
    const requestId = agentRequestId('CONFIGURATION', randomUUID());
    const client = await connect(command, { ...patience, requestId: () => requestId });
    const current = await readCurrentState(client);
    const plan = makePlan(current, files, { renewsSecrets });
    process.stdout.write(planAsText(plan, current));
    const invited = plan.changes.filter((change) => change.invites).length;
    if (invited > 0 && !invite)
      throw new CommandError(
        `${countOf(invited, 'user of the files has', 'users of the files have')} no account here. Add --invite to invite them by email, or remove them from the files. Nothing was changed.`,
      );
    const doable = plan.changes.filter(({ run }) => run !== undefined);
    if (doable.length === 0) return;
    const apply = new Apply(client, current, directory);
    await apply.readSecrets(doable);
    if (!yes && !(await askYes(`\nMake ${countOf(doable.length, 'change', 'changes')}? [y/N] `)))
      throw new CommandError('Nothing was changed.');
    process.stdout.write('\n');
    const stop = new AbortController();
    const interrupt = () => stop.abort();
    process.once('SIGINT', interrupt);
    const outcome = await carryOut(
      doable,
      apply,
      ({ sentence }) => process.stdout.write(`done: ${sentence}\n`),
      stop.signal,
    );
    process.off('SIGINT', interrupt);
    await record(client, command, { plan, current }, outcome);
    if (outcome.stopped) throw stoppedError(outcome, doable.length);
    process.stdout.write(`${countOf(outcome.done.length, 'change', 'changes')} made.\n`);
  });
}

/** annals export-config: writes the state of a server as files. */
export async function exportConfigCommand(command: ExportConfigCommand): Promise<void> {
  await explainFailures(async () => {
    const current = await readCurrentState(await connect(command, patience));
    const { files, notes } = await exportFiles(current, command.directory, command.replaces);
    for (const note of notes) process.stderr.write(`${note}\n`);
    process.stdout.write(
      `${countOf(files.length, 'file', 'files')} in ${command.directory}: ${files.join(', ')}\n`,
    );
  });
}

/** One event for everything. The changes have their own events, so nothing is hidden without it. */
async function record(
  client: ApiClient,
  { reason }: ApplyCommand,
  { plan, current }: { plan: Plan; current: CurrentState },
  { done, stopped }: Outcome,
): Promise<void> {
  if (done.length === 0 && !stopped) return;
  try {
    const access = stopped ? await accessSince(client, current, done.length) : plan.access;
    await client.call(recordConfiguration, {
      body: {
        changes: sentences(
          done.map(({ sentence, details }) => `${sentence} ${details.join('; ')}`.trim()),
        ),
        accessChanges: sentences(access.map(accessSentence)),
        ...(stopped
          ? { stopped: cut(`${stopped.change.sentence} ${stopped.why}`, maxSentenceLength) }
          : {}),
        ...(reason === undefined ? {} : { reason }),
      },
    });
  } catch (error) {
    if (!(error instanceof CallFailed) && !(error instanceof ServerUnavailable)) throw error;
    process.stderr.write(
      `The audit log has an event for each change, but none for all of them together: ${error.message}\n`,
    );
  }
}

/** The access changes if only some changes were made; the plan lists those of all. */
async function accessSince(
  client: ApiClient,
  { configuration }: CurrentState,
  made: number,
): Promise<AccessChange[]> {
  if (made === 0) return [];
  const now = await readCurrentState(client);
  return accessChanges(configuration, now.configuration);
}

function sentences(all: readonly string[]): string[] {
  const shown = all.slice(0, all.length > maxSentences ? maxSentences - 1 : maxSentences);
  const rest = all.length - shown.length;
  return [...shown, ...(rest > 0 ? [`And ${rest} more.`] : [])].map((text) =>
    cut(text, maxSentenceLength),
  );
}

function stoppedError({ done, stopped }: Outcome, planned: number): CommandError {
  const { change, why, isConflict } = stopped ?? {};
  const lines = [
    `Stopped before: ${change?.sentence}`,
    isConflict ? `Somebody else has changed this, or it is taken: ${why}` : why,
    `${done.length} of ${countOf(planned, 'change', 'changes')} made, those marked "done". Run annals plan to see what is left, then apply again.`,
  ];
  return new CommandError(lines.join('\n'));
}

/** Translates errors that the user can act on. */
async function explainFailures<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (
      error instanceof FilesWrong ||
      error instanceof ServerUnavailable ||
      error instanceof DirectoryTaken
    )
      throw new CommandError(error.message);
    if (error instanceof CallFailed) {
      const id = error.answer.requestId === undefined ? '' : ` (request ${error.answer.requestId})`;
      throw new CommandError(`The server refused: ${error.message}${id}`);
    }
    throw unusable(error);
  }
}

/** Converts the error of a system call about a file or directory to one of the command. */
function unusable(error: unknown): unknown {
  if (!(error instanceof Error && 'syscall' in error && 'path' in error)) return error;
  const { code } = error as NodeJS.ErrnoException;
  const place = String(error.path);
  if (code === 'ENOENT' && error.syscall !== 'mkdir')
    return new CommandError(`There is no directory ${place}.`);
  if (code === 'ENOTDIR' || code === 'EEXIST')
    return new CommandError(`${place} is a file. Name a directory.`);
  return new CommandError(`${place} cannot be used: ${error.message}.`, 1, { cause: error });
}
