import { Skeleton } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { shortenId } from '../../../../ui/ids/display-names.ts';
import { titleOf } from '../../../../domain/object-title/title-of.ts';
import type { GraphLayout, NodePosition, Side } from '../../../../ui/graph/graph-layout.ts';
import drawing from '../../../../ui/graph/Graph.module.css';
import { PathLink } from '../../../../ui/page/PathLink.tsx';
import { StateMark, TypeBadge } from '../../shared/ObjectLabels.tsx';
import { type NodeState, sourcesOf, targetsOf } from './graph-state.ts';
import { useGraphTexts } from './graph.texts.ts';
import classes from './ReferenceGraph.module.css';

interface GraphNodeProps {
  node: NodePosition;
  size: GraphLayout['nodeSize'];
  nodeState: NodeState;
  isMiddle: boolean;
  /** Whether its link and buttons are in the tab order. */
  isCurrent: boolean;
  path: string;
  onFocus: () => void;
  onKey: (event: KeyboardEvent<HTMLElement>) => void;
  onToggle: (side: Side) => void;
}

/** An object in the graph: its title, and its numbers of incoming and outgoing references. */
export function GraphNode({
  node,
  size,
  nodeState,
  isMiddle,
  isCurrent,
  path,
  onFocus,
  onKey,
  onToggle,
}: GraphNodeProps) {
  const t = useGraphTexts();
  const { version } = nodeState;
  const title = version ? titleOf(version) : shortenId(node.id);
  const tab = isCurrent ? 0 : -1;
  const incoming = sourcesOf(nodeState).length;
  const hasMore = nodeState.incomingCursor !== null;
  const targets = targetsOf(nodeState).length;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles events of its link and buttons
    <li
      className={drawing.node}
      data-middle={isMiddle || undefined}
      data-node={node.id}
      style={{
        transform: `translate(${node.x - size.width / 2}px, ${node.y - size.height / 2}px)`,
        ...size,
      }}
      onFocus={onFocus}
      onKeyDown={onKey}
    >
      {version === undefined ? (
        <Skeleton height={12} width="70%" />
      ) : version === null ? (
        <span className={drawing.title} title={t.notThere}>
          {title} · {t.notSeen}
        </span>
      ) : (
        <PathLink to={path} className={drawing.title} tabIndex={tab} title={title}>
          {title}
        </PathLink>
      )}
      <span className={classes.about}>
        <Step
          side="in"
          count={incoming}
          hasMore={hasMore}
          shown={nodeState.shown.in}
          words={[t.unfoldIn(title), t.foldIn(title)]}
          tabIndex={tab}
          onToggle={onToggle}
        />
        <span className={classes.marks}>
          <TypeBadge type={version?.type} />
          {version && <StateMark version={version} />}
        </span>
        <Step
          side="out"
          count={targets}
          hasMore={false}
          shown={nodeState.shown.out}
          words={[t.unfoldOut(title), t.foldOut(title)]}
          tabIndex={tab}
          onToggle={onToggle}
        />
      </span>
    </li>
  );
}

interface StepProps {
  side: Side;
  count: number;
  hasMore: boolean;
  shown: number;
  words: readonly [unfold: string, fold: string];
  tabIndex: number;
  onToggle: (side: Side) => void;
}

function Step({ side, count, hasMore, shown, words, tabIndex, onToggle }: StepProps) {
  if (count === 0) return null;
  const isOpen = shown > 0;
  const word = isOpen ? words[1] : words[0];
  const number = `${count}${hasMore ? '+' : ''}`;
  return (
    <button
      type="button"
      className={classes.step}
      data-side={side}
      aria-expanded={isOpen}
      aria-label={`${word}: ${number}`}
      title={word}
      tabIndex={tabIndex}
      onClick={() => onToggle(side)}
    >
      {side === 'in' && <IconChevronLeft size={14} aria-hidden />}
      {number}
      {side === 'out' && <IconChevronRight size={14} aria-hidden />}
    </button>
  );
}
