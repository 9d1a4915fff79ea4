import type { ItemRule, ItemType, League, Member, Option, Post } from '#contract/models.ts';
import type { AppData } from '#machines/app.ts';

/** Whole rows, as the server gives them, of what a test speaks of by a word or two. */

const made = '2026-06-01T10:00:00.000Z';

/** A league of the caller's own. */
export const leagueOf = (id: number, name: string, also: Partial<League> = {}): League => ({
  id,
  created: made,
  updated: made,
  name,
  description: '',
  active: true,
  custom: true,
  rounds: 1,
  groupMembersCount: 1,
  code: null,
  users: 1,
  image: null,
  images: [],
  new: false,
  is_staff: true,
  is_member: true,
  invited: false,
  owner: 3,
  ...also,
});

/** Somebody else, as the caller sees them. */
export const memberOf = (id: number, name: string, also: Partial<Member> = {}): Member => ({
  id,
  name,
  image: null,
  cellphone: null,
  images: [],
  ...also,
});

export const typeOf = (id: number, name: string, subs: number, layout: ItemType['type']): ItemType => ({
  id,
  name,
  type: layout,
  parent: null,
  description: '',
  image: null,
  images: [],
  subs,
});

export const ruleOf = (id: number, key: string, also: Partial<ItemRule> = {}): ItemRule => ({
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

export const optionOf = (id: number, name: string, also: Partial<Option> = {}): Option => ({
  id,
  name,
  value: null,
  image: null,
  images: [],
  is_staff: false,
  ...also,
});

/** A game of one's own, without items. */
export const postOf = (id: number, also: Partial<Post> = {}): Post => ({
  id,
  created: made,
  updated: made,
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
  comments: 0,
  date: made,
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

/** What somebody belongs to. */
export const appDataOf = (id: number, sections: League[], staff = false): AppData => ({
  appuser: {
    id,
    fname: 'דנה',
    lname: '',
    phone: null,
    email: null,
    username: 'dana',
    is_superuser: false,
    is_staff: staff,
    firebaseAuth: false,
    puserId: id,
    image: null,
    new_member: false,
  },
  sections,
  clans: [],
  activeParams: {
    firebase: null,
    storeLinks: { google: '', apple: '' },
    inviteUrl: '',
    minVersion: '0.0.0',
    votesForPoint: 100,
    dateMax: '2099-12-31',
    notifications: 0,
  },
});
