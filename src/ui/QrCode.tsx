import { encode } from 'uqr';
import * as css from './QrCode.css.ts';

/** The light frame without which a camera finds nothing, in modules. */
const quiet = 4;

/** The dark modules as one path, a stroke a run of them. */
function pathOf(rows: readonly (readonly boolean[])[]): string {
  return rows
    .flatMap((row, y) =>
      row.flatMap((dark, x) => {
        if (!dark || row[x - 1]) return [];
        const end = row.indexOf(false, x);
        const run = (end === -1 ? row.length : end) - x;
        return [`M${x + quiet} ${y + quiet}h${run}v1h-${run}z`];
      }),
    )
    .join('');
}

/** An address to point a camera at. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 0 });
  const side = size + 2 * quiet;
  return (
    <svg
      role="img"
      aria-label={label}
      className={css.code}
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
    >
      <path d={pathOf(data)} fill="currentColor" />
    </svg>
  );
}
