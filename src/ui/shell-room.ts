import { safe } from '#theme/logical.ts';

/** What the bars of the shell take from the page's ends; things that stick keep clear of it. */
export const topBar = '3.75rem';
export const tabBar = '4.25rem';
export const topBarRoom = `calc(${topBar} + ${safe.top})`;
export const tabBarRoom = `calc(${tabBar} + ${safe.bottom})`;
