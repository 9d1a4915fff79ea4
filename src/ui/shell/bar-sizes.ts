import { safeArea } from '#theme/logical.ts';

/** Heights of the shell's bars; sticky elements are offset by them. */
export const topBarHeight = '3.75rem';
export const tabBarHeight = '4.25rem';
/** CSS variable that the shell sets: height of the notice under the top bar while it is shown. */
export const noticeHeightVar = '--strip-room';
export const topOffset = `calc(${topBarHeight} + ${safeArea.top} + var(${noticeHeightVar}, 0px))`;
export const bottomOffset = `calc(${tabBarHeight} + ${safeArea.bottom})`;
