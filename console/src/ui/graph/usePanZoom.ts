import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type PointerEvent,
} from 'react';

export interface Viewport {
  x: number;
  y: number;
  zoom: number;
}
const least = 0.25;
const most = 2;
/** A pointer that moves less is a click, in pixels. */
const clickLeeway = 4;
const step = 1.25;
/** The zoom at which the smallest texts, of 13 pixels, have 11, and on a phone 10. */
const minReadableScale = 0.85;
const minPhoneScale = 0.8;
const phoneWidth = 480;

interface Size {
  width: number;
  height: number;
}

/**
 * The viewport of a plane: drag to pan, pinch or Ctrl+wheel to zoom, keys + - 0.
 * @param middle is centered at first
 */
export function usePanZoom(size: Size, middle: { x: number; y: number }) {
  const frame = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<Viewport>();
  const pointers = useRef(new Map<number, { x: number; y: number }>());
  const drags = useRef(false);
  // The viewport follows arriving nodes until the first interaction.
  const touched = useRef(false);
  const touch = () => {
    touched.current = true;
  };

  function zoomAt(factor: number, at?: { x: number; y: number }) {
    const box = frame.current?.getBoundingClientRect();
    if (!box) return;
    touch();
    const x = at ? at.x - box.left : box.width / 2;
    const y = at ? at.y - box.top : box.height / 2;
    setView((now) => {
      if (!now) return now;
      const zoom = Math.min(most, Math.max(least, now.zoom * factor));
      const ratio = zoom / now.zoom;
      return { x: x - (x - now.x) * ratio, y: y - (y - now.y) * ratio, zoom };
    });
  }
  /** Fits the whole graph while it stays readable; otherwise centers it as far as that leaves no room empty. */
  function fit() {
    const box = frame.current;
    if (!box) return;
    const { clientWidth: width, clientHeight: height } = box;
    const whole = Math.min(width / size.width, height / size.height, 1);
    // On a phone, context around the center matters more than large labels.
    const zoom = Math.max(whole, width < phoneWidth ? minPhoneScale : minReadableScale);
    const start = (available: number, length: number, at: number) =>
      length * zoom <= available
        ? (available - length * zoom) / 2
        : Math.min(0, Math.max(available - length * zoom, available / 2 - at * zoom));
    setView({
      x: start(width, size.width, middle.x),
      y: start(height, size.height, middle.y),
      zoom,
    });
  }
  /** Pans as little as needed to show a box. */
  function bringIntoSight({ x, y }: { x: number; y: number }, { width, height }: Size) {
    const box = frame.current;
    if (!box) return;
    touch();
    setView((now) => {
      if (!now) return now;
      const into = (at: number, half: number, available: number) => {
        const edge = half * now.zoom + 12;
        return Math.min(Math.max(at, edge), Math.max(edge, available - edge));
      };
      const seen = { x: now.x + x * now.zoom, y: now.y + y * now.zoom };
      return {
        ...now,
        x: now.x + into(seen.x, width / 2, box.clientWidth) - seen.x,
        y: now.y + into(seen.y, height / 2, box.clientHeight) - seen.y,
      };
    });
  }

  const wheel = useEffectEvent((event: WheelEvent) => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    zoomAt(Math.exp(-event.deltaY / 300), { x: event.clientX, y: event.clientY });
  });
  useEffect(() => {
    const element = frame.current;
    const listener = (event: WheelEvent) => wheel(event);
    element?.addEventListener('wheel', listener, { passive: false });
    return () => element?.removeEventListener('wheel', listener);
  }, []);

  const first = useEffectEvent(fit);
  const { width: planeWidth, height: planeHeight } = size;
  useLayoutEffect(() => {
    if (planeWidth > 0 && planeHeight > 0 && !touched.current) first();
  }, [planeWidth, planeHeight]);

  const handlers = {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      touch();
      pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
      if (pointers.current.size === 1) drags.current = false;
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const before = pointers.current.get(event.pointerId);
      if (!before) return;
      const now = { x: event.clientX, y: event.clientY };
      const [dx, dy] = [now.x - before.x, now.y - before.y];
      if (!drags.current && Math.hypot(dx, dy) < clickLeeway) return;
      // Captured only now, so that a click keeps its target.
      if (!drags.current) event.currentTarget.setPointerCapture(event.pointerId);
      drags.current = true;
      const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
      pointers.current.set(event.pointerId, now);
      if (other) {
        const ratio = distance(now, other) / Math.max(1, distance(before, other));
        zoomAt(ratio, { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
      } else setView((seen) => seen && { ...seen, x: seen.x + dx, y: seen.y + dy });
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => pointers.current.delete(event.pointerId),
    onPointerCancel: (event: PointerEvent<HTMLElement>) => pointers.current.delete(event.pointerId),
    // The click that ends a drag is suppressed.
    onClickCapture: (event: { preventDefault: () => void; stopPropagation: () => void }) => {
      if (!drags.current) return;
      drags.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
  };
  return {
    frame,
    view,
    handlers,
    fit,
    zoomIn: () => zoomAt(step),
    zoomOut: () => zoomAt(1 / step),
    bringIntoSight,
    touch,
    /** Pans by plane coordinates. */
    shift: (dx: number, dy: number) =>
      touched.current &&
      setView((now) => now && { ...now, x: now.x + dx * now.zoom, y: now.y + dy * now.zoom }),
  };
}

function distance(one: { x: number; y: number }, other: { x: number; y: number }): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}
