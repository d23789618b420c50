import * as z from 'zod/mini';
import { getObjectProof } from '@annals/contracts/proofs';
import { toBase64 } from '@annals/proofs/bytes';
import { citationOf, withoutNulls } from './citation.ts';
import { asOf, objectId, partition, partitionIdOf, timelineId, versionOf } from './lookup.ts';
import { describe, readAt, tool } from './tool-context.ts';
import { verify } from './verification.ts';

const knownText = describe(
  z.array(z.string().check(z.minLength(1), z.maxLength(10_000))).check(z.maxLength(20)),
  'From an independent source, to compare with. Without them the proof is only as good as the key that the service provides.',
);

export const verifyTool = tool({
  name: 'verify',
  title: 'Verify a version',
  description:
    'Verifies that a version is what was written: checks its proof against the signed log of the partition. Returns INTACT, ERASED (values erased by law, with receipts) or TAMPERED with the problems (findings, or differences between the proof and what the service shows).',
  input: z.strictObject({
    partition,
    timelineId: z.optional(timelineId),
    objectId: z.optional(objectId),
    asOf,
    knownKeys: z.optional(describe(knownText, 'Trusted verifier keys.')),
    knownCheckpoints: z.optional(
      describe(knownText, 'Signed checkpoints that were stored elsewhere.'),
    ),
  }),
  readOnly: true,
  run: async (context, { partition: named, knownKeys, knownCheckpoints, ...wanted }) => {
    const partitionId = await partitionIdOf(context, named);
    const version = await versionOf(context, partitionId, wanted);
    const proof = await context.services.call(getObjectProof, {
      params: { partitionId, objectId: version.id },
    });
    const { differences, verdict, checkpoint, key, keyKnown, historyKnown, entry, approvals } =
      await verify({
        proof,
        shown: version,
        keys: knownKeys ?? [],
        checkpoints: knownCheckpoints ?? [],
      });
    return {
      readAt: readAt(),
      ...withoutNulls({ asOf: wanted.asOf }),
      citation: citationOf(context, partitionId, version),
      ...verdict,
      ...(differences.length > 0 ? { verdict: 'TAMPERED', differences } : {}),
      ...withoutNulls({
        entry,
        checkpoint: checkpoint && {
          origin: checkpoint.origin,
          size: checkpoint.size,
          root: toBase64(checkpoint.root),
        },
        key,
        approvals,
      }),
      keyKnown,
      historyKnown,
      checkedBy:
        'this server, with the key that the service provides unless a known key was passed',
      checkIndependently:
        'On the page behind the link: Verify in this browser, or Download proof and run: annals verify FILE',
    };
  },
});
