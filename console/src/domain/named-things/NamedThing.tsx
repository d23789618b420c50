import { useQuery } from '@tanstack/react-query';
import { shownName, visibleText } from '../../ui/ids/display-names.ts';
import { PathLink } from '../../ui/page/PathLink.tsx';
import { useNamedThingTexts } from './named-things.texts.ts';
import { type NamedKind, namedThingQuery } from './named-ids.ts';

interface NamedThingProps {
  field: string;
  id: string;
  /** Where the event says it. */
  kind?: NamedKind | undefined;
}

/** The name for an id in an event; the id when there is no name (any more), or where the reader may not see it. */
export function NamedThing({ field, id, kind }: NamedThingProps) {
  const t = useNamedThingTexts();
  const { data: thing } = useQuery(namedThingQuery(field, id, kind));
  if (thing && 'isHidden' in thing)
    return (
      <span title={id}>
        {shownName(undefined, id)} ({t.notVisible})
      </span>
    );
  if (!thing || visibleText(thing.name) === undefined)
    return <span title={id}>{shownName(undefined, id)}</span>;
  return (
    <PathLink to={thing.path} title={id}>
      {thing.name}
    </PathLink>
  );
}
