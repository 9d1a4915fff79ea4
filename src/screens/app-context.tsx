import { useSelector } from '@xstate/react';
import { createContext, use, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { QueryOf, ResponseOf } from '#contract/calls.ts';
import type { LiveEvent } from '#contract/live-events.ts';
import type {
  GameState,
  GameStep,
  Group,
  Item,
  ItemOption,
  ItemRule,
  ItemType,
  League,
  Member,
  MemberBets,
  Notification,
  Option,
  PointsEntry,
  Post,
  Profile,
  StaffMember,
  StandingsRow,
} from '#contract/models.ts';
import type { Objections } from '#contract/objections.ts';
import type { LeagueStatistics, MemberStatistics } from '#contract/statistics.ts';
import type { ProjectedTable } from '#contract/what-if.ts';
import type { FeedRow } from '#domain/list-window.ts';
import type { Language } from '#i18n/i18n.ts';
import type { app, AppActor, AppData } from '#machines/app.ts';
import type { backStack } from '#machines/back-stack.ts';
import type { activeGroup } from '#machines/active-group.ts';
import type { chat } from '#machines/chat.ts';
import type { notificationPreferences } from '#machines/notification-preferences.ts';
import type { notificationVisit } from '#machines/notification-visit.ts';
import type { composer } from '#machines/composer.ts';
import type { command } from '#machines/command.ts';
import type { formOf, FormValues } from '#machines/form.ts';
import type { importCompetition } from '#machines/import-competition.ts';
import type { installOffer } from '#machines/install-offer.ts';
import type { invite } from '#machines/invite.ts';
import type { join } from '#machines/join.ts';
import type { BetRegistryActor } from '#machines/bet-registry.ts';
import type { OutboxActor } from '#machines/outbox.ts';
import type { pagedListOf } from '#machines/paged-list.ts';
import type { postActions } from '#machines/post-actions.ts';
import type { projectedTable } from '#machines/projected-table.ts';
import type { pushOffer } from '#machines/push-offer.ts';
import type { pushSubscription } from '#machines/push-subscription.ts';
import type { printLeague } from '#machines/print-league.ts';
import type { resourceOf } from '#machines/resource.ts';
import type { resultEntry } from '#machines/result-entry.ts';
import type { roundResults } from '#machines/round-results.ts';
import type { rulesLab } from '#machines/rules-lab.ts';
import type { sealCheck } from '#machines/seal-check.ts';
import type { shareTarget } from '#machines/share-target.ts';
import type { signIn, SignInDraft } from '#machines/sign-in.ts';
import type { socialLogin } from '#machines/social-login.ts';
import type { upload } from '#machines/upload.ts';
import type { uploads } from '#machines/uploads.ts';
import type { welcome, WelcomeSlide } from '#machines/welcome.ts';
import type { wizard } from '#machines/wizard.ts';

export type ListMachine<Row extends { readonly id: number }, Filters> = ReturnType<
  typeof pagedListOf<Row, Filters>
>;
/** Rows identified by their member's id. */
type KeyedByMember<Row> = Row & { readonly id: number };

/** The paged lists that screens start; `src/app` provides the call behind each. */
export type ListMachines = {
  readonly feed: ListMachine<FeedRow, { section?: number; to_bet?: boolean; state?: GameState }>;
  readonly games: ListMachine<Post, { section?: number; everyone?: boolean }>;
  /** Games by the latest message of their chats; without a line the feed's, as the device has stored it. */
  readonly chats: ListMachine<Post, object>;
  readonly leagues: ListMachine<League, { mine?: boolean; custom?: boolean; invited?: boolean }>;
  readonly groups: ListMachine<Group, { section?: number; invited?: boolean }>;
  readonly members: ListMachine<Member, { section?: number; onSectionOnly?: number; clan?: number }>;
  readonly options: ListMachine<Option, { section?: number }>;
  readonly itemOptions: ListMachine<ItemOption, { item?: number }>;
  readonly notifications: ListMachine<Notification, { new?: boolean }>;
  /** 0 asks for the roots. */
  readonly gameTypes: ListMachine<ItemType, { parent?: number }>;
  readonly rules: ListMachine<ItemRule, { itemType?: number }>;
  readonly staff: ListMachine<StaffMember, object>;
  readonly itemBets: ListMachine<KeyedByMember<MemberBets>, { item: number; post?: number; clan?: number }>;
  readonly points: ListMachine<PointsEntry, { section: number; member?: number; post?: number }>;
  readonly standings: ListMachine<
    KeyedByMember<StandingsRow>,
    { section: number; clan?: number; post?: number }
  >;
};

export type ResourceMachine<Value, Params> = ReturnType<typeof resourceOf<Value, Params>>;

/** What screens load one of; `src/app` provides the call behind each. `code` is an invitation's. */
export type ResourceMachines = {
  readonly post: ResourceMachine<Post, { id: number; code?: string }>;
  /** A public page, in the language where it has one. */
  readonly page: ResourceMachine<Post, { slug: string; language: string }>;
  readonly item: ResourceMachine<Item, { id: number }>;
  readonly gameSteps: ResourceMachine<GameStep[], { post: number }>;
  readonly gameType: ResourceMachine<ItemType, { id: number }>;
  readonly league: ResourceMachine<League, { id: number; code?: string }>;
  readonly profile: ResourceMachine<Profile, { member: number }>;
  readonly missingBettors: ResourceMachine<ResponseOf<'missingBettors'>, { post: number }>;
  readonly bettors: ResourceMachine<ResponseOf<'bettors'>, { item: number }>;
  /** The leagues that staff make games in: the newest of all, and the one they stand in. */
  readonly leaguesToRun: ResourceMachine<League[], { league?: number }>;
  readonly standings: ResourceMachine<ResponseOf<'standings'>, QueryOf<'standings'>>;
  readonly sessions: ResourceMachine<ResponseOf<'sessions'>, void>;
};

export type FormMachine<Result> = ReturnType<typeof formOf<Result>>;

/** Forms by what they save: a league (custom unless `official`), a group, a game's text, a member's profile. */
export type FormMachines = {
  readonly league: FormMachine<League>;
  readonly group: FormMachine<Group>;
  readonly post: FormMachine<Post>;
  readonly member: FormMachine<Member>;
  readonly item: FormMachine<Item>;
  readonly itemType: FormMachine<ItemType>;
  readonly itemRule: FormMachine<ItemRule>;
  readonly role: FormMachine<ResponseOf<'setRole'>>;
};

/** Values stored in this browser tab, kept through a reload; null where there is none, and to delete it. */
export type TabValue<Value, Key> = {
  readonly load: (of: Key) => Value | null;
  readonly keep: (of: Key, value: Value | null) => void;
};
/** Whose form, which, and the id of what it edits. */
export type FormDraftKey = {
  readonly member: number;
  readonly title: string;
  readonly id?: number | undefined;
};

/** The sign-in page's machines, with their ports provided by `src/app`. */
export type AuthMachines = {
  readonly signIn: typeof signIn;
  readonly signInDraft: TabValue<SignInDraft, undefined>;
  /** What an invitation opens. */
  readonly join: () => Promise<typeof join>;
  /** Loaded with the social login's buttons. */
  readonly socialLogin: () => Promise<typeof socialLogin>;
};

/** The machines of every other screen. */
export type Machines = {
  /** The sign-in machine again, for linking a phone to an account that is signed in. */
  readonly linkPhone: () => Promise<typeof signIn>;
  readonly push: () => Promise<{
    readonly subscription: typeof pushSubscription;
    readonly offer: typeof pushOffer;
  }>;
  readonly installOffer: () => Promise<typeof installOffer>;
  readonly forms: FormMachines;
  readonly formDraft: TabValue<FormValues, FormDraftKey>;
  readonly activeGroup: typeof activeGroup;
  /** Loaded with its screen. */
  readonly join: () => Promise<typeof join>;
  /** Loaded with the groups that may be invited. */
  readonly invite: () => Promise<typeof invite>;
  /** Loaded with a chat’s screen. */
  readonly chat: () => Promise<{
    readonly thread: typeof chat;
    readonly composer: typeof composer;
    /** Of the pictures of the message that is being written. */
    readonly uploads: typeof uploads;
  }>;
  /** Loaded with the screen of what another app has shared. */
  readonly shareTarget: () => Promise<typeof shareTarget>;
  /** Loaded with the profile. */
  readonly notificationPreferences: () => Promise<typeof notificationPreferences>;
  readonly notificationVisit: typeof notificationVisit;
  readonly command: typeof command;
  readonly postActions: typeof postActions;
  readonly resources: ResourceMachines;
  readonly resultEntry: typeof resultEntry;
  /** Loaded with the sheet of a round's results. */
  readonly roundResults: () => Promise<typeof roundResults>;
  /** Loaded with the sheet that adds a tournament. */
  readonly importCompetition: () => Promise<typeof importCompetition>;
  /** Loaded with what shows them. */
  readonly seals: () => Promise<{
    readonly own: ResourceMachine<string | null, { item: number }>;
    readonly check: typeof sealCheck;
  }>;
  /** Loaded with what shows them. */
  readonly objections: () => Promise<{
    readonly ofItem: ResourceMachine<Objections, { item: number }>;
    readonly form: FormMachine<Objections>;
  }>;
  /** Loaded with what shows them. */
  readonly statistics: () => Promise<{
    readonly league: ResourceMachine<LeagueStatistics, { section: number }>;
    readonly member: ResourceMachine<MemberStatistics, { section: number; member: number }>;
  }>;
  /** Loaded with what shows them. */
  readonly whatIf: () => Promise<{
    readonly table: typeof projectedTable;
    readonly place: ResourceMachine<ProjectedTable, { section: number; item: number }>;
    readonly lab: typeof rulesLab;
  }>;
  /** Loaded with the sheet that prints a league. */
  readonly print: () => Promise<typeof printLeague>;
  readonly upload: typeof upload;
  /** Loaded with its screen. `slide` is the member's. */
  readonly welcome: () => Promise<{
    readonly machine: typeof welcome;
    readonly slide: TabValue<WelcomeSlide, number>;
  }>;
  /** Loaded with the wizard's sheet. */
  readonly wizard: () => Promise<typeof wizard>;
  readonly lists: ListMachines;
  /** Started: what Back closes before it leaves the screen. */
  readonly backStack: ActorRefFrom<typeof backStack>;
};

export const AppContext = createContext<AppActor | null>(null);
/** A route's loader fills in what its screens start. */
export type LoadedMachines = { auth: AuthMachines | null; screens: Machines | null };
export const MachinesContext = createContext<LoadedMachines>({ auth: null, screens: null });
/** Changes the app's language and stores the choice. */
export const SetLanguageContext = createContext<((language: Language) => void) | null>(null);

function required<T>(value: T, what: string): NonNullable<T> {
  if (value == null) throw new Error(`no ${what} above`);
  return value;
}

/** The root actor. */
export const useApp = (): AppActor => required(use(AppContext), 'app');

/** The machines that the sign-in page starts its actors from. */
export const useAuthMachines = (): AuthMachines => required(use(MachinesContext).auth, 'auth machines');

/** The machines that any other screen starts its actors from. */
export const useMachines = (): Machines => required(use(MachinesContext).screens, 'machines');

export const useSetLanguage = (): ((language: Language) => void) =>
  required(use(SetLanguageContext), 'language switch');

/** The app data: the caller, their leagues and groups, and parameters. Null until it is loaded. */
export const useAppData = (): AppData | null => useSelector(useApp(), ({ context }) => context.data);

const neverChanges = () => () => {};

/** Whether the page is React's: while it hydrates what the build has drawn, it draws the same. */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );

/** The app data of a prerendered screen, which has none: null until React has hydrated it. */
export function useAppDataAfterHydration(): AppData | null {
  const data = useAppData();
  return useIsHydrated() ? data : null;
}

/** The caller, or null for a guest. */
export const useMe = () => useAppData()?.appuser ?? null;

/** Whether the caller is in a league. */
export function useIsMyLeague(): (league: number) => boolean {
  const leagues = useAppData()?.sections ?? [];
  return (league) => leagues.some(({ id, is_member: isMember }) => id === league && isMember);
}

/** A child actor of the root. */
export function useAppChild<Name extends 'session' | 'connection' | 'toasts'>(
  name: Name,
): NonNullable<ReturnType<ActorRefFrom<typeof app>['getSnapshot']>['children'][Name]> {
  const child = useSelector(useApp(), ({ children }) => children[name]);
  return required(child, name);
}

/** The bet registry, which the root starts once the screens' machines are loaded. */
export const useBetRegistry = (): BetRegistryActor =>
  required(
    useSelector(useApp(), ({ context }) => context.bets),
    'bet registry',
  );

/** The outbox, which the root starts once the screens' machines are loaded. */
export const useOutbox = (): OutboxActor =>
  required(
    useSelector(useApp(), ({ context }) => context.outbox),
    'outbox',
  );

/** Calls `listener` with every live event while the component is mounted. */
export function useLiveEvents(listener: (event: LiveEvent) => void): void {
  const app = useApp();
  const notify = useEffectEvent(listener);
  useEffect(() => {
    const subscription = app.on('live.event', ({ event }) => notify(event));
    return () => subscription.unsubscribe();
  }, [app]);
}

/** The server's time in milliseconds, updated every `intervalMs` ms. For display only: machines decide deadlines. */
export function useServerNow(intervalMs: number): number {
  const offset = useSelector(useApp(), ({ context }) => context.clockOffset);
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), intervalMs);
    return () => clearInterval(timer);
  }, [intervalMs]);
  return now + (offset ?? 0);
}
