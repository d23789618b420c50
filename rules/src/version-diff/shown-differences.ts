import { diffJson } from './diff-json.ts';
import type { ReferenceLike } from './diff-references.ts';
import type { ComparableVersion } from './diff-versions.ts';
import { fieldChanges } from './field-changes.ts';

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
  'reason',
  'changeSetId',
] as const;

/** A version as a service tells it. */
type ShownVersion = { readonly [Name in (typeof header)[number]]?: unknown } & Pick<
  ComparableVersion,
  'objectData' | 'erased'
> & {
    readonly references?:
      | readonly (ReferenceLike & { readonly objectId?: string | null | undefined })[]
      | undefined;
    readonly reasonReceipt?: number | null | undefined;
  };

/** A version as its proof contains it. */
type ProvenVersion = { readonly [Name in (typeof header)[number]]?: unknown } & {
  readonly objectData: Readonly<Record<string, unknown>>;
  readonly references: readonly Readonly<Record<string, unknown>>[];
  readonly sealed: readonly { readonly pointer: string; readonly receipt: number }[];
};

/**
 * Where the displayed version differs from the proven one: pointers into `{objectData, references}`, and names of
 * header fields. A proof of anything other than what is displayed would prove nothing.
 */
export function shownDifferences(shown: ShownVersion, proven: ProvenVersion): string[] {
  const names = header.filter(
    (name) => shown[name] !== undefined && shown[name] !== (proven[name] ?? null),
  );
  const { changes } = fieldChanges(diffJson(shown.objectData ?? {}, proven.objectData));
  return [
    ...names,
    ...changes.map(({ pointer }) => `/objectData${pointer}`),
    ...referencesDiffer(shown, proven),
    ...erasuresDiffer(shown, proven),
  ];
}

function referencesDiffer({ references = [] }: ShownVersion, proven: ProvenVersion): string[] {
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

function erasuresDiffer(
  { erased, reasonReceipt }: ShownVersion,
  { sealed }: ProvenVersion,
): string[] {
  const shown = new Map((erased ?? []).map(({ path, receipt }) => [`/objectData${path}`, receipt]));
  if (reasonReceipt) shown.set('/reason', reasonReceipt);
  const proven = new Map(sealed.map(({ pointer, receipt }) => [pointer, receipt]));
  return [...new Set([...shown.keys(), ...proven.keys()])].filter(
    (pointer) => shown.get(pointer) !== proven.get(pointer),
  );
}
