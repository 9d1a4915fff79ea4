import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  redirect,
  type HistoryLocation,
  type RouteComponent,
  type RouterHistory,
} from '@tanstack/react-router';
import * as v from 'valibot';
import { Id } from '#contract/primitives.ts';
import { lazyComponent } from '#ui/primitives/lazy-component.tsx';
import type { LayerHistory } from './back-stack-ports.ts';
import type { Composition } from './create-app.ts';
import type { membersRoutes } from './members-routes.ts';
import { nextPaint } from './next-paint.ts';
import { AppShell, barelessPaths, Layout } from '#screens/shell/Layout.tsx';
import { scrolledEntry } from '#screens/history-entry.ts';
import { ScreenError } from '#screens/shell/ScreenError.tsx';

/** A search parameter; an invalid value counts as absent. */
const param = <Schema extends v.GenericSchema>(schema: Schema) => v.fallback(v.optional(schema), undefined);
const id = param(Id);
const name = param(v.pipe(v.string(), v.maxLength(20)));

/** The search parameters of every route. */
const SearchSchema = v.object({
  /** The wizard is open over the route. */
  wizard: param(v.literal(1)),
  /** A sheet over the screen, by name, and the id of what it is about. */
  sheet: name,
  of: id,
  /** The open tab of the screen, and the group and game that its table is filtered to. */
  tab: name,
  clan: id,
  post: id,
  /** Where to go after signing in. */
  return: param(v.pipe(v.string(), v.regex(/^\/(?!\/)/), v.maxLength(300))),
  id,
  section: id,
  /** The match or game open beside the screen, in a window with panes (app-history.ts). */
  match: id,
  game: id,
  // A code may be all digits, which an address reads as a number.
  code: param(v.pipe(v.union([v.string(), v.number()]), v.transform(String), v.maxLength(20))),
});
export type SearchParams = v.InferOutput<typeof SearchSchema>;

/** `paintBefore` resolves when the screen of a location may be rendered. */
type RouterContext = Composition & { paintBefore(to: Place): Promise<void> | undefined };

const rootRoute = createRootRouteWithContext<RouterContext>()({
  validateSearch: (search): SearchParams => v.parse(SearchSchema, search),
  beforeLoad: ({ context, location, preload }) => (preload ? undefined : context.paintBefore(location)),
  component: Layout,
});

type GuardArgs = { context: Composition; location: { href: string; search: SearchParams } };

/** Sends a guest to sign in, and afterwards back to this route. */
const requireSignIn = ({ context, location: { href, search } }: GuardArgs) => {
  if (context.app.getSnapshot().context.session !== null) return;
  // A guest may see a match or game: it opens beside the leagues.
  if (search.match !== undefined || search.game !== undefined)
    redirect({ to: '/sections', search, throw: true });
  redirect({ to: '/login', search: { return: href }, throw: true });
};

const Feed = lazyComponent(async () => (await import('#screens/feed/FeedScreen.tsx')).FeedScreen);
const GamesToBet = lazyComponent(async () => (await import('#screens/load-screens.ts')).loadGamesToBet());
const Staff = lazyComponent(async () => (await import('#screens/load-screens.ts')).loadStaff());
const Share = lazyComponent(async () => (await import('#screens/load-screens.ts')).loadShare());
const MyLeagues = lazyComponent(
  async () => (await import('#screens/league/LeagueScreen.tsx')).MyLeaguesScreen,
);
const League = lazyComponent(async () => (await import('#screens/league/LeagueScreen.tsx')).LeagueRoute);
const Game = lazyComponent(async () => (await import('#screens/game/GameScreen.tsx')).GameRoute);
const Item = lazyComponent(async () => (await import('#screens/item-page/ItemScreen.tsx')).ItemScreen);
const Login = lazyComponent(async () => (await import('#screens/login/LoginScreen.tsx')).LoginScreen);
const Leagues = lazyComponent(async () => (await import('#screens/load-screens.ts')).loadLeagues());
const Groups = lazyComponent(async () => (await import('#screens/load-screens.ts')).loadGroups());
const Notifications = lazyComponent(async () =>
  (await import('#screens/load-screens.ts')).loadNotifications(),
);
const Profile = lazyComponent(async () => (await import('#screens/load-screens.ts')).loadProfile());
const Welcome = lazyComponent(async () => (await import('#screens/load-screens.ts')).loadWelcome());
const Terms = lazyComponent(async () => (await import('#screens/load-screens.ts')).loadTerms());
const Accessibility = lazyComponent(async () =>
  (await import('#screens/load-screens.ts')).loadAccessibility(),
);
const GameForm = lazyComponent(async () => (await import('#screens/load-screens.ts')).loadGameForm());
const Join = lazyComponent(async () => (await import('#screens/join/JoinScreen.tsx')).JoinScreen);
const NotFound = lazyComponent(async () => (await import('#screens/load-screens.ts')).loadNotFound());

const underRoot = { getParentRoute: () => rootRoute } as const;
/** Loads the screens' machines and the app shell with a screen's code. */
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

/** Returns a predicate: whether a location is another screen than the last, with its own scroll position. */
function screenChanges() {
  let last: string | null = null;
  return ({ location }: { location: Parameters<typeof entryOf>[0] }): boolean => {
    const entry = entryOf(location);
    const changes = entry !== last;
    last = entry;
    return changes;
  };
}

type Place = { readonly pathname: string; readonly state: HistoryLocation['state'] };
// oxlint-disable-next-line no-underscore-dangle -- the router's own name of an entry's place
const placeOf = ({ state }: Pick<Place, 'state'>): number => state.__TSR_index;

/** Whether a tap on one screen leads to another, and the frame around both stays. */
export const isStepForward = (from: Place, to: Place): boolean =>
  from.pathname !== to.pathname &&
  placeOf(from) <= placeOf(to) &&
  !barelessPaths.has(from.pathname) &&
  !barelessPaths.has(to.pathname);

/** Creates the router. Its hash routes work on any static host, and do not reach a server's log. */
export function createAppRouter(composition: Composition, history: RouterHistory) {
  const router = createRouter({
    routeTree: rootRoute.addChildren(routes),
    history,
    context: {
      ...composition,
      // The tab is marked and painted before its screen is rendered, which takes longer.
      paintBefore: (to): Promise<void> | undefined => {
        const { resolvedLocation: from } = router.state;
        return from && isStepForward(from, to) ? nextPaint() : undefined;
      },
    },
    defaultPreload: 'intent',
    defaultErrorComponent: ScreenError,
    scrollRestoration: screenChanges(),
    getScrollRestorationKey: entryOf,
  });
  return router;
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
    // Without a flush the router merges entries pushed in the same tick.
    router().history.flush();
  },
  back: (count) => router().history.go(-count),
  subscribe: (listener) => {
    const { history } = router();
    const place = () => placeOf(history.location);
    let last = place();
    return history.subscribe(() => {
      const back = place() < last;
      last = place();
      listener(back);
    });
  },
});
