import { useLayoutEffect, useRef, type RefObject } from 'react';
import { media } from '#theme/tokens.css.ts';

const prefersReducedMotion = () => matchMedia(media.calm).matches;
const easing = 'cubic-bezier(0.2, 0.8, 0.2, 1)';

/**
 * Animates rows to their new places when `order` changes. Rows are found by `data-member`. Nothing moves
 * under reduced motion.
 */
export function useReorderAnimation(body: RefObject<HTMLElement | null>, order: string): void {
  const before = useRef(new Map<string, number>());
  const seen = useRef('');
  useLayoutEffect(() => {
    if (seen.current === order) return;
    seen.current = order;
    const now = new Map<string, number>();
    for (const row of body.current?.querySelectorAll<HTMLElement>('[data-member]') ?? []) {
      const id = row.dataset['member'] ?? '';
      const was = before.current.get(id);
      now.set(id, row.offsetTop);
      if (was === undefined || was === row.offsetTop || prefersReducedMotion()) continue;
      row.animate([{ transform: `translateY(${was - row.offsetTop}px)` }, { transform: 'none' }], {
        duration: 700,
        easing,
      });
    }
    before.current = now;
  }, [body, order]);
}
