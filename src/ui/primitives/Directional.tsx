import type { ReactNode } from 'react';
import { flips } from './Directional.css.ts';

/** Icon that points in reading direction: drawn for left-to-right, mirrored in right-to-left. */
export function Directional({ children }: { children: ReactNode }) {
  return <span className={flips}>{children}</span>;
}
