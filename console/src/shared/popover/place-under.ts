const gap = 4;
const edge = 8;

/** Puts a panel under its button, edge to edge, and within the window. */
export function placeUnder(
  button: HTMLElement | null,
  panel: HTMLElement | null,
  align: 'start' | 'end',
): void {
  if (button === null || panel === null) return;
  const above = button.getBoundingClientRect();
  const { width } = panel.getBoundingClientRect();
  const wanted = align === 'start' ? above.left : above.right - width;
  const most = document.documentElement.clientWidth - width - edge;
  panel.style.top = `${above.bottom + gap}px`;
  panel.style.left = `${Math.max(edge, Math.min(wanted, most))}px`;
}
