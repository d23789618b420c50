import { EventEmitter } from 'node:events';
import pg from 'pg';

export interface RemoteCommands {
  /** The servers to which commands were sent since, in their order. */
  take(): string[];
  stop(): void;
}

/** Listens to what a coordinator with `citus.log_remote_commands` tells the clients of this process. */
export function watchRemoteCommands(): RemoteCommands {
  const { prototype } = pg.Client;
  let servers: string[] = [];
  prototype.emit = function told(this: pg.Client, event: string | symbol, ...details: unknown[]) {
    const [notice] = details;
    if (event === 'notice' && isCommand(notice)) servers.push(notice.detail);
    return EventEmitter.prototype.emit.call(this, event, ...details);
  };
  return {
    take() {
      const taken = servers;
      servers = [];
      return taken;
    },
    stop() {
      // The inherited one is there again.
      Reflect.deleteProperty(prototype, 'emit');
    },
  };
}

const isCommand = (notice: unknown): notice is { detail: string } =>
  typeof notice === 'object' &&
  notice !== null &&
  'message' in notice &&
  String(notice.message).startsWith('issuing') &&
  'detail' in notice;
