import fs from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { MemoryFS, PGlite } from '@electric-sql/pglite';
import { ensureCluster, makeClusterArchive } from './pglite-cluster.js';
import { DurableFiles, requireDurableCommit, startParameters } from './pglite-storage.js';

/**
 * The embedded database in its own thread. It speaks PostgreSQL's wire protocol with the thread
 * that started it: bytes in, bytes out, one connection for the life of the thread.
 *
 * @typedef {{ dataDir: string | undefined, templateFile: string | undefined }} Start
 * @typedef {{ wire: Uint8Array } | { close: true }} Request
 * @typedef {{ ready: true } | { wire: Uint8Array } | { closed: true } | { failed: string, code: string | undefined }} Reply
 */

if (parentPort === null) throw new Error('The embedded database runs in a worker thread.');
const port = parentPort;

/** @type {Uint8Array[]} */
let answer = [];

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
async function open({ dataDir, templateFile }) {
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
  return pglite;
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
  await pglite.execProtocolRawStream(request.wire, {
    syncToFs: false,
    // the bytes lie in the database's memory, which the next statement overwrites
    onRawData: (bytes) => answer.push(bytes.slice()),
  });
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
