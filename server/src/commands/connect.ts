import { ApiClient } from '../client/api-client.ts';
import { askPassword, askUser } from './terminal.ts';

export interface Connection {
  url: string;
  /** Undefined: asks, unless there is an API token. */
  user: string | undefined;
}

interface ConnectOptions {
  patienceMs?: number;
  signal?: AbortSignal;
  onWaiting?: (why: string) => void;
  requestId?: () => string;
}

/** Signs in with the API token in ANNALS_TOKEN, or otherwise with a user's name and password. */
export async function connect(
  { url, user }: Connection,
  options: ConnectOptions = {},
): Promise<ApiClient> {
  const { ANNALS_TOKEN: token, ANNALS_PASSWORD: password } = process.env;
  const apiToken = token && user === undefined ? token.trim() : undefined;
  const client = new ApiClient(url, {
    onWaiting: (why) => process.stderr.write(`waiting: ${why}\n`),
    ...options,
    apiToken,
  });
  if (apiToken !== undefined) return client;
  const username = user ?? (await askUser('User to sign in as: '));
  await client.signIn({
    username,
    password: password ?? (await askPassword(`Password of ${username}: `)),
  });
  return client;
}
