import { useSelector } from '@xstate/react';
import { createContext, use, useEffect, useEffectEvent, useState } from 'react';
import type { Actor, ActorRefFrom } from 'xstate';
import type { LiveEvent } from '#contract/live-events.ts';
import type {
  GameState,
  Group,
  ItemOption,
  League,
  Member,
  MemberBets,
  Notification,
  Option,
  PointsEntry,
  Post,
  StandingsRow,
} from '#contract/models.ts';
import type { FeedRow } from '#domain/list-window.ts';
import type { Language } from '#i18n/i18n.ts';
import type { app, AppActor, AppData } from '#machines/app.ts';
import type { activeGroup } from '#machines/active-group.ts';
import type { chat } from '#machines/chat.ts';
import type { notificationPreferences } from '#machines/notification-preferences.ts';
import type { composer } from '#machines/composer.ts';
import type { command } from '#machines/command.ts';
import type { form } from '#machines/form.ts';
import type { invite } from '#machines/invite.ts';
import type { join } from '#machines/join.ts';
import type { outbox } from '#machines/outbox.ts';
import type { pagedListOf } from '#machines/paged-list.ts';
import type { postOptions } from '#machines/post-options.ts';
import type { resource } from '#machines/resource.ts';
import type { resultEntry } from '#machines/result-entry.ts';
import type { signIn } from '#machines/sign-in.ts';
import type { socialLogin } from '#machines/social-login.ts';
import type { upload } from '#machines/upload.ts';
import type { uploads } from '#machines/uploads.ts';
import type { welcome } from '#machines/welcome.ts';
import type { wizard } from '#machines/wizard.ts';

type List<Row extends { readonly id: number }, Filters> = ReturnType<typeof pagedListOf<Row, Filters>>;
/** Rows that are known by their member. */
type ByMember<Row> = Row & { readonly id: number };

/** The lists a screen may open; `src/app` knows which call fills each. */
export type Lists = {
  readonly feed: List<FeedRow, { section?: number; to_bet?: boolean; state?: GameState }>;
  readonly games: List<Post, { section?: number }>;
  readonly leagues: List<League, { mine?: boolean; custom?: boolean; invited?: boolean }>;
  readonly groups: List<Group, { section?: number; invited?: boolean }>;
  readonly members: List<Member, { section?: number; clan?: number }>;
  readonly options: List<Option, { section?: number }>;
  readonly itemOptions: List<ItemOption, { item?: number }>;
  readonly notifications: List<Notification, { new?: boolean }>;
  readonly itemBets: List<ByMember<MemberBets>, { item: number; post?: number; clan?: number }>;
  readonly points: List<PointsEntry, { section: number; member?: number; post?: number }>;
  readonly standings: List<ByMember<StandingsRow>, { section: number; clan?: number; post?: number }>;
};

export type FormName = 'league' | 'group' | 'post' | 'member' | 'item' | 'result' | 'itemType' | 'itemRule';

/** The machines with their ports made real; `src/app` provides them. */
export type Machines = {
  readonly signIn: typeof signIn;
  /** Not loaded before its buttons are there. */
  readonly socialLogin: () => Promise<typeof socialLogin>;
  /** The door's steps again, for a number that an account has not got yet. */
  readonly linkPhone: () => Promise<typeof signIn>;
  /** A form by what it saves: a league (made `custom`), a group, a post's words, one's own name. */
  readonly forms: Readonly<Record<FormName, typeof form>>;
  readonly activeGroup: typeof activeGroup;
  readonly join: typeof join;
  readonly invite: typeof invite;
  readonly chat: typeof chat;
  readonly composer: typeof composer;
  /** Running already: what was written outlives the chat that it was written in. */
  readonly outbox: Actor<typeof outbox>;
  readonly choices: typeof notificationPreferences;
  readonly errand: typeof command;
  readonly postOptions: typeof postOptions;
  readonly resource: typeof resource;
  readonly results: typeof resultEntry;
  readonly upload: typeof upload;
  readonly uploads: typeof uploads;
  readonly welcome: typeof welcome;
  readonly wizard: typeof wizard;
  readonly lists: Lists;
};

export const AppContext = createContext<AppActor | null>(null);
export const MachinesContext = createContext<Machines | null>(null);
/** The id by which the server knows this device again at sign-in. */
export const DeviceContext = createContext<string | null>(null);
/** Makes the app speak another language, and remembers it. */
export const SpeakContext = createContext<((language: Language) => void) | null>(null);

/** What this tab remembers through a reload; what is read may be anything. */
export type Memory = {
  readonly read: (key: string) => unknown;
  /** Null forgets. */
  readonly write: (key: string, value: unknown) => void;
};
export const MemoryContext = createContext<Memory | null>(null);

function given<T>(value: T | null, what: string): T {
  if (value === null) throw new Error(`no ${what} above`);
  return value;
}

/** The root actor. */
export const useApp = (): AppActor => given(use(AppContext), 'app');

/** The machines a screen starts its actors from. */
export const useMachines = (): Machines => given(use(MachinesContext), 'machines');

export const useDevice = (): string => given(use(DeviceContext), 'device');
export const useMemory = (): Memory => given(use(MemoryContext), 'memory');
export const useSpeak = (): ((language: Language) => void) => given(use(SpeakContext), 'language switch');

/** What the app knows of the caller: who they are, their leagues and groups. Null until it is loaded. */
export const useAppData = (): AppData | null => useSelector(useApp(), ({ context }) => context.data);

/** The caller, or null for a guest. */
export const useMe = () => useAppData()?.appuser ?? null;

/** One of the root's own actors. */
export function useChild<Name extends 'session' | 'connection' | 'toasts' | 'bets'>(
  name: Name,
): NonNullable<ReturnType<ActorRefFrom<typeof app>['getSnapshot']>['children'][Name]> {
  const child = useSelector(useApp(), ({ children }) => children[name]);
  return given<typeof child | null>(child ?? null, name) as NonNullable<typeof child>;
}

/** Hears every live event while the screen is there. What to make of it, its actor decides. */
export function useLive(heard: (event: LiveEvent) => void): void {
  const app = useApp();
  const tell = useEffectEvent(heard);
  useEffect(() => {
    const subscription = app.on('live', ({ event }) => tell(event));
    return () => subscription.unsubscribe();
  }, [app]);
}

/** The server's time, ticking every `every` milliseconds: for showing what is left, never for deciding. */
export function useServerNow(every: number): number {
  const clock = useSelector(useApp(), ({ context }) => context.clock);
  const [now, tick] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => tick(Date.now()), every);
    return () => clearInterval(timer);
  }, [every]);
  return now + (clock ?? 0);
}
