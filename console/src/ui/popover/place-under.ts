const gap = 4;
const edge = 8;

/**
 * Positions a panel below its button, or above it if there is more room, aligned with its edge; a panel that
 * does not fit scrolls.
 */
export function placeUnder(
  button: HTMLElement | null,
  panel: HTMLElement | null,
  align: 'start' | 'end',
): void {
  if (button === null || panel === null) return;
  const above = button.getBoundingClientRect();
  const { width, height } = panel.getBoundingClientRect();
  const wanted = align === 'start' ? above.left : above.right - width;
  const most = document.documentElement.clientWidth - width - edge;
  const roomUnder = window.innerHeight - above.bottom - gap - edge;
  const roomOver = above.top - gap - edge;
  const isUnder = height <= roomUnder || roomUnder >= roomOver;
  panel.style.maxHeight = `${isUnder ? roomUnder : roomOver}px`;
  panel.style.top = `${isUnder ? above.bottom + gap : Math.max(edge, above.top - gap - height)}px`;
  panel.style.left = `${Math.max(edge, Math.min(wanted, most))}px`;
}
