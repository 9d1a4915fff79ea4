/** Sample members. */
export const people = [
  'נועה ברקוביץ׳',
  'איתי כהן',
  'Dana Levi',
  'יוסי אברהמי',
  'מאיה',
  'עומר בן-דוד',
  'שירה פרץ',
  'תום',
  'ליאור חזן',
  'רוני מלכה',
].map((name, index) => ({ id: index + 1, name }));
