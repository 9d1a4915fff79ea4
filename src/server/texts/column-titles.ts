/** Titles by which a column of a table of matches is recognised, in any case. */
export const columnTitles = {
  round: ['round', 'מחזור', 'סיבוב', 'שלב'],
  date: ['date', 'תאריך'],
  time: ['time', 'שעה'],
  home: ['home', 'ביתית', 'מארחת', 'בית'],
  away: ['away', 'אורחת', 'חוץ'],
  group: ['group', 'בית מוקדם'],
  homeGoals: ['home goals', 'שערי ביתית', 'שערי מארחת'],
  awayGoals: ['away goals', 'שערי אורחת', 'שערי חוץ'],
  id: ['id', 'מזהה'],
} as const;
