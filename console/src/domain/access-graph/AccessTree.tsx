import { PathLink } from '../../ui/page/PathLink.tsx';
import type { AccessEdge, ShownAccess } from './access-graph.ts';
import { useAccessGraphTexts } from './access-graph.texts.ts';
import classes from './AccessGraph.module.css';

interface AccessTreeProps {
  shown: ShownAccess;
  /** The node with which it begins. */
  root: string;
  /** Whether what follows from a node is below it, or what leads to it. */
  side: 'out' | 'in';
  /** Shows more of a group. */
  onOpen?: ((group: string) => void) | undefined;
}

/** The access graph as a list of lists: each entry says why. */
export function AccessTree({ shown, root, side, onOpen }: AccessTreeProps) {
  return (
    <ul className={classes.tree}>
      <Branch shown={shown} id={root} side={side} onOpen={onOpen} />
    </ul>
  );
}

interface BranchProps extends Omit<AccessTreeProps, 'root'> {
  id: string;
  /** Why it is below its parent. */
  edge?: AccessEdge;
}

function Branch({ shown, id, side, edge, onOpen }: BranchProps) {
  const t = useAccessGraphTexts();
  const node = shown.nodes.find((each) => each.id === id);
  if (!node) return null;
  const below = shown.edges.filter(({ from, to }) => (side === 'out' ? from : to) === id);
  const hidden = shown.hidden.filter(({ beside }) => beside === id);
  return (
    <li>
      <span className={classes.kind}>{node.kindName ?? t.kinds[node.kind]}</span>{' '}
      {node.path ? (
        <PathLink to={node.path} isOneOfQueries>
          {node.name}
        </PathLink>
      ) : (
        <span>{node.name}</span>
      )}
      {node.detail && <span className={classes.detail}> · {node.detail}</span>}
      {edge && (
        <div className={classes.why}>
          {edge.path ? <PathLink to={edge.path}>{edge.reason}</PathLink> : edge.reason}
        </div>
      )}
      {(below.length > 0 || hidden.length > 0) && (
        <ul>
          {below.map((next) => (
            <Branch
              key={`${next.from} ${next.to}`}
              shown={shown}
              id={side === 'out' ? next.to : next.from}
              side={side}
              edge={next}
              onOpen={onOpen}
            />
          ))}
          {hidden.map(({ group, count, label }) => (
            <li key={group}>
              <button type="button" className={classes.more} onClick={() => onOpen?.(group)}>
                {t.moreWords(count, label)}
              </button>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
