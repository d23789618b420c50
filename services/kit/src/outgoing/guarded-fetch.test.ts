import { say } from '@annals/contracts/messages';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { guardedFetch, type Peer } from './guarded-fetch.ts';

const peer: Peer = {
  maxMs: 300,
  tooSlow: say('foreign', { text: 'too slow' }),
  maxBytes: 100,
  tooLarge: undefined,
  notPublic: () => say('foreign', { text: 'not public' }),
};

it('aborts a request at its deadline, even after garbage collection', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const silent = createServer(() => undefined);
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const asked = once(silent, 'request');
  const host = `127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const fetching = guardedFetch(peer, { hosts: [host] });
  const stop = new AbortController();
  try {
    const answer = fetching(`http://${host}/`, { method: 'GET', signal: stop.signal });
    void asked.then(collectGarbage);
    await expect(answer).rejects.toThrow('too slow');
  } finally {
    silent.closeAllConnections();
    silent.close();
  }
});
