import { tieBreaks } from '#contract/core-models.ts';
import type { Layout } from '#contract/layouts.ts';
import type {
  AppUser,
  Group,
  Item,
  ItemOption,
  ItemRule,
  ItemType,
  League,
  Member,
  Message,
  Option,
  Post,
} from '#contract/models.ts';
import type { AppData } from '#machines/app.ts';

/** Builders of complete objects as answered by the server; tests override single fields. */

const createdAt = '2026-06-01T10:00:00.000Z';

/** An active league that the caller is in, without a join code. */
export const buildLeague = (id: number, name: string, also: Partial<League> = {}): League => ({
  id,
  created: createdAt,
  updated: createdAt,
  name,
  description: '',
  active: true,
  custom: true,
  rounds: 1,
  groupMembersCount: 1,
  tie_break: tieBreaks[0],
  provisional_results: false,
  late_joiner: 'zero',
  code: null,
  users: 4,
  image: null,
  images: [],
  new: false,
  is_staff: false,
  is_member: true,
  invited: false,
  owner: null,
  ...also,
});
/** A league that the caller owns. */
export const buildOwnLeague = (id: number, name: string, also: Partial<League> = {}): League =>
  buildLeague(id, name, { is_staff: true, owner: 3, ...also });

export const buildGroup = (id: number, name: string, also: Partial<Group> = {}): Group => ({
  id,
  created: createdAt,
  updated: createdAt,
  name,
  code: null,
  users: 3,
  image: null,
  is_staff: false,
  owner: null,
  in_section: null,
  ...also,
});

/** Another member, as the caller sees them. */
export const buildMember = (id: number, name: string, also: Partial<Member> = {}): Member => ({
  id,
  name,
  image: null,
  cellphone: null,
  images: [],
  ...also,
});

export const buildItemType = (
  id: number,
  name: string,
  subs: number,
  layout: ItemType['type'],
): ItemType => ({
  id,
  name,
  type: layout,
  parent: null,
  description: '',
  image: null,
  images: [],
  subs,
});

export const buildRule = (id: number, key: string, also: Partial<ItemRule> = {}): ItemRule => ({
  id,
  name: key,
  key,
  value: null,
  type: 'text',
  maxlength: null,
  details: {},
  required: true,
  readonly: false,
  itemType: null,
  ...also,
});

export const buildOption = (id: number, name: string, also: Partial<Option> = {}): Option => ({
  id,
  name,
  value: null,
  image: null,
  images: [],
  is_staff: false,
  ...also,
});

/** A game of the caller's own, without items. */
export const buildPost = (id: number, also: Partial<Post> = {}): Post => ({
  id,
  created: createdAt,
  updated: createdAt,
  slug: null,
  active: true,
  due_date: null,
  type: 'home/away',
  description: 'מחזור ראשון',
  rounds: 1,
  groupSize: 2,
  even_breakpoint: 0,
  newSection: false,
  pinned: false,
  publisher_data: { section: null, member: null },
  options: [],
  items_data: [],
  votes: 0,
  voters: [],
  winner: null,
  comments: 0,
  date: createdAt,
  custom: true,
  extra_data: { in_section: false },
  groups: [],
  rules: {},
  section: 4,
  hide_options: true,
  is_staff: true,
  clans: [],
  ...also,
});

/** Dana, the signed-in member, and her app data. */
export const buildAppUser = (id: number, also: Partial<AppUser> = {}): AppUser => ({
  id,
  fname: 'דנה',
  lname: '',
  phone: '+972541000000',
  email: null,
  username: '+972541000000',
  is_superuser: false,
  is_staff: false,
  firebaseAuth: false,
  puserId: id,
  image: null,
  new_member: false,
  ...also,
});

export const buildAppData = (
  also: Partial<Pick<AppData, 'sections' | 'clans'>> = {},
  id = 7,
  staff = false,
): AppData => ({
  appuser: buildAppUser(id, { is_staff: staff }),
  sections: [],
  clans: [],
  activeParams: {
    firebase: null,
    storeLinks: { google: '', apple: '' },
    contact: '',
    inviteUrl: 'https://hevre.example/#/join',
    minVersion: '0.0.0',
    votesForPoint: 100,
    dateMax: '2099-12-31',
    notifications: 0,
    pushKey: '',
  },
  ...also,
});

/** A list's only page. */
export const buildPage = <Row>(...results: readonly Row[]) => ({ results, count: results.length });

/** Standings with one member, who has these points. */
export const buildStandings = (name: string, points = 10) => ({
  results: [
    {
      rank: 1,
      move: 0,
      member: { id: 21, name, image: null },
      points,
      exact: 1,
      difference: 0,
      outcome: 1,
      bets: 2,
      average: points / 2,
      form: ['hit', 'exact'],
    },
  ],
  count: 1,
  me: null,
  tie_break: tieBreaks[0],
});

/** The table of a league without games. */
export const buildEmptyStandings = () => ({ ...buildPage(), me: null, tie_break: tieBreaks[0] });

/** An option that the caller has not bet on. */
export const buildItemOption = (item: number, id: number, also: Partial<ItemOption> = {}): ItemOption => ({
  id,
  name: `אפשרות ${id}`,
  item,
  option: id,
  data: [],
  image: null,
  bet: null,
  value: null,
  amount: null,
  result: null,
  details: { no_points: false, actions: [] },
  ...also,
});

/** The caller's saved value on an option; its bet is numbered after the option: 11 is bet 911. */
const savedValue = (id: number, value: number | null) => ({ value, bet: value === null ? null : 900 + id });

/** An open item as the server gives it, its options by id with the caller's saved values. */
export function buildItem(
  id: number,
  type: Layout,
  saved: Readonly<Record<number, number | null>>,
  also: Partial<Item> = {},
): Item {
  const options = Object.entries(saved).map(
    ([one, value]) => [one, buildItemOption(id, Number(one), savedValue(Number(one), value))] as const,
  );
  return {
    id,
    post: 2,
    name: '',
    description: '',
    type,
    date: null,
    status: 'open',
    started: false,
    ended: false,
    started_at: null,
    ended_at: null,
    custom: true,
    readonly: false,
    version: 1,
    options: Object.fromEntries(options),
    bet_option: null,
    bet_option_image: null,
    value: null,
    rules: {},
    result: null,
    pts: null,
    ptsDetails: { bets_allow: 1, votesForPoint: 100, reason: null },
    details: {
      groupName: '',
      roundName: '',
      roundNum: null,
      home: '',
      away: '',
      gameTimeDisplay: '',
      gameTimeAndStatusDisplayType: 0,
      shortStatusText: '',
      rules: [],
    },
    bettors: 0,
    ...also,
  };
}

/** A message as the server answers it, by member 2 by default. */
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
