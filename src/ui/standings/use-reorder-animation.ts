import { useLayoutEffect, useRef, useState } from 'react';
import { media } from '#theme/tokens.css.ts';

const prefersReducedMotion = () => matchMedia(media.calm).matches;
const easing = 'cubic-bezier(0.2, 0.8, 0.2, 1)';

/**
 * Animates rows to their new places when `order` changes. Returns the map of row elements by id, which the
 * rows' refs fill. No animation under reduced motion.
 */
export function useReorderAnimation(order: string): Map<number, HTMLElement> {
  const [rows] = useState(() => new Map<number, HTMLElement>());
  const offsets = useRef(new Map<number, number>());
  const lastOrder = useRef('');
  useLayoutEffect(() => {
    if (lastOrder.current === order) return;
    lastOrder.current = order;
    const before = offsets.current;
    offsets.current = new Map([...rows].map(([id, row]) => [id, row.offsetTop]));
    for (const [id, row] of rows) {
      const distance = (before.get(id) ?? row.offsetTop) - row.offsetTop;
      if (distance === 0 || prefersReducedMotion()) continue;
      row.animate([{ transform: `translateY(${distance}px)` }, { transform: 'none' }], {
        duration: 700,
        easing,
      });
    }
  }, [rows, order]);
  return rows;
}
