/** Browsers limit the height of elements (Firefox: 16.7 million pixels); a higher list is scaled to this height. */
export const tallest = 8_000_000;
/** So far from both ends the scroll bar stands for the rows pixel by pixel. */
const exactEnds = 1_000_000;
/** A step of the scroll bar up to this is scrolling; a greater one is dragging its thumb, or a jump. */
const leastFar = 2_500;

interface Extent {
  rows: number;
  /** All in pixels. */
  rowHeight: number;
  viewport: number;
}

/** Maps the scroll position of an element to the offset in a list that may be higher than any element. */
export interface ScrollMap {
  /** Of the element that is scrolled. */
  readonly height: number;
  /** The greatest offset: the last row stands at the lower edge. */
  readonly most: number;
  /** The greatest scroll position. */
  readonly reach: number;
  /** Steps up to this move the list by as many pixels. */
  readonly near: number;
  /** Pixels from the top of the whole list, for a scroll position. */
  readonly toOffset: (scrollTop: number) => number;
  readonly toScrollTop: (offset: number) => number;
}

/** Where the list is, and the scroll position that was last seen. The two need not be each other's image: see `scrolled`. */
export interface ScrollPosition {
  readonly scrollTop: number;
  readonly offset: number;
}

/** One to one near both ends and for lists that are not too high; between them in proportion. */
export function scrollMap({ rows, rowHeight, viewport }: Extent): ScrollMap {
  const whole = rows * rowHeight;
  const height = Math.min(whole, tallest);
  const most = Math.max(0, whole - viewport);
  const reach = Math.max(0, height - viewport);
  const end = Math.min(exactEnds, reach / 4);
  const slope = reach > 2 * end ? (most - 2 * end) / (reach - 2 * end) : 1;
  const near = Math.max(leastFar, viewport * 1.5);
  return {
    height,
    most,
    reach,
    near,
    toOffset: (scrollTop) => {
      const at = within(scrollTop, reach);
      if (at <= end) return at;
      return at >= reach - end ? most - (reach - at) : end + (at - end) * slope;
    },
    toScrollTop: (offset) => {
      const at = within(offset, most);
      if (at <= end) return at;
      return at >= most - end ? reach - (most - at) : end + (at - end) / slope;
    },
  };
}

/**
 * The position after the element was scrolled: a small step moves by as many pixels, however long the list; a large
 * one moves to the position of the scroll bar's thumb. At the ends of the scroll bar the list is at its ends.
 */
export function scrolled(
  position: ScrollPosition,
  scrollTop: number,
  map: ScrollMap,
): ScrollPosition {
  const step = scrollTop - position.scrollTop;
  if (scrollTop <= 0) return { scrollTop, offset: 0 };
  if (scrollTop >= map.reach - 0.5) return { scrollTop, offset: map.most };
  const offset =
    Math.abs(step) > map.near ? map.toOffset(scrollTop) : within(position.offset + step, map.most);
  return { scrollTop, offset };
}

/** A place with the scroll position that belongs to it. After small steps the two have drifted apart. */
export function settled(offset: number, map: ScrollMap): ScrollPosition {
  const at = within(offset, map.most);
  return { offset: at, scrollTop: Math.round(map.toScrollTop(at)) };
}

/** The rows to draw at an offset, with some beside those in sight. */
export function rowsAround(
  offset: number,
  { rows, rowHeight, viewport }: Extent,
  beside: number,
): { first: number; last: number } {
  return {
    first: Math.max(0, Math.floor(offset / rowHeight) - beside),
    last: Math.min(rows - 1, Math.floor((offset + viewport) / rowHeight) + beside),
  };
}

function within(value: number, most: number): number {
  return Math.min(Math.max(0, value), most);
}
