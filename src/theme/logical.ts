/** Inline padding by reading direction, instead of left and right. */
export const paddingInline = (start: string, end = start) => ({
  paddingInlineStart: start,
  paddingInlineEnd: end,
});

/** Safe-area insets. Inline, the wider of the two sides in both directions. */
export const safeArea = {
  top: 'env(safe-area-inset-top, 0px)',
  bottom: 'env(safe-area-inset-bottom, 0px)',
  inline: 'max(env(safe-area-inset-left, 0px), env(safe-area-inset-right, 0px))',
};

/** Drawn from left to right, and mirrored in right-to-left text: a chart, an arrow. */
export const mirroredInRtl = {
  transformOrigin: '50% 50%',
  selectors: { '[dir="rtl"] &': { transform: 'scaleX(-1)' } },
} as const;

export const flexRow = { display: 'flex', alignItems: 'center' } as const;
/** A row that breaks where there is no space. */
export const wrappingRow = { display: 'flex', flexWrap: 'wrap', alignItems: 'center' } as const;
export const flexColumn = { display: 'flex', flexDirection: 'column' } as const;

/** One line, ending in an ellipsis. */
export const oneLine = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;

/** Visible to screen readers only. */
export const visuallyHiddenStyle = {
  position: 'absolute',
  inlineSize: 1,
  blockSize: 1,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
} as const;
