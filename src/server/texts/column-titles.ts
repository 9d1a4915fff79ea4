/** The titles by which a column of a table of matches is known, in any case. */
export const columnTitles = {
  round: ['round', 'מחזור', 'סיבוב', 'שלב'],
  date: ['date', 'תאריך'],
  time: ['time', 'שעה'],
  home: ['home', 'מארחת', 'ביתית', 'בית'],
  away: ['away', 'אורחת', 'חוץ'],
  group: ['group', 'בית מוקדם'],
  homeGoals: ['home goals', 'שערי מארחת', 'שערי ביתית'],
  awayGoals: ['away goals', 'שערי אורחת', 'שערי חוץ'],
  id: ['id', 'מזהה'],
} as const;
