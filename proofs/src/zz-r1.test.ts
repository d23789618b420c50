// @vitest-environment node
import { expect, it } from 'vitest';
import { MadeLog } from './testing/made-log.ts';
import { bundleOf, partitionLines } from './testing/made-proofs.ts';
import { verifyObjectProof } from './verify-object.ts';
import { PartitionVerification } from './verify-partition.ts';
import { nodeHash, leafHash, treeHash } from './merkle-tree.ts';
import { headerHash } from './version-tree.ts';
import { toBase64, fromBase64 } from './bytes.ts';
import { propertiesOf } from './properties.ts';
import { signCheckpoint } from './checkpoint.ts';
import { signNote, openNote, verifierOf, writeVerifierKey, readVerifierKey } from './signed-note.ts';
import { receiptText, entryLeaf, versionLeaf } from './log-entry.ts';
import { inclusionProof } from './subtrees.ts';
import { subtreesOf } from './testing/made-proofs.ts';
import { sha256 as nodeSha } from './sha256.ts';

const say = (...a: unknown[]) => console.log(...a.map((x) => typeof x === 'string' ? x : JSON.stringify(x)?.slice(0, 300)));
const v = (b: unknown, k?: any) => verifyObjectProof(b, k).verdict;
const log = new MadeLog(7);
const other = new MadeLog(8);
const t = log.id();
const a = log.append({ objectData: { aa: 'x', name: 'Anna', salary: 100, zz: 'z', list: ['p', 'q'], big: 9007199254740992, f: 0.1 }, timelineId: t } as never);
for (let i = 0; i < 5; i++) log.append({ objectData: { i } });
it('texts of a bundle', async () => {
  const b = await bundleOf(log, a); say('base', v(b));
  const text = JSON.stringify(b);
  const tryText = (name: string, s: string) => { if (s === text) say(name, 'UNCHANGED'); else try { say(name, v(JSON.parse(s))); } catch (e) { say(name, 'throws', String(e)); } };
  tryText('dup key forged first', text.replace('"salary":100', '"salary":999,"salary":100'));
  tryText('dup objectData first', text.replace('"objectData":', '"objectData":{"name":"Mallory"},"objectData":'));
  tryText('rounded number', text.replace('9007199254740992', '9007199254740993'));
  tryText('more digits', text.replace('"salary":100', '"salary":100.000000000000000001'));
  tryText('1e2', text.replace('"salary":100', '"salary":1e2'));
  tryText('-0', text.replace('"salary":100', '"salary":-0'));
  tryText('1e400', text.replace('"salary":100', '"salary":1e400'));
  tryText('index 1.0', text.replace(/"index":0/, '"index":0.0'));
  tryText('index 1e0', text.replace(/"index":0/, '"index":-0'));
  tryText('depth 255.0', text.replace(/"depth":255/, '"depth":255.0'));
  tryText('depth 256', text.replace(/"depth":255/, '"depth":256'));
  tryText('depth 2', text.replace(/"depth":255/, '"depth":2'));
  tryText('depth 1', text.replace(/"depth":255/, '"depth":1'));
  tryText('list as object', text.replace('["p","q"]', '{"0":"p","1":"q"}'));
  tryText('__proto__ data', text.replace('"salary":100', '"salary":100,"__proto__":{"admin":true}'));
  tryText('__proto__ top', text.replace('{"format"', '{"__proto__":{"x":1},"format"'));
  tryText('__proto__ hiding salary', text.replace('"salary":100', '"__proto__":{"salary":100}'));
  tryText('proto version', text.replace('"version":{', '"__proto__":{},"version":{'));
  tryText('proto in version', text.replace('"version":{', '"version":{"__proto__":{"endedDate":"x"},'));
  tryText('extra in version', text.replace('"version":{', '"version":{"x":1,'));
  tryText('uppercase salts', text.replace(/"salts":"([0-9a-f]+)"/, (_, s) => `"salts":"${s.toUpperCase()}"`));
  tryText('nfd', text.replace('"Anna"', '"Anna\u0301"'));
  tryText('empty objectData', text.replace(/"objectData":\{[^}]*\}/, '"objectData":{}'));
  tryText('inclusion whitespace', text.replace(/"inclusion":\["/, '"inclusion":[" '));
  tryText('consistency junk', text.replace(/"receipts":\[\]/, `"receipts":[],"consistency":{"from":1,"proof":["${toBase64(new Uint8Array(32))}"]}`));
  const nn = { ...b, checkpoint: b.checkpoint + b.checkpoint.slice(b.checkpoint.lastIndexOf('\n\n') + 2) }; say('sig twice', v(nn));
  const forged = b.checkpoint.replace(/\n\n/, '\nextension line <b>\n\n'); say('ext', v({ ...b, checkpoint: forged }));
  // ext signed by key: harmless
  const cp = signNote(`${log.origin}\n6\n${b.checkpoint.split('\n')[2]}\nthe salary was 999\n`, { name: log.origin, seed: log.seed }); say('ext signed', v({ ...b, checkpoint: cp }));
  for (const c of ['\u2028', '\u0085', '\u007f', '\u202e']) { const o = log.origin + c; const k = writeVerifierKey(verifierOf({ name: o, seed: log.seed })); say('origin with', JSON.stringify(c), v({ ...b, key: k })); }
  // keys whose name is a prefix of the origin
  const bundleKey = readVerifierKey(b.key)!;
  for (const name of ['annals.example.org', log.logName, log.origin, log.origin + '/x', 'annals.example.or', 'annals.example.org/annals-3f9c2a1'])
    say('known', name, verifyObjectProof(b, { keys: [writeVerifierKey({ name, publicKey: bundleKey.publicKey })] }));
});
it('inner node as a sealed leaf', async () => {
  // key holder: erases two values under one invented name
  const kept = log.versions.get(a)!.kept;
  const b = await bundleOf(log, a);
  const props = propertiesOf(b.version, 255); say(props.map((p) => p.pointer));
  // leaves order [H, aa, big, f, list0, list1, name, salary, zz] -> node(name,salary)? indexes 1.. => pairs (H,aa)(big,f)(list0,list1)(name,salary) zz
  const li = kept.leaves.map((l) => l.hash);
  const at = (p: string) => kept.leaves.findIndex((l) => l.pointer === p);
  const n = at('/objectData/name'), s = at('/objectData/salary');
  say('idx', n, s);
  const pairStart = n % 2 === 1 ? n : -1; // leaf index +1 (header) must be even => property index odd... 
  const digest = toBase64(nodeHash(li[n]!, li[s]!));
  const version = structuredClone(b.version) as any;
  delete version.objectData.name; delete version.objectData.salary; version.objectData.nickname = null;
  const props2 = propertiesOf(version, 255);
  version.salts = props2.filter((p) => p.pointer !== '/objectData/nickname').map((p) => kept.leaves[at(p.pointer)]!.salt).join('');
  const entry: any = { kind: 'ERASURE', receipt: 1, partitionId: log.partitionId, timelineId: version.timelineId, erasedDate: version.modificationDate, erasedUserId: version.genesisUserId, reason: 'r', legalBasis: 'l', sealed: [{ objectId: a, pointer: '/objectData/nickname', digest }] };
  version.sealed = [{ pointer: '/objectData/nickname', digest, receipt: 1 }];
  const leaves = [...log.leaves, entryLeaf(entry)];
  const note = signNote(receiptText(log.origin, entry), { name: log.origin, seed: log.seed });
  const src = subtreesOf(leaves); const inc = async (i: number) => (await inclusionProof(i, leaves.length, src)).map(toBase64);
  const bundle = { ...b, checkpoint: signCheckpoint({ origin: log.origin, size: leaves.length, root: treeHash(leaves) }, log.seed), inclusion: await inc(0), version, receipts: [{ index: leaves.length - 1, inclusion: await inc(leaves.length - 1), entry, note }] };
  say('TYPE CONFUSION', v(bundle), version.objectData);
});
it('dos', async () => {
  const b = await bundleOf(log, a);
  let deepText = '1'; deepText = '['.repeat(200000) + deepText + ']'.repeat(200000);
  let t0 = performance.now(); try { say('deep', v(JSON.parse(JSON.stringify(b).replace('"salary":100', `"salary":${deepText}`)))); } catch (e) { say('deep throws', String(e).slice(0, 80)); } say('ms', performance.now() - t0);
  const pv = () => new PartitionVerification(partitionLines(log)[0]);
  const p = pv(); try { p.add(JSON.parse(`{"index":0,"version":${deepText}}`)); say(p.finish().verdict); } catch (e) { say('partition deep throws', String(e).slice(0, 80)); }
  // many signatures
  t0 = performance.now(); const sig = b.checkpoint.slice(b.checkpoint.lastIndexOf('\n\n') + 2); say('sigs 2000', v({ ...b, checkpoint: b.checkpoint + sig.repeat(2000) }), performance.now() - t0);
  // quadratic sealed
  for (const n of [5000, 10000]) {
  const data = Object.fromEntries(Array.from({ length: n }, (_, i) => ['k' + String(i).padStart(6, '0'), null]));
  const sealed = Object.keys(data).map((k) => ({ pointer: '/objectData/' + k, digest: toBase64(new Uint8Array(32)), receipt: 1 }));
  const entry = { kind: 'ERASURE', receipt: 1, partitionId: log.partitionId, timelineId: b.version.timelineId, erasedDate: '', erasedUserId: '', reason: '', legalBasis: '', sealed: sealed.map(({ pointer, digest }) => ({ objectId: a, pointer, digest })).reverse() };
  t0 = performance.now(); say('quadratic', n, v({ ...b, version: { ...b.version, objectData: data, salts: '', sealed }, receipts: [{ index: 3, inclusion: [], entry, note: '' }] }), performance.now() - t0);
  }
  t0 = performance.now(); say('inclusion 1e6', v({ ...b, inclusion: Array.from({ length: 1e6 }, () => toBase64(new Uint8Array(32))) }), performance.now() - t0);
  const q = pv(); q.add(null); q.add([]); q.add('x'); q.add(undefined); q.add({ index: Number.MAX_SAFE_INTEGER, entry: {} }); say(q.finish().verdict);
  t0 = performance.now(); const text = 'x'.repeat(100_000_000); say('100MB', v({ ...b, version: { ...b.version, objectData: { x: text } } }), performance.now() - t0);
  for (const bad of [null, undefined, 1, [], '', { format: 'annals-object-proof/1' }, new Proxy({}, { get() { throw new Error('x'); } })]) say(v(bad));
});
it('small order keys', async () => {
  const b = await bundleOf(log, a);
  const zero = new Uint8Array(32); const ident = new Uint8Array(32); ident[0] = 1;
  for (const A of [zero, ident]) for (const R of [zero, ident]) {
    const key = { name: log.origin, publicKey: A };
    const kid = fromBase64(writeVerifierKey(key).split('+')[1]!) ;
    const id = Uint8Array.from(writeVerifierKey(key).split('+')[1]!.match(/../g)!.map((x) => parseInt(x, 16)));
    const sigb = new Uint8Array(68); sigb.set(id); sigb.set(R, 4);
    const note = b.checkpoint.slice(0, b.checkpoint.lastIndexOf('\n\n') + 2) + `— ${log.origin} ${toBase64(sigb)}\n`;
    say('small order', openNote(note, key) !== undefined);
  }
});
