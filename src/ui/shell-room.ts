import { safe } from '#theme/logical.ts';

/** What the bars of the shell take from the page's ends; things that stick keep clear of it. */
export const topBar = '3.75rem';
export const tabBar = '4.25rem';
/** What the strip under the top bar takes, while there is one: the shell says how much. */
export const stripRoom = '--strip-room';
export const topBarRoom = `calc(${topBar} + ${safe.top} + var(${stripRoom}, 0px))`;
export const tabBarRoom = `calc(${tabBar} + ${safe.bottom})`;
