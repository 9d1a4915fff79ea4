/** The demo league's members; each signs in with the number beside the name. The first one owns the league. */
export const demoMembers = [
  { name: 'נועה לוי', phone: '+972500000001', skill: 0.75 },
  { name: 'יוסי כהן', phone: '+972500000002', skill: 0.6 },
  { name: 'דנה פרץ', phone: '+972500000003', skill: 0.85 },
  { name: 'איתי מזרחי', phone: '+972500000004', skill: 0.5 },
  { name: 'שירה אברהם', phone: '+972500000005', skill: 0.7 },
  { name: 'עומר ביטון', phone: '+972500000006', skill: 0.4 },
  { name: 'מיכל שפירא', phone: '+972500000007', skill: 0.65 },
  { name: 'אורי דהן', phone: '+972500000008', skill: 0.55 },
  { name: 'תמר פרידמן', phone: '+972500000009', skill: 0.8 },
  { name: 'רועי אזולאי', phone: '+972500000010', skill: 0.45 },
  { name: 'ליאור גבאי', phone: '+972500000011', skill: 0.6 },
  { name: 'הילה מור', phone: '+972500000012', skill: 0.7 },
] as const;

/** The chat of the live match: index of the member, and text. */
export const chatMessages: readonly (readonly [number, string])[] = [
  [1, 'מי שלא שם 2 לביתית היום פשוט לא מבין כדורגל'],
  [4, 'יוסי אמרת את זה גם על אתמול'],
  [2, 'אני רק מזכירה מי במקום הראשון 😌'],
  [6, 'זה היה פנדל או שאני חולם'],
  [8, 'תשאירו משהו גם לנו'],
  [0, 'הניחושים נעולים, עכשיו רק לסבול בשקט'],
  [10, 'עוד גול אחד ואני עולה על איתי!'],
];
