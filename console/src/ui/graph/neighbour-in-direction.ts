/** Nodes closer than this along the axis count as beside, not ahead. */
const minStep = 24;

/** The nearest node in the direction of an arrow key. */
export function neighbourInDirection(
  key: string,
  from: { x: number; y: number },
  others: readonly { id: string; x: number; y: number }[],
): string | undefined {
  const axes: Record<string, [number, number]> = {
    ArrowRight: [1, 0],
    ArrowLeft: [-1, 0],
    ArrowDown: [0, 1],
    ArrowUp: [0, -1],
  };
  const axis = axes[key];
  if (!axis) return undefined;
  const distances = others.flatMap(({ id, x, y }) => {
    const [dx, dy] = [x - from.x, y - from.y];
    const along = dx * axis[0] + dy * axis[1];
    const across = Math.abs(dx * axis[1]) + Math.abs(dy * axis[0]);
    return along > minStep ? [{ id, distance: along + 2 * across }] : [];
  });
  return distances.sort((one, other) => one.distance - other.distance)[0]?.id;
}
