import { useDeferredValue, type ReactNode } from 'react';

/** Renders its content one paint after its parent, so that a tap is answered before all of it is rendered. */
export function AfterFrame({ children }: { children: ReactNode }): ReactNode {
  return useDeferredValue(true, false) && children;
}
