import type { ObjectVersion } from '@annals/contracts/objects';
import type { ProvenVersion } from '@annals/proofs/bundle';
import { diffJson } from '../../../../shared/diff/diff-json.ts';
import { fieldChanges } from '../../../../shared/diff/field-changes.ts';

const header = [
  'partitionId',
  'timelineId',
  'id',
  'type',
  'modificationCount',
  'predecessorId',
  'genesisDate',
  'genesisUserId',
  'modificationDate',
  'modificationUserId',
  'endedDate',
  'importedDate',
  'importedUserId',
] as const satisfies readonly (keyof ProvenVersion)[];

/**
 * Where a version as a page shows it differs from the one that is proven: pointers into `{objectData, references}`, and
 * names of the header. A proof of something else than what is looked at would prove nothing to who looks.
 */
export function shownDifferences(shown: ObjectVersion, proven: ProvenVersion): string[] {
  const names = header.filter((name) => shown[name] !== undefined && shown[name] !== proven[name]);
  const { changes } = fieldChanges(diffJson(shown.objectData ?? {}, proven.objectData));
  return [
    ...names,
    ...changes.map(({ pointer }) => `/objectData${pointer}`),
    ...referencesDiffer(shown, proven),
    ...sealsDiffer(shown, proven),
  ];
}

function referencesDiffer({ references = [] }: ObjectVersion, proven: ProvenVersion): string[] {
  const length = Math.max(references.length, proven.references.length);
  return Array.from({ length }, (_, place) => place)
    .filter((place) => {
      const one = references[place];
      const other = proven.references[place];
      if (!one || !other) return true;
      const sameTarget = one.name === other['name'] && one.timelineId === other['timelineId'];
      const sameVersion =
        !one.objectId || other['objectId'] === undefined || one.objectId === other['objectId'];
      return !sameTarget || !sameVersion;
    })
    .map((place) => `/references/${place}`);
}

function sealsDiffer({ erased }: ObjectVersion, { sealed }: ProvenVersion): string[] {
  const shown = new Map((erased ?? []).map(({ path, receipt }) => [`/objectData${path}`, receipt]));
  const proven = new Map(sealed.map(({ pointer, receipt }) => [pointer, receipt]));
  return [...new Set([...shown.keys(), ...proven.keys()])].filter(
    (pointer) => shown.get(pointer) !== proven.get(pointer),
  );
}
