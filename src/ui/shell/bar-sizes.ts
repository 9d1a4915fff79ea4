import { safeArea } from '#theme/logical.ts';

/** Heights of the shell's bars; sticky elements are offset by them. */
export const topBarHeight = '3.75rem';
/** Width reserved at the end of the top bar for the member's name and the menu, beside the live bar. */
export const topBarEnd = '14rem';
export const tabBarHeight = '4.25rem';
/** CSS variable that the shell sets: height of the notice under the top bar while it is shown. */
export const noticeHeightVar = '--strip-room';
export const topOffset = `calc(${topBarHeight} + ${safeArea.top} + var(${noticeHeightVar}, 0px))`;
export const bottomOffset = `calc(${tabBarHeight} + ${safeArea.bottom})`;

/** Height of a screen without bars, less the space above and below it. */
export const wholePage = 'calc(100dvh - 2.5rem)';

/**
 * CSS variables for sticky elements: height of what covers the edges of the window or of the scrolling pane. A pane that
 * scrolls by itself sets both to 0.
 */
const stickyStartVar = '--sticky-start';
const stickyEndVar = '--sticky-end';
export const stickyStart = `var(${stickyStartVar}, ${topOffset})`;
/** On a desktop the tabs are at the side. */
export const stickyEnd = {
  phone: `var(${stickyEndVar}, ${bottomOffset})`,
  desk: `var(${stickyEndVar}, 0px)`,
};
export const scrollingPane = { [stickyStartVar]: '0px', [stickyEndVar]: '0px' };
