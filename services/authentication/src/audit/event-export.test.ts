import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { describe, expect, it } from 'vitest';
import type { SendEvents } from '@annals/kit/chained-events';
import { quiet, testDatabases } from '@annals/kit/testing/databases';
import { operator } from '../context/actor.ts';
import { RunningService } from '../testing/running-service.ts';
import { record, selectEventHead } from './audit-log.sql.ts';
import { EventExport } from './event-export.ts';
import { advanceEventExport, claimEventExport, selectChainedEvents } from './event-export.sql.ts';

describe.each(testDatabases())('export of the audit log, $kind', ({ kind, open }) => {
  const running = RunningService.forEach(open);

  const write = (count: number, after: object = {}) =>
    running.database.transaction(async (transaction) => {
      for (let number = 0; number < count; number += 1)
        await record(
          transaction,
          { id: null, at: running.now, source: operator },
          'role.changed',
          'role/USER',
          { after },
        );
    });
  const exporting = (send: SendEvents) =>
    new EventExport({ database: running.database, log: quiet, send });
  const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

  it('is claimed by one server, and by another when the first is gone', async () => {
    await write(3);
    const [first, second] = [randomUUID(), randomUUID()];
    expect(await claimEventExport(running.database, first)).toBe(0);
    expect(await claimEventExport(running.database, second)).toBeUndefined();
    await running.database.query(
      sql`update authentication.event_export set held_until = statement_timestamp() - interval '1 second'`,
    );
    expect(await claimEventExport(running.database, second)).toBe(0);
    expect(await advanceEventExport(running.database, first, 2)).toBe(false);
    expect(await advanceEventExport(running.database, second, 1)).toBe(true);
    expect(await claimEventExport(running.database, second)).toBe(1);
    const { seq } = await selectEventHead(running.database);
    expect(await advanceEventExport(running.database, second, seq)).toBe(true);
    expect(await claimEventExport(running.database, second)).toBeUndefined();
  });

  it('sends at most a few mebibytes at once', async () => {
    await write(12, { description: 'x'.repeat(1024 * 1024) });
    const events = await selectChainedEvents(running.database, 0, 200);
    expect(events.length).toBeGreaterThan(1);
    expect(events.length).toBeLessThan(6);
    const more = await selectChainedEvents(running.database, events.length, 200);
    expect(more[0]?.seq).toBe(events.length + 1);
    expect(more[0]?.previousHash).toBe(events.at(-1)?.hash);
  });

  it.runIf(kind === 'postgresql')(
    'sends each event once and in order with several servers, even if the receiver fails at times',
    async () => {
      const sent: number[] = [];
      let calls = 0;
      const send: SendEvents = async (events) => {
        calls += 1;
        if (calls % 3 === 1) throw new Error('away');
        sent.push(...events.map(({ seq }) => seq));
      };
      const servers = [exporting(send), exporting(send), exporting(send)];
      for (const server of servers) await server.start();
      await write(450);
      await expect.poll(() => sent.at(-1)).toBe(450);
      await write(7);
      await expect.poll(() => sent.at(-1)).toBe(457);
      for (const server of servers) await server.close();
      expect(sent).toEqual(upTo(457));
    },
  );

  it('resends what was in transit when the server stopped', async () => {
    await write(5);
    const hanging: number[] = [];
    const first = exporting(async (events) => {
      hanging.push(...events.map(({ seq }) => seq));
      await new Promise(() => undefined);
    });
    await first.start();
    await expect.poll(() => hanging).toEqual(upTo(5));
    await first.close();
    const sent: number[] = [];
    const next = exporting(async (events) => void sent.push(...events.map(({ seq }) => seq)));
    await next.start();
    await expect.poll(() => sent).toEqual(upTo(5));
    await next.close();
  });
});
