import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type RefObject,
} from 'react';
import { flushSync } from 'react-dom';
import { isPrinting } from '../../platform/printing.ts';
import {
  rowsAround,
  scrollBy,
  scrollMap,
  settle,
  type ScrollMap,
  type ScrollPosition,
} from './scroll-map.ts';

/** The number of rows rendered above and below the visible ones. */
const beside = 8;
/** The time without scrolling after which the list counts as idle, in milliseconds. */
const idleAfterMs = 80;

interface InfiniteScroll {
  rows: number;
  rowHeight: number;
  /** The height above the rows within the scrolled element. */
  headHeight: number;
  /** The first row to show. */
  start: number;
  onRest: (first: number, last: number) => void;
  /** The visible rows while scrolling; `far` means too fast to read. */
  onMove: (first: number, last: number, far: boolean) => void;
}

interface Drawn {
  first: number;
  last: number;
  /** The position of the first row of the list, in pixels from the top of the scrolled element. */
  shift: number;
}

/** Scrolls through any number of rows; `drawn` is the range of rows to render. */
export function useInfiniteScroll({
  rows,
  rowHeight,
  headHeight,
  start,
  onRest,
  onMove,
}: InfiniteScroll) {
  const scroller = useRef<HTMLDivElement>(null);
  const viewport = useHeight(scroller) - headHeight;
  const extent = { rows, rowHeight, viewport: Math.max(rowHeight, viewport) };
  const map = scrollMap(extent);
  const position = useRef<ScrollPosition | undefined>(undefined);
  const restTimer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const [drawn, setDrawn] = useState<Drawn>({ first: 0, last: -1, shift: 0 });

  function draw({ offset, scrollTop }: ScrollPosition) {
    const next = { ...rowsAround(offset, extent, beside), shift: scrollTop - offset };
    setDrawn((now) =>
      now.first === next.first && now.last === next.last && now.shift === next.shift ? now : next,
    );
  }
  function visibleRange(offset: number): [number, number] {
    const { first, last } = rowsAround(offset, extent, 0);
    return [first, last];
  }
  /** Moves the scroll bar to the position of the list together with the rows, so that nothing visibly moves. */
  function show(next: ScrollPosition) {
    position.current = next;
    flushSync(() => draw(next));
    if (scroller.current) scroller.current.scrollTop = next.scrollTop;
  }
  const rest = useEffectEvent(() => {
    scroller.current?.removeAttribute('data-moving');
    if (!position.current) return;
    const next = settle(position.current.offset, map);
    if (next.scrollTop !== position.current.scrollTop) show(next);
    onRest(...visibleRange(next.offset));
  });
  const scroll = useEffectEvent((scrollTop: number) => {
    if (!position.current || scrollTop === position.current.scrollTop) return;
    const before = position.current;
    position.current = scrollBy(before, scrollTop, map);
    draw(position.current);
    scroller.current?.setAttribute('data-moving', '');
    const moved = Math.abs(position.current.offset - before.offset);
    onMove(...visibleRange(position.current.offset), moved > extent.viewport / 2);
    clearTimeout(restTimer.current);
    restTimer.current = setTimeout(rest, idleAfterMs);
  });
  function moveTo(offset: number) {
    const next = settle(offset, map);
    show(next);
    onMove(...visibleRange(next.offset), false);
    clearTimeout(restTimer.current);
    restTimer.current = setTimeout(rest, idleAfterMs);
  }

  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const listener = () => scroll(element.scrollTop);
    element.addEventListener('scroll', listener, { passive: true });
    return () => {
      element.removeEventListener('scroll', listener);
      clearTimeout(restTimer.current);
    };
  }, []);

  const fit = useEffectEvent((from: ScrollMap) => {
    const next = settle(position.current?.offset ?? start * rowHeight, from);
    position.current = next;
    draw(next);
    if (scroller.current) scroller.current.scrollTop = next.scrollTop;
    onMove(...visibleRange(next.offset), false);
  });
  useLayoutEffect(() => {
    // When the height of the viewport or of the rows changes, the same offset has another scroll position.
    if (viewport > 0) fit(scrollMap({ rows, rowHeight, viewport: Math.max(rowHeight, viewport) }));
  }, [rows, rowHeight, viewport]);

  return {
    scroller,
    height: map.height,
    drawn,
    perPage: Math.max(1, Math.floor(extent.viewport / rowHeight) - 1),
    goTo: (row: number) => moveTo(row * rowHeight),
    /** Scrolls as little as needed to make the row visible. */
    scrollIntoView: (row: number) => {
      const offset = position.current?.offset ?? 0;
      const top = row * rowHeight;
      if (top < offset) moveTo(top);
      else if (top + rowHeight > offset + extent.viewport)
        moveTo(top + rowHeight - extent.viewport);
    },
  };
}

function useHeight(element: RefObject<HTMLElement | null>): number {
  const [height, setHeight] = useState(0);
  useLayoutEffect(() => {
    const measured = element.current;
    if (!measured) return undefined;
    // Paper is as long as the list: of a hundred thousand rows, it gets those that were on the screen.
    const measure = () => {
      if (!isPrinting()) setHeight(measured.clientHeight);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(measured);
    return () => observer.disconnect();
  }, [element]);
  return height;
}
