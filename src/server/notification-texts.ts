/** What a notification says, in Hebrew: from its kind and what was kept with it. Names are looked up when it is read. */

/** What each kind keeps (decisions §9). */
export type NotificationData = {
  /** A game in a league of mine. */
  new_game: { game: string };
  /** Betting ends within the hour, and I have not bet. */
  closing: { item: string };
  /** An item has ended, with my points. */
  results: { item: string; points: number };
  /** A result was corrected: my points before and now. */
  correction: { item: string; was: number; points: number };
  /** A group of mine was invited to a league. */
  invited: { group: string };
  /** Somebody joined what I made. */
  joined: { group: string | null };
  /** A comment where I take part. */
  comment: { game: string; text: string };
  pinned: { game: string };
};
export type NotificationKind = keyof NotificationData;

type Names = { league: string; actor: string };
type Words = { title: string; description: string };
type Renderers = { [K in NotificationKind]: (data: NotificationData[K], names: Names) => Words };

const pointsOf = (points: number) =>
  points === 1 ? 'נקודה אחת' : points === 2 ? 'שתי נקודות' : `${points} נקודות`;
const short = (text: string) => (text.length > 80 ? `${text.slice(0, 79)}…` : text);
/** Several parts in one line; an empty one leaves no trace. */
const joined = (...parts: string[]) => parts.filter(Boolean).join(' · ');

const renderers: Renderers = {
  new_game: ({ game }, { league }) => ({
    title: 'משחק חדש מחכה לניחוש',
    description: joined(short(game), league),
  }),
  closing: ({ item }, { league }) => ({
    title: 'פחות משעה לסגירה, ועוד אין ניחוש',
    description: joined(short(item), league),
  }),
  results: ({ item, points }, { league }) => ({
    title: points > 0 ? `יש תוצאה: ${pointsOf(points)}` : 'יש תוצאה',
    description: joined(short(item), league),
  }),
  correction: ({ item, was, points }, { league }) => ({
    title: was === points ? 'תוצאה תוקנה, הנקודות לא השתנו' : `תוצאה תוקנה: ${pointsOf(points)} במקום ${was}`,
    description: joined(short(item), league),
  }),
  invited: ({ group }, { league, actor }) => ({
    title: `הזמנה לליגה ${league}`,
    description: joined(actor, group),
  }),
  joined: ({ group }, { league, actor }) => ({
    title: group === null ? 'יש הצטרפות חדשה לליגה' : 'יש הצטרפות חדשה לקבוצה',
    description: joined(actor, group ?? league),
  }),
  comment: ({ game, text }, { actor }) => ({
    title: joined(actor, short(game)),
    description: short(text),
  }),
  pinned: ({ game }, { league }) => ({
    title: 'משהו ננעץ למעלה',
    description: joined(short(game), league),
  }),
};

/** The words of one notification. A kind that this version does not know says nothing rather than something wrong. */
export function notificationWords(kind: string, data: unknown, names: Names): Words {
  if (!Object.hasOwn(renderers, kind)) return { title: names.league, description: '' };
  const render = renderers[kind as NotificationKind] as (data: unknown, names: Names) => Words;
  return render(data, names);
}
