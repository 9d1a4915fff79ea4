/** English words that are no notification and no page. */

/** What a deleted member's stored name reads as in English. */
export const deletedMemberName = 'A face from the past';
