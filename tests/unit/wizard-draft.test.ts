import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createActor, waitFor, type ActorRefFrom } from 'xstate';
import type { Api } from '#actors/api.ts';
import { createStorage } from '#actors/storage.ts';
import { provideWizard } from '#app/wizard-ports.ts';
import { FailureError } from '#contract/failures.ts';
import type { GameInput } from '#contract/make-game-calls.ts';
import type { GameDraft } from '#domain/wizard/game-draft.ts';
import type { ItemRule, ItemType, League, Option, Post } from '#contract/models.ts';
import type { wizard } from '#machines/wizard.ts';

const stamps = { created: '2026-06-01T00:00:00.000Z', updated: '2026-06-01T00:00:00.000Z' };
const league: League = {
  id: 7,
  ...stamps,
  name: 'המשרד',
  description: '',
  active: true,
  custom: true,
  rounds: 1,
  groupMembersCount: 1,
  tie_break: 'exact,difference,outcome',
  provisional_results: false,
  late_joiner: 'zero',
  code: null,
  users: 3,
  image: null,
  images: [],
  new: false,
  is_staff: true,
  is_member: true,
  invited: false,
  owner: 3,
};
const match: ItemType = {
  id: 5,
  name: 'משחק בודד',
  type: 'home/away',
  parent: null,
  description: '',
  image: null,
  images: [],
  subs: 0,
};
const points: ItemRule = {
  id: 9,
  name: 'נקודות',
  key: 'pts_exact',
  value: 4,
  type: 'number',
  maxlength: null,
  details: { min: 0, max: 100 },
  required: true,
  readonly: false,
  itemType: 5,
};
const option = (id: number): Option => {
  return { id, name: `קבוצה ${id}`, value: null, image: null, images: [], is_staff: false };
};

beforeEach(() => vi.stubGlobal('window', new EventTarget()));
afterEach(() => vi.unstubAllGlobals());

/** A browser's storage, with the methods that are used here. */
function memory(): Storage {
  const stored = new Map<string, string>();
  return {
    get length() {
      return stored.size;
    },
    key: (at) => [...stored.keys()][at] ?? null,
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, value) => void stored.set(key, value),
    removeItem: (key) => void stored.delete(key),
    clear: () => stored.clear(),
  };
}

/** A server that answers lists at once, and games by `answer`. */
function serverOf(answer: (key: string, game: GameInput) => Promise<Post>) {
  const rows: Record<string, unknown[]> = {
    itemtype: [match],
    itemrule: [points],
    option: [option(1), option(2)],
  };
  const http = {
    list: (model: string) => Promise.resolve({ results: rows[model] ?? [], count: 0 }),
    call: (_name: string, { key, body }: { key: string; body: GameInput }) => answer(key, body),
  };
  return http as unknown as Api;
}

type Wizard = ActorRefFrom<typeof wizard>;
const open = (area: Storage, http: Api, member = 3): Wizard =>
  createActor(
    provideWizard(createStorage(area), http, (work) => work),
    {
      input: { league: 7, leagues: [league], member, staff: false },
    },
  ).start();

/** Goes through the wizard until two teams are chosen. */
async function choose(actor: Wizard): Promise<void> {
  const { children } = await waitFor(
    actor,
    ({ children: { gameTypePicker } }) => gameTypePicker !== undefined,
  );
  const picker = children.gameTypePicker as NonNullable<typeof children.gameTypePicker>;
  await waitFor(picker, (snapshot) => snapshot.hasTag('shown'));
  picker.send({ type: 'type.choose', id: 5 });
  await waitFor(actor, (snapshot) => snapshot.matches('settings'));
  actor.send({ type: 'rule.change', key: 'pts_exact', value: 10 });
  actor.send({ type: 'wizard.proceed' });
  actor.send({ type: 'side.select', option: option(1) });
  actor.send({ type: 'side.select', option: option(2) });
}
const create = (actor: Wizard) => {
  actor.send({ type: 'wizard.proceed' });
  actor.send({ type: 'wizard.create' });
};
/** Continues the stored draft. */
const resume = async (actor: Wizard) => {
  await waitFor(actor, (snapshot) => snapshot.hasTag('resuming'));
  actor.send({ type: 'wizard.proceed' });
};
const chosen = ({ league: of, type, values, groups, faces }: GameDraft) => [of, type, values, groups, faces];

test('a wizard’s draft is restored, for its own member only', async () => {
  const area = memory();
  const http = serverOf(() => Promise.reject(new Error('nothing was to be made')));
  const first = open(area, http);
  await choose(first);
  const before = first.getSnapshot().context;
  expect(before.groups).toEqual([{ id: 1, options: [1, 2], dates: [] }]);
  first.stop();

  const again = open(area, http);
  await resume(again);
  await waitFor(again, (snapshot) => snapshot.matches('options'));
  expect(chosen(again.getSnapshot().context)).toEqual(chosen(before));
  again.send({ type: 'wizard.close' });
  expect(again.getSnapshot().output).toEqual({ outcome: 'closed' });

  const friend = open(area, http, 4);
  await waitFor(friend, (snapshot) => snapshot.matches('types'));
  expect(friend.getSnapshot().context.groups).toEqual([]);
  friend.stop();
});

test('a game whose response was lost is sent again under the same key, after a reload too', async () => {
  const area = memory();
  const keys: string[] = [];
  const post = { id: 40 } as Post;
  const http = serverOf((key) => {
    keys.push(key);
    return keys.length < 3 ? Promise.reject(new FailureError({ kind: 'offline' })) : Promise.resolve(post);
  });
  const first = open(area, http);
  await choose(first);
  create(first);
  await waitFor(first, (snapshot) => snapshot.hasTag('failed'));
  first.send({ type: 'wizard.create' });
  await waitFor(first, (snapshot) => snapshot.hasTag('failed'));
  first.stop();

  // The wizard resumes on the last slide.
  const again = open(area, http);
  await resume(again);
  await waitFor(again, (snapshot) => snapshot.matches('reorder'));
  again.send({ type: 'wizard.create' });
  await waitFor(again, ({ status }) => status === 'done');
  expect(again.getSnapshot().output).toEqual({ outcome: 'created', post });
  expect(new Set(keys).size).toBe(1);
  // After the creation the next game has an empty draft and a key of its own, even with the same content.
  expect(area.length).toBe(0);
  const next = open(area, http);
  await waitFor(next, (snapshot) => snapshot.matches('types'));
  await choose(next);
  create(next);
  await waitFor(next, ({ status }) => status === 'done');
  expect(new Set(keys).size).toBe(2);
});

test('a retry has the same key, whatever another tab stored meanwhile', async () => {
  const area = memory();
  const keys: string[] = [];
  const http = serverOf((key) => {
    keys.push(key);
    return Promise.reject(new FailureError({ kind: 'offline' }));
  });
  const actor = open(area, http);
  await choose(actor);
  create(actor);
  await waitFor(actor, (snapshot) => snapshot.hasTag('failed'));
  area.setItem('hevre:sending:game', JSON.stringify({ words: 'another game', key: 'of another tab' }));
  actor.send({ type: 'wizard.create' });
  await waitFor(actor, () => keys.length === 2);
  expect(new Set(keys).size).toBe(1);
  actor.stop();
});

test('a game that the server refused is sent again under a new key, unchanged or corrected', async () => {
  const keys: string[] = [];
  const sentPoints: unknown[] = [];
  const http = serverOf((key, { rules }) => {
    keys.push(key);
    sentPoints.push(rules['pts_exact']);
    const fields = { 'rules.pts_exact': { code: 'too_big' as const, limit: 9 } };
    return Promise.reject(new FailureError({ kind: 'validation', fields }));
  });
  const actor = open(memory(), http);
  await choose(actor);
  create(actor);
  await waitFor(actor, (snapshot) => snapshot.matches('settings'));
  expect(actor.getSnapshot().context.serverProblems).toEqual({
    'rules.pts_exact': { code: 'too_big', limit: 9 },
  });
  actor.send({ type: 'wizard.proceed' });
  create(actor);
  await waitFor(actor, (snapshot) => snapshot.matches('settings'));
  expect(new Set(keys).size).toBe(2);
  actor.send({ type: 'rule.change', key: 'pts_exact', value: 9 });
  actor.send({ type: 'wizard.proceed' });
  create(actor);
  await waitFor(actor, (snapshot) => snapshot.matches('settings'));
  expect(sentPoints).toEqual([10, 10, 9]);
  expect(new Set(keys).size).toBe(3);
  actor.stop();
});

test('a draft that cannot be read is ignored', async () => {
  const area = memory();
  area.setItem('hevre:wizard:3:7', '{"groups":"all"}');
  const actor = open(
    area,
    serverOf(() => Promise.reject(new Error('not asked'))),
  );
  await waitFor(actor, (snapshot) => snapshot.matches('types'));
  actor.stop();
});
