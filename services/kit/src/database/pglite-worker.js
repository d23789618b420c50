import fs from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { MemoryFS, PGlite } from '@electric-sql/pglite';
import { ensureCluster, makeClusterArchive } from './pglite-cluster.js';
import { DurableFiles, requireDurableCommit, startParameters } from './pglite-storage.js';

/**
 * The embedded database in its own thread. It speaks PostgreSQL's wire protocol with the thread
 * that started it: bytes in, bytes out, one connection for the life of the thread.
 *
 * `cancelled` has the number of the request to be cancelled: a message would be read after the statement only.
 *
 * @typedef {{ dataDir: string | undefined, templateFile: string | undefined, cancelled: Int32Array }} Start
 * @typedef {{ wire: Uint8Array } | { close: true }} Request
 * @typedef {{ ready: true } | { wire: Uint8Array } | { closed: true } | { failed: string, code: string | undefined }} Reply
 */

if (parentPort === null) throw new Error('The embedded database runs in a worker thread.');
const port = parentPort;

/** @type {Uint8Array[]} */
let answer = [];
/** The requests so far. */
let requests = 0;

/**
 * @param {Reply} reply
 * @param {ArrayBuffer[]} [transfer]
 */
function send(reply, transfer) {
  port.postMessage(reply, transfer);
}

function sendAnswer() {
  if (answer.length === 0) return;
  const bytes = new Uint8Array(Buffer.concat(answer));
  answer = [];
  send({ wire: bytes }, [bytes.buffer]);
}

/** @param {unknown} error */
function fail(error) {
  const code =
    error instanceof Error && 'code' in error && typeof error.code === 'string'
      ? error.code
      : undefined;
  send({ failed: error instanceof Error ? error.message : String(error), code });
  process.exit(1);
}

/** @param {Start} start */
async function open({ dataDir, templateFile, cancelled }) {
  const archive = async () =>
    templateFile === undefined
      ? await makeClusterArchive()
      : await fs.promises.readFile(templateFile);
  if (dataDir === undefined) {
    const loadDataDir =
      templateFile === undefined ? undefined : new Blob([new Uint8Array(await archive())]);
    const inMemory = new PGlite({
      fs: new MemoryFS(),
      startParams: startParameters,
      ...(loadDataDir === undefined ? {} : { loadDataDir }),
    });
    await inMemory.waitReady;
    return inMemory;
  }
  const files = new DurableFiles(await ensureCluster(dataDir, archive));
  const pglite = new PGlite({ fs: files, startParams: startParameters });
  await pglite.waitReady;
  await requireDurableCommit(pglite, files);
  files.onAccess = () => {
    if (Atomics.load(cancelled, 0) === requests) cancelStatement(pglite);
  };
  return pglite;
}

/**
 * PGlite's types omit these variables of PostgreSQL, both of the type sig_atomic_t.
 * @typedef {{ _InterruptPending: number, _QueryCancelPending: number, HEAPU8: Uint8Array }} Memory
 * @param {PGlite} pglite
 */
const memoryOf = ({ Module }) => /** @type {Memory} */ (/** @type {unknown} */ (Module));

/**
 * Does what PostgreSQL's handler of SIGINT does: the statement ends at its next CHECK_FOR_INTERRUPTS.
 * @param {PGlite} pglite
 */
function cancelStatement(pglite) {
  const { HEAPU8, _InterruptPending, _QueryCancelPending } = memoryOf(pglite);
  HEAPU8[_InterruptPending] = 1;
  HEAPU8[_QueryCancelPending] = 1;
}

/** @param {PGlite} pglite */
function clearCancellation(pglite) {
  const { HEAPU8, _QueryCancelPending } = memoryOf(pglite);
  HEAPU8[_QueryCancelPending] = 0;
}

/**
 * @param {PGlite} pglite
 * @param {Request} request
 */
async function serve(pglite, request) {
  if ('close' in request) {
    await pglite.exec('checkpoint');
    await pglite.close();
    send({ closed: true });
    return;
  }
  requests += 1;
  await pglite.execProtocolRawStream(request.wire, {
    syncToFs: false,
    // the bytes lie in the database's memory, which the next statement overwrites
    onRawData: (bytes) => answer.push(bytes.slice()),
  });
  // The statement may have ended before it noticed.
  clearCancellation(pglite);
  sendAnswer();
}

try {
  const pglite = await open(workerData);
  // a panic of the database: its memory cannot be trusted any more, its log can
  Object.assign(pglite.Module, {
    onAbort: () => {
      sendAnswer();
      fail(new Error('The embedded database stopped itself.'));
    },
  });
  let turn = Promise.resolve();
  port.on('message', (request) => {
    turn = turn.then(() => serve(pglite, request)).catch(fail);
  });
  send({ ready: true });
} catch (error) {
  fail(error);
}
