/** Both inline sides, by reading direction, so nothing says left or right. */
export const inline = (start: string, end = start) => ({ paddingInlineStart: start, paddingInlineEnd: end });

/** The phone's own bars and notches. Inline sides are taken as the wider of the two, whichever way we read. */
export const safe = {
  top: 'env(safe-area-inset-top, 0px)',
  bottom: 'env(safe-area-inset-bottom, 0px)',
  inline: 'max(env(safe-area-inset-left, 0px), env(safe-area-inset-right, 0px))',
};

/** Text that keeps to one line and ends in an ellipsis. */
export const oneLine = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;

/** Seen by screen readers only. */
export const spoken = {
  position: 'absolute',
  inlineSize: 1,
  blockSize: 1,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
} as const;
