import fs from 'node:fs';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/** @typedef {import('@electric-sql/pglite').PGlite} PGlite */
/** @typedef {Parameters<NodeFS['init']>[1]} ModuleOptions */

// PGlite's own defaults without `-F`, which turns fsync off. fsync is the only way to flush the log that its file
// system supports: fdatasync, the default, does nothing in WebAssembly. ANALYZE holds the only connection, so it takes a
// tenth of the usual sample.
const parameters = [
  'search_path=public',
  'exit_on_error=false',
  'log_checkpoints=false',
  'max_worker_processes=0',
  'max_parallel_workers=0',
  'max_parallel_workers_per_gather=0',
  'max_parallel_maintenance_workers=0',
  'io_method=sync',
  'shared_buffers=32MB',
  'wal_sync_method=fsync',
  'timezone=UTC',
  'datestyle=ISO',
  'default_statistics_target=10',
];

export const startParameters = [
  '--single',
  '-O',
  '-j',
  ...parameters.flatMap((parameter) => ['-c', parameter]),
];

/**
 * PGlite's file system on a directory, with two fixes: fsync reaches the disk, and files and directories are accessible
 * to their owner only.
 */
export class DurableFiles extends NodeFS {
  /** How often a file was flushed to disk since the start. */
  syncs = 0;
  /** Called before a file is read or written, which a long statement does often. */
  onAccess = () => {};

  /**
   * @override
   * @param {PGlite} pglite
   * @param {ModuleOptions} options
   */
  async init(pglite, options) {
    const { emscriptenOpts } = await super.init(pglite, options);
    return {
      emscriptenOpts: {
        ...emscriptenOpts,
        // before the mount in NodeFS's own preRun, which copies nothing: the operations are looked up at each call
        preRun: [
          /** @param {any} module */
          (module) => this.#amend(module.NODEFS),
          ...(emscriptenOpts.preRun ?? []),
        ],
      },
    };
  }

  /** @param {NodeFileSystem} files */
  #amend(files) {
    files.stream_ops.fsync = (stream) => {
      files.tryFSOperation(() => {
        if (stream.nfd === undefined) syncDirectory(files.realPath(stream.node));
        else fs.fsyncSync(stream.nfd);
      });
      this.syncs += 1;
      return 0;
    };
    const { read, write } = files.stream_ops;
    files.stream_ops.read = (...access) => {
      this.onAccess();
      return read(...access);
    };
    files.stream_ops.write = (...access) => {
      this.onAccess();
      return write(...access);
    };
    const { mknod, setattr } = files.node_ops;
    files.node_ops.mknod = (parent, name, mode, device) =>
      mknod(parent, name, mode & ~0o077, device);
    // Emscripten sets the mode of a file it has just made once more
    files.node_ops.setattr = (node, attributes) => {
      const { mode } = attributes;
      setattr(node, mode === undefined ? attributes : { ...attributes, mode: mode & ~0o077 });
    };
  }
}

/**
 * The part of Emscripten's NODEFS that is amended; PGlite's types do not describe it.
 * @typedef {object} NodeFileSystem
 * @property {StreamOperations} stream_ops
 * @property {NodeOperations} node_ops
 * @property {(operation: () => void) => void} tryFSOperation
 * @property {(node: unknown) => string} realPath
 */

/**
 * @typedef {object} StreamOperations
 * @property {(...access: unknown[]) => number} read
 * @property {(...access: unknown[]) => number} write
 * @property {(stream: { nfd?: number, node: unknown }) => number} [fsync]
 */

/**
 * @typedef {object} NodeOperations
 * @property {(parent: unknown, name: string, mode: number, device: number) => unknown} mknod
 * @property {(node: unknown, attributes: { mode?: number }) => void} setattr
 */

/**
 * Makes a created or renamed name in the directory outlive a power cut.
 * @param {string} path
 */
export function syncDirectory(path) {
  // Windows opens no directories; its file systems journal names themselves
  if (process.platform === 'win32') return;
  const directory = fs.openSync(path, 'r');
  try {
    fs.fsyncSync(directory);
  } finally {
    fs.closeSync(directory);
  }
}

/**
 * Commits once and throws when nothing was flushed to disk: a later PGlite that loses fsync again
 * must not start, since it would acknowledge writes that a crash takes back.
 * @param {Pick<PGlite, 'query'>} pglite
 * @param {{ syncs: number }} files
 */
export async function requireDurableCommit(pglite, files) {
  const before = files.syncs;
  await pglite.query(`select pg_logical_emit_message(true, 'annals', 'durable')`);
  if (files.syncs === before) {
    throw new Error(
      'The embedded database does not flush its commits to disk; it is not started, since a crash would lose data.',
    );
  }
}
