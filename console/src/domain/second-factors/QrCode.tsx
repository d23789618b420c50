import { encode } from 'uqr';
import classes from './QrCode.module.css';

/** A QR code, dark on light in both themes, because many readers accept nothing else. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { path, size } = qrPath(text);
  return (
    <svg
      className={classes.code}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
}

/** The light border that readers need, in modules (ISO/IEC 18004, section 6.3.8). */
const quietZone = 4;

/** A QR code as a single SVG path: each run of dark modules in a row is a rectangle. `size` includes the quiet zone. */
export function qrPath(text: string): { path: string; size: number } {
  const { data, size } = encode(text, { ecc: 'M', border: quietZone });
  const rows = data.map((row, y) => {
    let path = '';
    for (let x = 0; x < row.length; x++) {
      const start = x;
      while (row[x]) x++;
      if (x > start) path += `M${start} ${y}h${x - start}v1H${start}z`;
    }
    return path;
  });
  return { path: rows.join(''), size };
}
