import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { restoreCommand } from './commands/restore.ts';
import { places, type Place } from './testing/places.ts';
import { configOf, ServicesUnderTest } from './testing/services-under-test.ts';

// A database of the first version that had services, written by that program: people who set their passwords, members,
// timelines with references, one that ended, wide data, an import; and what it answered to calls about them.
const fixture = (name: string) =>
  fileURLToPath(new URL(`./testing/first-schema/${name}`, import.meta.url));
const backup = fixture('first-schema.backup.gz');
const answers: { method: string; url: string; data?: unknown; body: unknown }[] = JSON.parse(
  gunzipSync(readFileSync(fixture('answers.json.gz'))).toString('utf8'),
);
/** What each sign-in changes. */
const passing = new Set(['lastSignInDate', 'lastSeenDate', 'nextCursor']);

describe.each(places)('a database of the first schema, $kind', ({ make }) => {
  let place: Place;
  let running: ServicesUnderTest;

  beforeAll(async () => {
    place = await make();
    const said = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    await restoreCommand(configOf(place.variables), { file: backup, replace: false });
    said.mockRestore();
    running = await ServicesUnderTest.start(place.variables);
  }, 120_000);

  afterAll(async () => {
    await running.close().catch(() => undefined);
    await place.remove();
  });

  it('is brought up to date with all that was in it, proven, and goes on', async () => {
    const token = await running.signIn('master@example.org', 'rings of a very old tree');
    for (const { method, url, data, body } of answers)
      expect([url, await running.succeed(method, url, { token, data })]).toMatchObject([
        url,
        lasting(body),
      ]);

    const ada = await running.signIn('ada@example.org', 'pebbles in a slow river');
    const { data: found } = await running.succeed('GET', '/v1/partitions', { token: ada });
    const [partition] = found as { id: string }[];
    const data = { type: 'DOME', objectData: { name: 'Small dome' } };
    const objects = `/v1/partitions/${partition?.id}/objects`;
    const { id } = await running.succeed('POST', objects, { token: ada, data });
    expect(await running.succeed('GET', `${objects}/${String(id)}/proof`, { token: ada })).toEqual(
      expect.objectContaining({ format: 'annals-object-proof/1' }),
    );
    expect(await running.services.authentication.verifyAuditLog()).toMatchObject({ intact: true });
    const parts = await running.verify();
    expect(parts.map(({ part, faults }) => [part, faults])).toEqual([
      ...Array.from({ length: 3 }, () => ['PARTITION', 0]),
      ['SERVICE_LOG', 0],
      ['STRAY_ROWS', 0],
    ]);
    expect(parts.reduce((sum, { versions }) => sum + versions, 0)).toBe(26);
  });
});

/** Without what passes, all the way down. */
function lasting(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lasting);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) =>
      passing.has(name) ? [] : [[name, lasting(one)]],
    ),
  );
}
