import { encode } from 'uqr';
import * as css from './QrCode.css.ts';

/** Quiet zone around the code, in modules. */
const quiet = 4;

/** Path of the dark modules: one rectangle per run. */
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

/** QR code of a text. */
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
