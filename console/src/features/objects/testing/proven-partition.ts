import { toBase64 } from '@annals/proofs/bytes';
import { consistencyProof } from '@annals/proofs/subtrees';
import { TestLog } from '@annals/proofs/testing/test-log';
import { bundleOf, partitionLines, subtreesOf } from '@annals/proofs/testing/test-proofs';
import type { SentRequest, Service } from './partition-pages.tsx';

let made = 0;

/** A partition of our own service with a log and one version, as its page requests it. */
export function provenPartition(
  objectData: Record<string, unknown>,
  // Each test has its own partition, so that a checkpoint pinned late does not affect other tests.
  {
    role = 'OWNER',
    seed = (made += 1),
    reason = null,
  }: { role?: string; seed?: number; reason?: string | null } = {},
) {
  const log = new TestLog(seed);
  const objectId = log.append({ objectData, reason, type: 'PRODUCT' });
  const base = `/v1/partitions/${log.partitionId}`;
  const version = () => {
    const [, ...entries] = partitionLines(log);
    const stored = entries.flatMap((entry) => ('version' in entry ? [entry.version] : []));
    const found = stored.find(({ id }) => id === objectId);
    if (!found) throw new Error('It is not there.');
    const { salts: _, sealed, depth: __, predecessorRoot: ___, ...shown } = found;
    const ofData = sealed.filter(({ pointer }) => pointer !== '/reason');
    const erased = ofData.map(({ pointer, receipt }) => ({
      path: pointer.slice('/objectData'.length),
      receipt,
    }));
    const ofReason = sealed.find(({ pointer }) => pointer === '/reason');
    return {
      ...shown,
      sequence: 1,
      erased: erased.length > 0 ? erased : null,
      ...(ofReason ? { reasonReceipt: ofReason.receipt } : {}),
    };
  };
  const head = () => ({
    checkpoint: log.note(),
    key: log.key,
    size: log.leaves.length,
    root: '',
    anchor: null,
  });
  const since = ({ query }: SentRequest) => {
    const from = query.get('since');
    return from === null ? {} : { since: Number(from) };
  };
  const service: Service = (asked) => {
    const { path, method, query } = asked;
    if (method !== 'GET') return undefined;
    if (path === '/authentication/v1/roles')
      return [200, [{ name: 'USER', permissions: ['partitions:write'] }]];
    if (path === base) return [200, { id: log.partitionId, partitionName: 'Forest', role }];
    if (path === `${base}/objects/${objectId}`) return [200, version()];
    if (path === `${base}/timelines/${objectId}/objects/latest`) return [200, version()];
    if (path === `${base}/log/checkpoint`) return [200, head()];
    if (path === `${base}/log/consistency`) {
      const [from, to] = [Number(query.get('from')), Number(query.get('to'))];
      return consistencyProof(from, to, subtreesOf(log.leaves)).then(
        (hashes) => [200, { from, to, proof: hashes.map(toBase64) }] as const,
      );
    }
    if (path === `${base}/objects/${objectId}/proof`)
      return bundleOf(log, objectId, since(asked)).then((bundle) => [200, bundle] as const);
    return undefined;
  };
  return { log, objectId, base, version, service, page: `${base}/objects/${objectId}` };
}
