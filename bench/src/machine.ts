import { cpus, totalmem } from 'node:os';

export const describeMachine = (): string =>
  `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown CPU'}, ${Math.round(totalmem() / 2 ** 30)} GiB`;
