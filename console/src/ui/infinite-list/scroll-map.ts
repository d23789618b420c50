/** Browsers limit the height of elements (Firefox: 16.7 million pixels); a higher list is scaled to this height. */
export const maxHeight = 8_000_000;
/** Within this distance from both ends, the scroll bar corresponds to the rows pixel by pixel. */
const exactEnds = 1_000_000;
/** A scroll step up to this size is normal scrolling; a larger one is dragging the scroll bar, or a jump. */
const minDistance = 2_500;

interface Extent {
  rows: number;
  /** All in pixels. */
  rowHeight: number;
  viewport: number;
}

/** Maps the scroll position of an element to the offset in a list that may be higher than any element. */
export interface ScrollMap {
  /** The height of the scrolled element. */
  readonly height: number;
  /** The largest offset, with the last row at the bottom. */
  readonly most: number;
  /** The largest scroll position. */
  readonly reach: number;
  /** Steps up to this size move the list by the same number of pixels. */
  readonly near: number;
  /** Converts a scroll position to pixels from the top of the whole list. */
  readonly toOffset: (scrollTop: number) => number;
  readonly toScrollTop: (offset: number) => number;
}

/** The offset of the list, and the last scroll position. They need not correspond: see `scrolled`. */
export interface ScrollPosition {
  readonly scrollTop: number;
  readonly offset: number;
}

/** One to one near both ends and for lists below the maximum height; proportional in between. */
export function scrollMap({ rows, rowHeight, viewport }: Extent): ScrollMap {
  const whole = rows * rowHeight;
  const height = Math.min(whole, maxHeight);
  const most = Math.max(0, whole - viewport);
  const reach = Math.max(0, height - viewport);
  const end = Math.min(exactEnds, reach / 4);
  const slope = reach > 2 * end ? (most - 2 * end) / (reach - 2 * end) : 1;
  const near = Math.max(minDistance, viewport * 1.5);
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
export function scrollBy(
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

/** An offset with its corresponding scroll position. Small steps make the two drift apart. */
export function settle(offset: number, map: ScrollMap): ScrollPosition {
  const at = within(offset, map.most);
  return { offset: at, scrollTop: Math.round(map.toScrollTop(at)) };
}

/** The rows to render at an offset, with some above and below the visible ones. */
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
