import { describe, expect, it } from 'vitest';
import { testDatabases } from '@annals/kit/testing/databases';
import { RunningService } from '../testing/running-service.ts';
import { admitStart, uncountStart } from './authorization-limit.ts';

describe.each(testDatabases())('starting sign-ins at providers, $kind', ({ open }) => {
  const running = RunningService.forAll(open);

  const begin = (address: string | null) =>
    admitStart({ database: running.database, clock: () => running.now }, address);
  const finish = (address: string) =>
    uncountStart({ database: running.database, clock: () => running.now }, address);

  it('is delayed for an address with many unfinished ones', async () => {
    for (let count = 0; count < 100; count += 1) await begin('203.0.113.7');
    await expect(begin('203.0.113.7')).rejects.toMatchObject({ status: 429 });
    await begin('203.0.113.8');
    running.advance(2);
    await begin('203.0.113.7');
    running.advance(901);
    await begin('203.0.113.7');
    await begin('203.0.113.7');
  });

  it('is not delayed if they are finished, nor from this machine', async () => {
    for (let count = 0; count < 110; count += 1) {
      await expect(begin('203.0.113.9')).resolves.toBeUndefined();
      await finish('203.0.113.9');
      await begin('127.0.0.1');
      await begin(null);
    }
  });
});
