import { type GraphLayout, restSize } from './graph-layout.ts';
import { useGraphDrawingTexts } from './graph-drawing.texts.ts';
import classes from './Graph.module.css';

interface GraphRestProps {
  rest: GraphLayout['rests'][number];
  /** What it shows, for a screen reader. */
  label: string;
  onOpen: () => void;
}

/** The neighbours that one more step shows. */
export function GraphRest({ rest: { rest, x, y }, label, onOpen }: GraphRestProps) {
  const t = useGraphDrawingTexts();
  return (
    <li
      className={classes.rest}
      style={{
        transform: `translate(${x - restSize.width / 2}px, ${y - restSize.height / 2}px)`,
        ...restSize,
      }}
    >
      <button type="button" aria-label={label} onClick={onOpen}>
        {t.more(rest.count, rest.atLeast)}
      </button>
    </li>
  );
}
