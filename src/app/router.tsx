import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  redirect,
  type RouteComponent,
  type RouterHistory,
} from '@tanstack/react-router';
import * as v from 'valibot';
import { Id } from '#contract/primitives.ts';
import { lazyComponent } from '#ui/primitives/lazy-component.tsx';
import type { LayerHistory } from './back-stack-ports.ts';
import type { Composition } from './create-app.ts';
import type { membersRoutes } from './members-routes.ts';
import { AppShell, Layout } from '#screens/shell/Layout.tsx';
import { scrolledEntry } from '#screens/history-entry.ts';
import { ScreenError } from '#screens/shell/ScreenError.tsx';

/** A value that an address may carry: what it must not be, it is not at all. */
const param = <Schema extends v.GenericSchema>(schema: Schema) => v.fallback(v.optional(schema), undefined);
const id = param(Id);
const name = param(v.pipe(v.string(), v.maxLength(20)));

/** What an address may carry after its `?`, whatever the route. */
const SearchSchema = v.object({
  /** The create-games wizard lies over the route. */
  wizard: param(v.literal(1)),
  /** A sheet over the screen, by its name, and whom or what it is about. */
  sheet: name,
  of: id,
  /** Which of a screen's tabs is open, and which group and game its table is of. */
  tab: name,
  clan: id,
  post: id,
  /** Where to go back to after signing in. */
  return: param(v.pipe(v.string(), v.regex(/^\/(?!\/)/), v.maxLength(300))),
  id,
  section: id,
  /** The match or the game that is open beside the screen, where there are panes (app-history.ts). */
  match: id,
  game: id,
  // A code may be all digits, which an address reads as a number.
  code: param(v.pipe(v.union([v.string(), v.number()]), v.transform(String), v.maxLength(20))),
});
export type SearchParams = v.InferOutput<typeof SearchSchema>;

const rootRoute = createRootRouteWithContext<Composition>()({
  validateSearch: (search): SearchParams => v.parse(SearchSchema, search),
  component: Layout,
});

type GuardArgs = { context: Composition; location: { href: string; search: SearchParams } };

/** Members' routes send a guest to sign in, and back here afterwards. */
const requireSignIn = ({ context, location: { href, search } }: GuardArgs) => {
  if (context.app.getSnapshot().context.session !== null) return;
  // What everyone may see is opened beside the leagues.
  if (search.match !== undefined || search.game !== undefined)
    redirect({ to: '/sections', search, replace: true, throw: true });
  redirect({ to: '/login', search: { return: href }, replace: true, throw: true });
};

const Feed = lazyComponent(async () => (await import('#screens/feed/FeedScreen.tsx')).FeedScreen);
const GamesToBet = lazyComponent(async () =>
  (await import('#screens/load-member-screens.ts')).loadGamesToBet(),
);
const Staff = lazyComponent(async () => (await import('#screens/load-member-screens.ts')).loadStaff());
const Share = lazyComponent(async () => (await import('#screens/load-member-screens.ts')).loadShare());
const MyLeagues = lazyComponent(
  async () => (await import('#screens/league/LeagueScreen.tsx')).MyLeaguesScreen,
);
const League = lazyComponent(async () => (await import('#screens/league/LeagueScreen.tsx')).LeagueRoute);
const Game = lazyComponent(async () => (await import('#screens/game/GameScreen.tsx')).GameRoute);
const Item = lazyComponent(async () => (await import('#screens/item-page/ItemScreen.tsx')).ItemScreen);
const Login = lazyComponent(async () => (await import('#screens/login/LoginScreen.tsx')).LoginScreen);
const Leagues = lazyComponent(async () => (await import('#screens/leagues/LeaguesScreen.tsx')).LeaguesScreen);
const Groups = lazyComponent(async () => (await import('#screens/groups/GroupsScreen.tsx')).GroupsScreen);
const Notifications = lazyComponent(
  async () => (await import('#screens/notifications/NotificationsScreen.tsx')).NotificationsScreen,
);
const Profile = lazyComponent(async () => (await import('#screens/load-member-screens.ts')).loadProfile());
const Welcome = lazyComponent(async () => (await import('#screens/load-member-screens.ts')).loadWelcome());
const Terms = lazyComponent(
  async () => (await import('#screens/static-page/StaticPageScreen.tsx')).TermsScreen,
);
const Accessibility = lazyComponent(
  async () => (await import('#screens/static-page/StaticPageScreen.tsx')).AccessibilityScreen,
);
const GameForm = lazyComponent(async () => (await import('#screens/load-member-screens.ts')).loadGameForm());
const Join = lazyComponent(async () => (await import('#screens/join/JoinScreen.tsx')).JoinScreen);
const NotFound = lazyComponent(async () => (await import('#screens/shell/NotFound.tsx')).NotFound);

const underRoot = { getParentRoute: () => rootRoute } as const;
/** A screen's code comes with the machines that it starts, and with what is around it. */
const withScreenMachines = {
  ...underRoot,
  loader: ({ context }: { context: Composition }) =>
    Promise.all([context.loadMachines(), AppShell.preload()]),
  staleTime: Infinity,
} as const;
const openRoute = (path: string, component: RouteComponent) =>
  createRoute({ ...withScreenMachines, path, component });
const membersRoute = (path: (typeof membersRoutes)[number], component: RouteComponent) =>
  createRoute({ ...withScreenMachines, path, component, beforeLoad: requireSignIn });

const routes = [
  membersRoute('/', Feed),
  membersRoute('/main', Feed),
  membersRoute('/games', GamesToBet),
  membersRoute('/section', MyLeagues),
  membersRoute('/share', Share),
  openRoute('/section/$id', League),
  openRoute('/post/$id', Game),
  openRoute('/item', Item),
  createRoute({
    ...underRoot,
    path: '/login',
    component: Login,
    loader: ({ context }) => context.loadAuth(),
    staleTime: Infinity,
  }),
  openRoute('/sections', Leagues),
  openRoute('/clans-page', Groups),
  openRoute('/notifications', Notifications),
  membersRoute('/staff', Staff),
  membersRoute('/profile', Profile),
  membersRoute('/profile/$id', Profile),
  openRoute('/welcome', Welcome),
  openRoute('/terms', Terms),
  openRoute('/accessibility', Accessibility),
  openRoute('/post-form', GameForm),
  openRoute('/join', Join),
  openRoute('/$', NotFound),
];

type Entry = Parameters<typeof scrolledEntry>[0];
const entryOf = ({ state, href }: { state: Entry; href: string }): string => scrolledEntry(state) ?? href;

/** Whether a location is another screen than the last one, whose scroll position is its own. */
function screenChanges() {
  let last: string | null = null;
  return ({ location }: { location: Parameters<typeof entryOf>[0] }): boolean => {
    const entry = entryOf(location);
    const changes = entry !== last;
    last = entry;
    return changes;
  };
}

/** Hash routes: any static host will do, and the address after the hash never reaches a server's log. */
export function createAppRouter(composition: Composition, history: RouterHistory) {
  return createRouter({
    routeTree: rootRoute.addChildren(routes),
    history,
    context: composition,
    defaultPreload: 'intent',
    defaultErrorComponent: ScreenError,
    scrollRestoration: screenChanges(),
    getScrollRestorationKey: entryOf,
  });
}

/** The router's history as the back stack sees it. */
export const layerHistory = (router: () => ReturnType<typeof createAppRouter>): LayerHistory => ({
  current: () => {
    const { layers = 0, onLayer = false } = router().history.location.state;
    return { layers, onLayer };
  },
  push: (layers) => {
    void router().navigate({
      to: '.',
      search: (now: SearchParams) => now,
      resetScroll: false,
      state: (now) => ({ ...now, layers, onLayer: true, below: scrolledEntry(now) }),
    });
    // At once: the router makes one entry of what is pushed in the same turn.
    router().history.flush();
  },
  back: (count) => router().history.go(-count),
  subscribe: (listener) => {
    const { history } = router();
    // oxlint-disable-next-line no-underscore-dangle -- the router's own name of an entry's place
    const place = () => history.location.state.__TSR_index;
    let last = place();
    return history.subscribe(() => {
      const back = place() < last;
      last = place();
      listener(back);
    });
  },
});
