import type { Message } from '#contract/models.ts';

/** A comment as the server gives it, said by member 2 unless told otherwise. */
export const buildComment = (id: number, more: Partial<Message> = {}): Message => ({
  id,
  created: `2026-06-11T20:00:${String(id % 60).padStart(2, '0')}.000Z`,
  updated: '2026-06-11T20:00:00.000Z',
  active: true,
  description: `הודעה ${id}`,
  section: 4,
  comment_post: 7,
  member: 2,
  member_data: { name: 'נועה', image: null },
  images: [],
  key: null,
  ...more,
});
