import { useQuery } from '@tanstack/react-query';
import type { AliasUrl } from '../../platform/api/things.ts';
import { shortenId } from '../../ui/ids/display-names.ts';
import { pathTo } from '../../platform/links.ts';
import { titleOf } from '../../domain/object-title/title-of.ts';
import { PathLink } from '../../ui/page/PathLink.tsx';
import { labelFor } from '../../ui/states/label-for.ts';
import { aliasTargetQuery } from './alias-urls.queries.ts';
import { useAliasTexts } from './alias-urls.texts.ts';
import classes from './AliasUrls.module.css';

/** Links the target of an alias by its title where available; empty where the service reports no target. */
export function AliasTarget({ alias }: { alias: AliasUrl }) {
  const t = useAliasTexts();
  const { data: object } = useQuery(aliasTargetQuery(alias));
  const { target } = alias;
  if (target === undefined) return null;
  const { kind, url } = target;
  const path = pathOf(target);
  const id = target.objectId ?? target.timelineId ?? '';
  return (
    <span className={classes.lines}>
      {path === undefined ? (
        <TargetUrl url={url} />
      ) : (
        <PathLink to={path} className={classes.name}>
          {object ? titleOf(object) : shortenId(id)}
        </PathLink>
      )}
      <span className={classes.second}>
        {labelFor(t.kinds, kind)}
        {object?.type !== undefined && ` · ${object.type}`}
      </span>
    </span>
  );
}

/** An unexpected URL is shown as text unless it is safe to follow. */
function TargetUrl({ url = '' }: { url: string | undefined }) {
  return /^https?:\/\//.test(url) ? (
    <a href={url} rel="noreferrer" className={classes.name}>
      {url}
    </a>
  ) : (
    <span className={classes.name}>{url}</span>
  );
}

function pathOf({
  partitionId,
  objectId,
  timelineId,
}: NonNullable<AliasUrl['target']>): string | undefined {
  if (partitionId === undefined) return undefined;
  if (objectId !== undefined)
    return pathTo('v1-partitions-partitionId-objects-objectId', { partitionId, objectId });
  return timelineId === undefined
    ? undefined
    : pathTo('v1-partitions-partitionId-timelines-timelineId-objects-latest', {
        partitionId,
        timelineId,
      });
}
