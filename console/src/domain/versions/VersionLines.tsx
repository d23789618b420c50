import { type ReactNode, useMemo } from 'react';
import { ChangeSummary } from '../../ui/diff/ChangeSummary.tsx';
import { diffVersions } from '@annals/rules/version-diff/diff-versions';
import type { ObjectVersion } from '../../platform/api/things.ts';
import { shortenId, visibleText } from '../../ui/ids/display-names.ts';
import { pathTo } from '../../platform/links.ts';
import { titleOf } from '../object-title/title-of.ts';
import { PathLink } from '../../ui/page/PathLink.tsx';
import { useTimeTravel } from '../time-travel/useTimeTravel.ts';
import { Moment } from '../../platform/time/Moment.tsx';
import { ExpandableEntry } from './ExpandableEntry.tsx';
import { groupVersions } from './group-versions.ts';
import classes from './VersionLines.module.css';
import { useVersionTexts } from './versions.texts.ts';

/** A version, with the name of its partition in lists across partitions. */
type NamedVersion = ObjectVersion & { partitionName?: string | undefined };

interface VersionLinesProps {
  versions: readonly NamedVersion[];
  /** The partition, if the versions do not contain it. */
  partitionId?: string | undefined;
  /** Whether all versions have the same author, who is named in the heading. */
  ofOnePerson?: boolean;
}

/** Versions as a short list: object, change, author and time. */
export function VersionLines({ versions, partitionId, ofOnePerson = false }: VersionLinesProps) {
  return (
    <VersionList>
      {versions.map((version) => (
        <VersionLine
          key={keyOf(version)}
          version={version}
          partitionId={partitionId}
          ofOnePerson={ofOnePerson}
        />
      ))}
    </VersionList>
  );
}

/**
 * The same, with one expandable entry for versions that were written together, as by an import.
 * @param hasMore whether older versions follow, which may belong to the last entry
 */
export function GroupedVersionLines({
  versions,
  partitionId,
  ofOnePerson = false,
  hasMore,
}: VersionLinesProps & { hasMore: boolean }) {
  const t = useVersionTexts();
  const { isPast } = useTimeTravel();
  const groups = groupVersions(versions);
  return (
    <VersionList>
      {groups.map((group) => {
        const [newest] = group;
        if (!newest) return null;
        if (group.length === 1)
          return (
            <VersionLine
              key={keyOf(newest)}
              version={newest}
              partitionId={partitionId}
              ofOnePerson={ofOnePerson}
            />
          );
        return (
          <ExpandableEntry
            key={keyOf(newest)}
            label={t.together(hasMore && group === groups.at(-1) ? undefined : group.length, {
              who: ofOnePerson ? undefined : authorOf(newest),
              where: newest.partitionName,
            })}
            date={newest.modificationDate}
            absolute={isPast}
          >
            <VersionLines versions={group} partitionId={partitionId} ofOnePerson />
          </ExpandableEntry>
        );
      })}
    </VersionList>
  );
}

/** Services with numbers as ids may use the same one in several partitions. */
const keyOf = ({ partitionId, id }: NamedVersion) => `${partitionId} ${id}`;

/** A list of lines for single or grouped versions. */
export function VersionList({ children }: { children: ReactNode }) {
  return <ul className={classes.changes}>{children}</ul>;
}

interface VersionLineProps {
  version: NamedVersion;
  /** The partition, if the version does not contain it. */
  partitionId?: string | undefined;
  ofOnePerson?: boolean;
}

export function VersionLine({ version, partitionId, ofOnePerson = false }: VersionLineProps) {
  const t = useVersionTexts();
  const { isPast, withAsOf } = useTimeTravel();
  const { id, type, modificationDate, modificationCount, endedDate, partitionName } = version;
  const did = endedDate ? 'didEnd' : modificationCount === 1 ? 'didCreate' : 'didChange';
  const difference = useMemo(
    () => (version.predecessor ? diffVersions(version.predecessor, version) : undefined),
    [version],
  );
  const who = ofOnePerson ? undefined : authorOf(version);
  const params = { partitionId: version.partitionId ?? partitionId ?? '', objectId: id };
  return (
    <li className={classes.change}>
      <PathLink
        to={withAsOf(pathTo('v1-partitions-partitionId-objects-objectId', params))}
        className={classes.title}
      >
        {titleOf(version)}
      </PathLink>
      <span className={classes.when}>
        {/* In the past, a time relative to now would not help. */}
        <Moment value={modificationDate} absolute={isPast} />
      </span>
      <span className={classes.about}>
        {type !== undefined && <span className={classes.type}>{type}</span>}
        {difference && did === 'didChange' ? (
          <span className={classes.difference}>
            <ChangeSummary difference={difference} />
          </span>
        ) : (
          <span data-did={did} className={classes.did}>
            {t[did]}
          </span>
        )}
        {who !== undefined && (
          <span>
            {t.by} {who}
          </span>
        )}
        {partitionName !== undefined && (
          <span>
            {t.in} {partitionName}
          </span>
        )}
      </span>
    </li>
  );
}

function authorOf({ modificationUserName, modificationUserId }: ObjectVersion): string | undefined {
  return (
    visibleText(modificationUserName) ??
    (modificationUserId ? shortenId(modificationUserId) : undefined)
  );
}
