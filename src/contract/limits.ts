/** Every number the product promises (spec §5 and §9, decisions §2–§10), in one place. */
export const limits = {
  page: { size: 10, max: 100 },
  bulk: 50,
  toast: 2000,
  searchDelay: 500,
  picker: { limit: 20, nextLimit: 10, threshold: 100 },
  chat: { page: 4, message: 500, images: 10 },
  optionSearch: 10,
  name: { member: 40, league: 20, group: 20, option: 60, item: 120 },
  leagueDescription: 500,
  itemDescription: 200,
  /** A word on where a match stands, a ready text for its time, the name of its round. */
  itemWord: 40,
  gameDescription: 2000,
  ruleText: 2000,
  ruleNumber: 999_999,
  rounds: 3,
  groupMembers: 2,
  /** Options of one game, and items one game may hold (groups × rounds). */
  gameOptions: 64,
  gameItems: 128,
  /** Minutes in which an imported competition can be taken back. */
  undoImportMinutes: 10,
  votesForPoint: 100,
  digit: { min: 0, max: 9 },
  resultGoals: 99,
  viewAllFrom: 4,
  code: { length: 10, alphabet: '0123456789ABCDEFGHJKMNPQRSTVWXYZ' },
  pin: { digits: 6, minutes: 5, tries: 5, perNumber: 3, perNumberMinutes: 10, guessesPerDay: 10 },
  session: { idleDays: 30, totalDays: 180 },
  /** Sums shown before the start are of so many bettors at least, and move by so many. */
  sumsFromBettors: 5,
  drag: { threshold: 5, delay: 100, scrollStep: 2, edgePercent: 5 },
  /** A closing time is shown where it is this near, in milliseconds. */
  closingSoon: 60 * 60 * 1000,
  /** How long a game stands at the top of the feed once it is live, and once it is settled. */
  feed: { liveHours: 12, settledHours: 24 },
} as const;
