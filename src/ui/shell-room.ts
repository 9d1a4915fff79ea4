import { safe } from '#theme/logical.ts';

/** Heights of the shell's bars; sticky elements are offset by them. */
export const topBar = '3.75rem';
export const tabBar = '4.25rem';
/** CSS variable that the shell sets: height of the notice under the top bar while it is shown. */
export const stripRoom = '--strip-room';
export const topBarRoom = `calc(${topBar} + ${safe.top} + var(${stripRoom}, 0px))`;
export const tabBarRoom = `calc(${tabBar} + ${safe.bottom})`;
