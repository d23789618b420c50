import { useQuery } from '@tanstack/react-query';
import { shortenId } from '../ids/display-names.ts';
import { PathLink } from '../page/PathLink.tsx';
import { namedThingQuery } from './named-ids.ts';

/** The name for an id in an event; the id when there is no name (any more). */
export function NamedThing({ field, id }: { field: string; id: string }) {
  const { data: thing } = useQuery(namedThingQuery(field, id));
  if (!thing?.name) return <span title={id}>{shortenId(id)}</span>;
  return (
    <PathLink to={thing.path} title={id}>
      {thing.name}
    </PathLink>
  );
}
