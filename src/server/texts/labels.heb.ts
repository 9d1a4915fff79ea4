/** Hebrew texts other than notifications and pages. */

/** Name shown for a deleted member; their bets, points and messages are kept. */
export const deletedMemberName = 'פנים מהעבר';

/** Titles of an option's menu, for clients that do not translate the keys. */
export const optionActionTitles = { points: 'להחזיר לניקוד', no_points: 'להוציא מהניקוד' };
