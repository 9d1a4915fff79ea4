import { useLayoutEffect, useRef, type RefObject } from 'react';
import { media } from '#theme/tokens.css.ts';

const calm = () => matchMedia(media.calm).matches;
const easing = 'cubic-bezier(0.2, 0.8, 0.2, 1)';

/**
 * Rows that change places go there, instead of being there all at once: each is drawn where it was and let go.
 * `order` says when to look; rows are known by their `data-member`. Nothing moves under "reduce motion".
 */
export function useMovingRows(body: RefObject<HTMLElement | null>, order: string): void {
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
      if (was === undefined || was === row.offsetTop || calm()) continue;
      row.animate([{ transform: `translateY(${was - row.offsetTop}px)` }, { transform: 'none' }], {
        duration: 700,
        easing,
      });
    }
    before.current = now;
  }, [body, order]);
}
