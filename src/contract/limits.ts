/** The product's limits and durations (spec §5 and §9, decisions §2–§10); times in ms unless named otherwise. */
export const limits = {
  page: { size: 10, max: 100 },
  bulk: 50,
  toast: 2000,
  searchDelay: 500,
  picker: { limit: 20, nextLimit: 10, threshold: 100 },
  /** `counted`: the most messages before or after a message that are counted beyond the page. */
  chat: { page: 4, counted: 1000, message: 500, images: 10 },
  optionSearch: 10,
  name: { member: 40, league: 20, group: 20, option: 60, item: 120 },
  leagueDescription: 500,
  itemDescription: 200,
  /** Status text, time text and round name of a match. */
  itemWord: 40,
  gameDescription: 2000,
  ruleText: 2000,
  ruleNumber: 999_999,
  rounds: 3,
  groupMembers: 2,
  /** Maximum options, and items (groups × rounds), of one game. */
  gameOptions: 64,
  gameItems: 128,
  /** Minutes in which an import can be undone. */
  undoImportMinutes: 10,
  votesForPoint: 100,
  digit: { min: 0, max: 9 },
  resultGoals: 99,
  viewAllFrom: 4,
  code: { length: 10, alphabet: '0123456789ABCDEFGHJKMNPQRSTVWXYZ' },
  pin: { digits: 6, minutes: 5, tries: 5, perNumber: 3, perNumberMinutes: 10, guessesPerDay: 10 },
  session: { idleDays: 30, totalDays: 180 },
  /** Sums shown before the start count at least this many bettors, and change in steps of this many. */
  sumsFromBettors: 5,
  drag: { threshold: 5, delay: 100, scrollStep: 2, edgePercent: 5 },
  /** A closing time is shown from this many milliseconds before it. */
  closingSoon: 60 * 60 * 1000,
  /** How long a game stays at the top of the feed once live, and once settled. */
  feed: { liveHours: 12, settledHours: 24 },
} as const;
