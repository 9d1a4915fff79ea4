import { useDeferredValue, type ReactNode } from 'react';

/** Content that is rendered after its frame, which is painted without it: a tap is answered before all of it is made. */
export function AfterFrame({ children }: { children: ReactNode }): ReactNode {
  return useDeferredValue(true, false) && children;
}
