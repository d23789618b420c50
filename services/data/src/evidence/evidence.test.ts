import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  approveChangeSet,
  commitChangeSet,
  createChangeSet,
  submitChangeSet,
} from '@annals/contracts/change-sets';
import { putChangePolicy } from '@annals/contracts/change-policy';
import { putOperation } from '@annals/contracts/change-set-operations';
import { getEvidence } from '@annals/contracts/evidence';
import { createObject, endTimeline, type ObjectVersion } from '@annals/contracts/objects';
import { removeMember } from '@annals/contracts/partitions';
import { eraseReason, eraseValues } from '@annals/contracts/proofs';
import type { Database } from '@annals/kit/database/database';
import { importObjects } from '@annals/contracts/transfers';
import { testDatabases } from '@annals/kit/testing/databases';
import { randomText } from '@annals/kit/testing/random-text';
import type { Verdict } from '@annals/proofs/verdict';
import { verifyEvidence } from '@annals/proofs/verify-evidence';
import { verifyObjectProof } from '@annals/proofs/verify-object';
import { PartitionVerification } from '@annals/proofs/verify-partition';
import { zipEntries } from '@annals/proofs/zip-files';
import { ZipFile } from 'yazl';
import { listenerForAll, people, startListener, type Person } from '../testing/data-listener.ts';
import { unpackEvidence } from '../testing/unpack-evidence.ts';

const secret = 'zanzibar@secret.example';

/** A busy machine may take this long. */
const patient = { timeout: 90_000 };

/** The number of processes that this one has started for evidence. */
async function evidenceProcesses(): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'ppid=,args=']);
  return stdout
    .split('\n')
    .filter(
      (line) => line.trim().startsWith(`${process.pid} `) && line.includes('evidence-program'),
    ).length;
}

describe.each(testDatabases())('evidence, $kind', ({ open }) => {
  const service = listenerForAll(open);
  const directory = mkdtempSync(path.join(tmpdir(), 'annals-evidence-'));
  afterAll(() => rmSync(directory, { recursive: true, force: true }));
  let partitionId: string;
  /** Versions of one timeline, oldest first; the third was committed with a change set. */
  let versions: ObjectVersion[];
  let other: ObjectVersion;

  const write = async (body: object, as: Person = 'editor') => {
    const answer = await service.call(createObject, {
      as,
      params: { partitionId },
      body: { type: 'PERSON', objectData: {}, ...body },
    });
    expect(answer.status).toBe(201);
    return answer.body;
  };

  const commitSet = async (timelineId: string, predecessorId: string) => {
    const params = { partitionId };
    const rule = {
      types: null,
      approvals: 1,
      approvers: { roles: ['OWNER' as const], userIds: [] },
      reasonRequired: false,
      signatureRequired: false,
    };
    const policy = async (rules: (typeof rule)[]) =>
      service.call(putChangePolicy, { as: 'owner', params, body: { rules, breakGlass: false } });
    expect((await policy([rule])).status).toBe(200);
    const set = await service.call(createChangeSet, {
      as: 'editor',
      params,
      body: { title: 'Anna <b>moves</b>', reason: 'She told us' },
    });
    const inSet = { partitionId, changeSetId: set.body.id };
    const put = await service.call(putOperation, {
      as: 'editor',
      params: { ...inSet, operationId: randomUUID() },
      body: {
        operation: 'newVersion',
        timelineId,
        predecessorId,
        objectData: { name: 'Anna', city: 'Porto', email: secret },
        references: [],
      },
    });
    expect(put.status).toBeLessThan(300);
    const submitted = await service.call(submitChangeSet, { as: 'editor', params: inSet });
    const { revision } = submitted.body;
    const approved = await service.call(approveChangeSet, {
      as: 'owner',
      params: inSet,
      body: { revision },
    });
    expect(approved.status).toBe(200);
    expect(
      (await service.call(commitChangeSet, { as: 'editor', params: inSet, body: {} })).status,
    ).toBe(200);
    expect((await policy([])).status).toBe(200);
    return set.body.id;
  };
  let changeSetId: string;

  beforeAll(async () => {
    partitionId = await service.makePartition('Staff');
    const first = await write({
      objectData: { name: 'Anna', city: '<script>alert(1)</script>', email: secret },
      reason: 'She began to work here',
    });
    const second = await write({
      objectData: { name: 'Anna', city: 'Lisbon', email: secret },
      timelineId: first.timelineId,
      predecessorId: first.id,
      reason: 'A typing error',
    });
    versions = [first, second];
    other = await write({
      objectData: { name: 'Ben' },
      references: [{ name: 'boss', timelineId: first.timelineId }],
    });
    changeSetId = await commitSet(first.timelineId ?? '', second.id);
  });

  const ask = async (query: Record<string, string>, as?: Person, accept = 'application/zip') =>
    fetch(
      `${service.origin}/v1/partitions/${partitionId}/evidence?${new URLSearchParams(query).toString()}`,
      { headers: { accept, ...(as ? { authorization: `Bearer ${as}` } : {}) } },
    );

  const unpacked = async (query: Record<string, string> = {}, as: Person = 'reader') =>
    unpackEvidence(directory, await ask(query, as));
  const linesOf = (text = ''): Record<string, unknown>[] =>
    text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  const partitionVerdict = (bundle = '') => {
    const [head, ...entries] = bundle.split('\n').slice(0, -1);
    const partition = new PartitionVerification(JSON.parse(head ?? ''), undefined, head);
    for (const entry of entries) partition.add(JSON.parse(entry), entry);
    return partition.finish().verdict;
  };
  const proofsIn = (files: Map<string, string>) =>
    [...files]
      .filter(([name]) => name.startsWith('proofs/'))
      .toSorted(([one], [next]) => (one < next ? -1 : 1));

  /** The file as a verifier reads it, with some files replaced, left out (undefined) or added. */
  const repacked = async (
    file: Blob,
    changes: Record<string, ((text: string) => string) | undefined>,
  ): Promise<Blob> => {
    const zip = new ZipFile();
    const names = new Set<string>();
    for (const entry of await zipEntries(file)) {
      names.add(entry.name);
      if (entry.name in changes && changes[entry.name] === undefined) continue;
      const text = await new Response(entry.stream()).text();
      zip.addBuffer(Buffer.from(changes[entry.name]?.(text) ?? text), entry.name);
    }
    for (const [name, change] of Object.entries(changes))
      if (change && !names.has(name)) zip.addBuffer(Buffer.from(change('')), name);
    zip.end();
    return new Blob([await buffer(zip.outputStream)]);
  };
  const findingNames = ({ verdict }: { verdict: Verdict }): string[] =>
    verdict.verdict === 'TAMPERED' ? verdict.findings.map(({ name }) => name) : [];

  it('is verified as one file: every file, every proof, the data and the report', async () => {
    for (const query of [{ objectId: versions[0]?.id ?? '' }, { query: 'Anna' }, {}]) {
      const file = await (await ask(query, 'reader')).blob();
      const checked = await verifyEvidence(file, {});
      expect([query, findingNames(checked), checked.verdict.verdict]).toEqual([
        query,
        [],
        expect.stringMatching(/^(INTACT|ERASED)$/),
      ]);
      expect(checked).toMatchObject({ keyKnown: false, checkpoint: expect.anything() });
      expect(checked.versions).toBeGreaterThan(2);
      const { key = '' } = checked;
      expect(await verifyEvidence(file, { keys: [key] })).toMatchObject({ keyKnown: true });
      for (const { name } of await zipEntries(file)) {
        const left = await verifyEvidence(await repacked(file, { [name]: undefined }), {});
        expect([name, findingNames(left)]).toEqual([
          name,
          expect.arrayContaining(['evidenceFileMissing']),
        ]);
        const longer = await verifyEvidence(
          await repacked(file, { [name]: (text) => `${text}\n ` }),
          {},
        );
        expect([name, longer.verdict.verdict]).toEqual([name, 'TAMPERED']);
      }
      const more = await repacked(file, { 'data/other.txt': () => 'x' });
      expect(findingNames(await verifyEvidence(more, {}))).toEqual(['evidenceFileAdded']);
      const half = file.slice(0, Math.floor(file.size / 2));
      expect(findingNames(await verifyEvidence(half, {}))).toEqual(['evidenceUnreadable']);
    }
  });

  it('is accepted from a folder and with what programs add there, and names what they added', async () => {
    const file = await (await ask({ objectId: versions[0]?.id ?? '' }, 'reader')).blob();
    const contents = await Promise.all(
      (await zipEntries(file)).map(
        async (entry) =>
          [entry.name, Buffer.from(await new Response(entry.stream()).arrayBuffer())] as const,
      ),
    );
    const packed = async (folder: string, more: Record<string, string>) => {
      const zip = new ZipFile();
      if (folder !== '') zip.addEmptyDirectory(folder);
      zip.addEmptyDirectory(`${folder}data/`);
      for (const [name, content] of contents) zip.addBuffer(content, `${folder}${name}`);
      for (const [name, content] of Object.entries(more)) zip.addBuffer(Buffer.from(content), name);
      zip.end();
      return new Blob([await buffer(zip.outputStream)]);
    };
    const foreign = [
      'Evidence/.DS_Store',
      'Evidence/data/Thumbs.db',
      '__MACOSX/._Evidence',
      '__MACOSX/Evidence/._report.html',
    ];
    const added = Object.fromEntries(foreign.map((name) => [name, 'x']));
    for (const [folder, more, others, findings] of [
      ['', {}, [], []],
      ['Evidence/', {}, [], []],
      ['a/b/', {}, [], []],
      ['Evidence/', added, foreign, []],
      ['Evidence/', { 'notes.txt': 'x' }, [], ['evidenceFileAdded']],
      ['Evidence/', { '__MACOSX/report.html': 'x' }, [], ['evidenceFileAdded']],
      ['', { 'report.html': 'x' }, [], ['evidenceFileTwice', 'evidenceFileAltered']],
      ['', { 'Report.html': 'x' }, [], ['evidenceFileAdded']],
    ] as const) {
      const checked = await verifyEvidence(await packed(folder, more), {});
      expect([folder, more, checked.others, findingNames(checked)]).toEqual([
        folder,
        more,
        others,
        expect.arrayContaining([...findings]),
      ]);
      expect(checked.verdict.verdict === 'TAMPERED').toBe(findings.length > 0);
    }
  });

  it('is never accepted with another content, whichever byte is changed and wherever it is cut', async () => {
    const file = await (await ask({ objectId: versions[0]?.id ?? '' }, 'reader')).blob();
    const contentOf = async (blob: Blob) => {
      const entries = await zipEntries(blob);
      return Promise.all(
        entries.map(async (entry) => [entry.name, await new Response(entry.stream()).text()]),
      );
    };
    const original = await contentOf(file);
    const bytes = new Uint8Array(await file.arrayBuffer());
    const count = 150;
    let tampered = 0;
    const accepted: [at: number, content: unknown][] = [];
    for (let n = 0; n < count; n += 1) {
      const at = Math.floor((n * bytes.length) / count);
      const changed = bytes.slice();
      changed[at] = (changed[at] ?? 0) ^ (1 << (n % 8));
      for (const blob of [new Blob([changed]), new Blob([bytes.subarray(0, at)])]) {
        const { verdict } = await verifyEvidence(blob, {});
        if (verdict.verdict === 'TAMPERED') tampered += 1;
        else accepted.push([at, await contentOf(blob)]);
      }
    }
    // Dates and attributes of files in a ZIP say nothing.
    expect(accepted).toEqual(accepted.map(([at]) => [at, original]));
    expect(tampered).toBeGreaterThan(count * 1.5);
  });

  it('reveals data and a report that differ from the proofs, although the hashes were adjusted', async () => {
    const file = await (await ask({ objectId: versions[0]?.id ?? '' }, 'reader')).blob();
    const altered = async (name: string, change: (text: string) => string) => {
      const changed = await repacked(file, { [name]: change });
      const sums: string[] = [];
      for (const entry of await zipEntries(changed))
        if (!entry.name.startsWith('SHA256SUMS')) {
          const content = Buffer.from(await new Response(entry.stream()).arrayBuffer());
          sums.push(`${createHash('sha256').update(content).digest('hex')}  ${entry.name}\n`);
        }
      return findingNames(
        await verifyEvidence(await repacked(changed, { SHA256SUMS: () => sums.join('') }), {}),
      );
    };
    const unchanged = await altered('report.html', (text) => text);
    expect(unchanged).toEqual([]);
    const [older = ''] =
      (await unpacked({ objectId: versions[0]?.id ?? '' }))
        .get('data/versions.ndjson')
        ?.split(/(?<=\n)/) ?? [];
    for (const [name, change, finding] of [
      [
        'data/versions.ndjson',
        (text) => text.replace('Lisbon', 'Madrid'),
        'evidenceVersionDiffers',
      ],
      [
        'data/versions.ndjson',
        (text) => text.slice(text.indexOf('\n') + 1),
        'evidenceVersionMissing',
      ],
      ['data/objects.ndjson', (text) => text.replace('Porto', 'Madrid'), 'evidenceVersionDiffers'],
      [
        'data/versions.ndjson',
        (text) =>
          text.replaceAll(
            `"modificationUserId":"${people.editor.userId}"`,
            `"modificationUserId":"${people.owner.userId}"`,
          ),
        'evidenceVersionDiffers',
      ],
      [
        'data/versions.ndjson',
        (text) => text.replace('"city":"Lisbon"', '"city":"Madrid","city":"Lisbon"'),
        'saysMore',
      ],
      ['data/versions.ndjson', (text) => text + text, 'versionTwice'],
      [
        'data/change-sets.ndjson',
        (text) => text.replaceAll(people.owner.userId, people.reader.userId),
        'evidenceChangeSetDiffers',
      ],
      ['data/objects.ndjson', () => older, 'evidenceNotNewest'],
      ['report.html', (text) => text.replace('Lisbon', 'Madrid'), 'evidenceNotSigned'],
      [
        'report.html',
        (text) => text.replaceAll(versions[0]?.id ?? '', randomUUID()),
        'reportVersionUnknown',
      ],
    ] as const satisfies [string, (text: string) => string, string][])
      expect([name, await altered(name, change)]).toEqual([
        name,
        expect.arrayContaining([finding, 'evidenceNotSigned']),
      ]);
  });

  it('contains for an object its content, since when, who changed it and why, who had access, and approvals', async () => {
    const files = await unpacked({ objectId: versions[0]?.id ?? '' });
    const timelineId = versions[0]?.timelineId ?? '';
    expect([...files.keys()].toSorted()).toEqual([
      'README.txt',
      'SHA256SUMS',
      'SHA256SUMS.note',
      'checkpoints/keys.txt',
      'checkpoints/partition.txt',
      'data/change-sets.ndjson',
      'data/members.ndjson',
      'data/objects.ndjson',
      'data/versions.ndjson',
      ...[1, 2, 3].map((count) => `proofs/${timelineId}/000${count}.proof.json`),
      'report.html',
    ]);
    const report = files.get('report.html') ?? '';
    for (const messages of [
      '<h1>Evidence · Object: Anna</h1>',
      'Porto',
      'Lisbon',
      'She began to work here',
      'A typing error',
      'She told us',
      '&lt;script&gt;alert(1)&lt;/script&gt;',
      'Anna &lt;b&gt;moves&lt;/b&gt;',
      'EDITOR',
      'READER',
      'without a signature',
      people.owner.userId,
      'This service does not have the verifier page',
    ])
      expect(report).toContain(messages);
    expect(report).not.toContain('<script');
    expect(linesOf(files.get('data/objects.ndjson'))).toMatchObject([
      { timelineId, modificationCount: 3, objectData: { city: 'Porto' }, changeSetId },
    ]);
    expect(linesOf(files.get('data/versions.ndjson')).map(({ id }) => id)).toEqual([
      ...versions.map(({ id }) => id),
      expect.any(String),
    ]);
    expect(linesOf(files.get('data/members.ndjson'))).toMatchObject(
      [
        ['owner', 'OWNER'] as const,
        ['editor', 'EDITOR'] as const,
        ['reader', 'READER'] as const,
      ].map(([name, role]) => ({ userId: people[name].userId, role })),
    );
    expect(linesOf(files.get('data/change-sets.ndjson'))).toMatchObject([
      { id: changeSetId, entry: { approvals: [{ userId: people.owner.userId }] } },
    ]);
    for (const [, text] of proofsIn(files))
      expect(verifyObjectProof(JSON.parse(text), undefined, text).verdict).toEqual({
        verdict: 'INTACT',
      });
    const [, proof = ''] = proofsIn(files)[0] ?? [];
    expect(JSON.parse(proof)).toMatchObject({ checkpoint: files.get('checkpoints/partition.txt') });
  });

  it('starts a report of several objects with their list', async () => {
    const report = (await unpacked()).get('report.html') ?? '';
    for (const timelineId of [versions[0]?.timelineId, other.timelineId])
      for (const part of [
        `<a href="#object-${timelineId}">`,
        `<article id="object-${timelineId}">`,
      ])
        expect(report.split(part)).toHaveLength(2);
  });

  it('is as of a moment, in the requested language', async () => {
    const asOf = versions[0]?.modificationDate ?? '';
    const files = await unpacked({
      objectId: other.id === '' ? '' : (versions[1]?.id ?? ''),
      asOf,
      language: 'de',
    });
    expect(linesOf(files.get('data/versions.ndjson'))).toHaveLength(1);
    expect(proofsIn(files)).toHaveLength(1);
    const report = files.get('report.html') ?? '';
    expect(report).toContain('<html lang="de">');
    expect(report).toContain('Wer Zugriff hatte');
    expect(report).not.toContain('Lisbon');
    expect(files.get('README.txt')).toContain(asOf);
  });

  it('says of a time before the partition was here that access is not recorded, and what was imported', async () => {
    const imported = await service.makePartition('Archive');
    const { status } = await service.call(importObjects, {
      as: 'owner',
      params: { partitionId: imported },
      body: {
        rows: [
          {
            key: 'a',
            type: 'PERSON',
            objectData: { name: 'Cleo' },
            references: [],
            modificationDate: '2022-03-01T00:00:00Z',
          },
        ],
      },
    });
    expect(status).toBe(200);
    const url = `${service.origin}/v1/partitions/${imported}/evidence`;
    const evidenceAt = async (asOf: string) =>
      unpackEvidence(
        directory,
        await fetch(`${url}?${new URLSearchParams(asOf === '' ? {} : { asOf }).toString()}`, {
          headers: { accept: 'application/zip', authorization: 'Bearer reader' },
        }),
      );
    const files = await evidenceAt('2022-06-01T00:00:00Z');
    const report = files.get('report.html') ?? '';
    expect(report).toContain('Not recorded: access is known since');
    expect(report).not.toContain('Nobody was a member');
    expect(report).toMatch(/<dt>Imported<\/dt><dd>1 of 1 versions .* imported on .* by OWNER/);
    expect(linesOf(files.get('data/members.ndjson'))).toEqual([
      { recorded: false, accessKnownSince: expect.stringMatching(/^20\d\d-/) },
    ]);
    expect(files.get('README.txt')).toContain('Not recorded: access is known since');
    const preview = async (query: object) =>
      (await service.call(getEvidence, { as: 'reader', params: { partitionId: imported }, query }))
        .body;
    const [{ accessKnownSince } = { accessKnownSince: '' }] = linesOf(
      files.get('data/members.ndjson'),
    ) as { accessKnownSince: string }[];
    expect(await preview({ asOf: '2022-06-01T00:00:00Z' })).toMatchObject({
      memberCount: null,
      knownSince: accessKnownSince,
    });
    expect(await preview({ asOf: accessKnownSince })).not.toHaveProperty('knownSince');
    expect(await preview({})).not.toHaveProperty('knownSince');
    const now = await evidenceAt('');
    expect(now.get('report.html')).not.toContain('Not recorded');
    expect(now.get('report.html')).not.toContain('<dt>Imported</dt>');
    expect(linesOf(now.get('data/members.ndjson'))).toMatchObject(
      now
        .get('data/members.ndjson')
        ?.trim()
        .split('\n')
        .map(() => ({
          givenUserId: people.owner.userId,
          givenUserName: 'OWNER',
        })) ?? [],
    );
    const owner = `OWNER <code class="id">${people.owner.userId}</code>`;
    // Who gave a role, and who imported a version.
    expect(now.get('report.html')).toMatch(new RegExp(`</td><td>${owner}</td></tr>`));
    expect(now.get('report.html')).toMatch(new RegExp(`imported on [^<]* by ${owner}</small>`));
  });

  it('contains for a search what matched at the moment', async () => {
    const files = await unpacked({ query: 'name:Ben' });
    expect(linesOf(files.get('data/objects.ndjson'))).toMatchObject([{ id: other.id }]);
    expect(proofsIn(files)).toHaveLength(1);
    expect(files.get('report.html')).toContain('name:Ben');
    const before = await unpacked({
      query: 'city:Lisbon',
      asOf: versions[1]?.modificationDate ?? '',
    });
    expect(linesOf(before.get('data/objects.ndjson'))).toMatchObject([{ id: versions[1]?.id }]);
    const none = await unpacked({ query: 'city:Nowhere' });
    expect(none.get('data/objects.ndjson')).toBe('');
    expect(proofsIn(none)).toEqual([]);
  });

  it('contains for a partition everything, with the log up to the moment', async () => {
    const files = await unpacked();
    expect(linesOf(files.get('data/versions.ndjson'))).toHaveLength(4);
    expect(linesOf(files.get('data/objects.ndjson'))).toHaveLength(2);
    expect(partitionVerdict(files.get('proofs/partition.proof.ndjson'))).toEqual({
      verdict: 'INTACT',
    });
    const then = await unpacked({ asOf: versions[1]?.modificationDate ?? '' });
    const bundle = then.get('proofs/partition.proof.ndjson');
    expect(partitionVerdict(bundle)).toEqual({ verdict: 'INTACT' });
    expect(linesOf(bundle)).toHaveLength(3);
    expect(bundle).not.toContain('Porto');
  });

  it('summarizes in advance what is in it', async () => {
    const reported = async (query: object) =>
      (await service.call(getEvidence, { as: 'reader', params: { partitionId }, query })).body;
    const members = { memberCount: 3, overLimit: false };
    expect(await reported({})).toMatchObject({
      subject: 'PARTITION',
      objectCount: 2,
      versionCount: 4,
      ...members,
    });
    expect(await reported({ objectId: versions[0]?.id })).toMatchObject({
      subject: 'OBJECT',
      versionCount: 3,
      ...members,
    });
    expect(await reported({ query: 'name:Ben' })).toMatchObject({
      subject: 'SEARCH',
      objectCount: null,
      ...members,
    });
  });

  it.each(['application/zip', 'application/json'])('explains the refusal of %s', async (accept) => {
    const status = async (query: Record<string, string>, as?: Person) =>
      (await ask(query, as, accept)).status;
    expect(await status({})).toBe(401);
    expect(await status({}, 'stranger')).toBe(404);
    expect(await status({ objectId: randomUUID() }, 'reader')).toBe(404);
    expect(
      await status({ objectId: other.id, asOf: versions[0]?.modificationDate ?? '' }, 'reader'),
    ).toBe(404);
    expect(await status({ asOf: '2001-01-01T00:00:00Z' }, 'reader')).toBe(404);
    const wrong: Record<string, string>[] = [
      { objectId: 'x' },
      { query: 'name:"' },
      { language: 'fr' },
      { asOf: '2999-01-01T00:00:00Z' },
      { asHeld: 'true' },
      { objectId: other.id, query: 'name:Ben' },
    ];
    for (const query of wrong) expect([query, await status(query, 'reader')]).toEqual([query, 400]);
    const token = await fetch(`${service.origin}/v1/partitions/${partitionId}/evidence`, {
      headers: {
        accept,
        authorization: 'Bearer reader',
        'x-test-limits': '{"scopes":["write"]}',
      },
    });
    expect(token.status).toBe(403);
  });

  it('never contains erased values, whatever the moment', async () => {
    const erased = await service.call(eraseValues, {
      as: 'owner',
      params: { partitionId, objectId: versions[0]?.id ?? '' },
      body: {
        paths: ['/email'],
        everyValue: true,
        reason: 'Asked for',
        legalBasis: 'GDPR Art. 17',
      },
      query: {},
    });
    expect(erased.status).toBe(200);
    const asOf = versions[1]?.modificationDate ?? '';
    for (const query of [
      {},
      { objectId: versions[0]?.id ?? '' },
      { query: 'name:Anna' },
      { asOf },
    ]) {
      const files = await unpacked(query);
      for (const [name, text] of files)
        expect([name, text.includes(secret)]).toEqual([name, false]);
      expect(files.get('report.html')).toContain('erased, receipt 1');
      for (const [name, text] of proofsIn(files))
        expect(
          name.endsWith('.ndjson')
            ? partitionVerdict(text)
            : verifyObjectProof(JSON.parse(text)).verdict,
        ).toEqual({ verdict: 'ERASED', receipts: [1] });
    }
    expect((await unpacked({ asOf })).get('report.html')).toContain(
      'Values were erased after that time',
    );
  });

  it('shows who erased a reason, and never contains it', async () => {
    const objectId = versions[1]?.id ?? '';
    const body = { reason: 'Asked for', legalBasis: 'GDPR Art. 17' };
    const params = { partitionId, objectId };
    const erased = await service.call(eraseReason, { as: 'owner', params, body, query: {} });
    expect(erased).toMatchObject({ status: 200, body: { versionCount: 1 } });
    for (const query of [{}, { objectId }]) {
      const files = await unpacked(query);
      for (const [name, text] of files)
        expect([name, text.includes('A typing error')]).toEqual([name, false]);
      expect(files.get('report.html')).toMatch(
        /Reason: <em>Erased on .* by OWNER \(erased, receipt/,
      );
      for (const [name, text] of proofsIn(files))
        expect(
          (name.endsWith('.ndjson')
            ? partitionVerdict(text)
            : verifyObjectProof(JSON.parse(text)).verdict
          ).verdict,
        ).toBe('ERASED');
    }
  });

  it.each<[string, () => Promise<unknown>]>([
    [
      'values are erased',
      async () =>
        service.call(eraseValues, {
          as: 'owner',
          params: { partitionId, objectId: versions[1]?.id ?? '' },
          body: { paths: ['/city'], reason: 'Asked for', legalBasis: 'GDPR Art. 17' },
          query: {},
        }),
    ],
    [
      'its reader is removed',
      async () =>
        service.call(removeMember, {
          as: 'owner',
          params: { partitionId, userId: people.editor.userId },
        }),
    ],
  ])('breaks off if %s during creation', async (_, act) => {
    // Enough that it is not sent completely before it is read.
    for (let count = 0; count < 8; count += 1)
      await write({ objectData: { name: 'Noise', noise: randomText(500_000) } }, 'owner');
    // A separate connection, which fetch would reopen after it ended.
    const asking = request(`${service.origin}/v1/partitions/${partitionId}/evidence`, {
      agent: false,
      headers: { accept: 'application/zip', authorization: 'Bearer editor' },
    }).end();
    const [response] = (await once(asking, 'response')) as [IncomingMessage];
    expect(response.statusCode).toBe(200);
    await once(response, 'readable');
    expect(await act()).toMatchObject({ status: expect.toSatisfy((status) => status < 300) });
    const rest = async () => {
      for await (const _piece of response);
    };
    await expect(rest()).rejects.toThrow('aborted');
  });

  it('identifies list elements by their identifying property, and shows since when each value applied', async () => {
    const ofPeople = partitionId;
    partitionId = await service.makePartition('Tools');
    const first = await write({
      objectData: {
        name: 'Tool',
        releases: [
          { cycle: '1', end: '2024' },
          { cycle: '0', end: '2020' },
        ],
      },
    });
    const second = await write({
      objectData: {
        name: 'Tool',
        releases: [
          { cycle: '2', end: '2027' },
          { cycle: '1', end: '2025' },
        ],
      },
      timelineId: first.timelineId,
      predecessorId: first.id,
    });
    const report = (await unpacked({ objectId: second.id })).get('report.html') ?? '';
    partitionId = ofPeople;
    const cellsIn = (html: string) =>
      [...html.matchAll(/<tr>(<td>.*?)<\/tr>/gs)].map(([, row = '']) =>
        [...row.matchAll(/<td>(.*?)<\/td>/gs)].map(([, cell = '']) =>
          cell.replaceAll(/<[^>]*>/g, ''),
        ),
      );
    const [messages = '', history = ''] =
      report.split('<article')[1]?.split('class="version"') ?? [];
    const later = report.split('class="version"')[2] ?? '';
    expect(history).toContain('The object was created.');
    expect(cellsIn(later)).toEqual([
      ['/releases/0/cycle', 'not present', '2'],
      ['/releases/0/end', 'not present', '2027'],
      ['/releases/1/end', '2024', '2025'],
      ['/releases/1/end', '2020', 'not present'],
      ['/releases/1/cycle', '0', 'not present'],
    ]);
    const sinceOf = new Map(cellsIn(messages).map(([pointer, value]) => [pointer, value]));
    expect(sinceOf.get('/releases/1/cycle')).toBe('1');
    const linkTo = (pointer: string) =>
      new RegExp(`${pointer}</code>.*?href="#version-([^"]+)"`, 's').exec(messages)?.[1];
    expect(linkTo('/releases/1/cycle')).toBe(first.id);
    expect(linkTo('/releases/1/end')).toBe(second.id);
  });

  it('shows the end of an object', async () => {
    await service.call(endTimeline, {
      as: 'owner',
      params: { partitionId, timelineId: other.timelineId ?? '' },
      body: { reason: 'He left' },
    });
    const report = (await unpacked({ objectId: other.id }, 'owner')).get('report.html');
    expect(report).toContain('The timeline was ended.');
    expect(report).toContain('He left');
  });

  it('ends its process when the client disconnects', async () => {
    let isRunning = false;
    // The process waits for its first statement for ever.
    const { database } = service;
    const hanging: Database = {
      kind: database.kind,
      query: (statement, name, options) => database.query(statement, name, options),
      queryUnparsed: async () => {
        isRunning = true;
        return new Promise(() => undefined);
      },
      transaction: (work) => database.transaction(work),
      exclusively: (key, work) => database.exclusively(key, work),
      ping: () => database.ping(),
      close: async () => undefined,
    };
    const listener = await startListener(hanging);
    const client = new AbortController();
    const response = fetch(`${listener.origin}/v1/partitions/${partitionId}/evidence`, {
      headers: { authorization: 'Bearer owner', accept: 'application/zip' },
      signal: client.signal,
    });
    await vi.waitFor(() => expect(isRunning).toBe(true), patient);
    expect(await evidenceProcesses()).toBe(1);
    client.abort();
    await expect(response).rejects.toThrow('aborted');
    await vi.waitFor(async () => expect(await evidenceProcesses()).toBe(0), patient);
    await listener.close();
  });

  it('is refused for a removed user, and breaks off for nobody else', async () => {
    const params = { partitionId, userId: people.reader.userId };
    expect((await service.call(removeMember, { as: 'owner', params })).status).toBe(204);
    expect((await ask({}, 'reader')).status).toBe(404);
    expect((await ask({}, 'owner')).status).toBe(200);
  });
});
