import type { ReactNode } from 'react';
import { flips } from './Directional.css.ts';

/** An icon that points along the reading: drawn for left-to-right, mirrored where we read the other way. */
export function Directional({ children }: { children: ReactNode }) {
  return <span className={flips}>{children}</span>;
}
