import { EventEmitter } from 'node:events';
import pg from 'pg';

export interface RemoteCommands {
  /**
   * The servers that received commands since the last call, in order.
   * @param about text of the commands that count; default: all
   */
  take(about?: string): string[];
  stop(): void;
}

/** Listens to what a coordinator with `citus.log_remote_commands` reports to the clients of this process. */
export function watchRemoteCommands(): RemoteCommands {
  const { prototype } = pg.Client;
  let sent: Command[] = [];
  prototype.emit = function reported(
    this: pg.Client,
    event: string | symbol,
    ...details: unknown[]
  ) {
    const [notice] = details;
    if (event === 'notice' && isCommand(notice)) sent.push(notice);
    return EventEmitter.prototype.emit.call(this, event, ...details);
  };
  return {
    take(about = '') {
      const taken = sent.filter(({ message }) => message.includes(about));
      sent = [];
      return taken.map(({ detail }) => detail);
    },
    stop() {
      // Restores the inherited one.
      Reflect.deleteProperty(prototype, 'emit');
    },
  };
}

interface Command {
  message: string;
  detail: string;
}

const isCommand = (notice: unknown): notice is Command =>
  typeof notice === 'object' &&
  notice !== null &&
  'message' in notice &&
  String(notice.message).startsWith('issuing') &&
  'detail' in notice;
