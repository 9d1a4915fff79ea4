import {
  createHashHistory,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  useNavigate,
  useSearch,
} from '@tanstack/react-router';
import * as v from 'valibot';
import { lazyComponent } from '#ui/primitives/lazy-component.tsx';
import type { Composition } from './create-app.ts';
import { AppShell, Layout } from '#screens/shell/Layout.tsx';

/** What an address may carry after its `?`, whatever the route. */
const SearchSchema = v.object({
  /** The create-games wizard lies over the route. */
  wizard: v.fallback(v.optional(v.literal(1)), undefined),
  /** A sheet over the screen, by its name, and whom or what it is about. */
  sheet: v.fallback(v.optional(v.pipe(v.string(), v.maxLength(20))), undefined),
  of: v.fallback(v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1))), undefined),
  /** Which of a screen's tabs is open, and which group and game its table is of. */
  tab: v.fallback(v.optional(v.pipe(v.string(), v.maxLength(20))), undefined),
  clan: v.fallback(v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1))), undefined),
  post: v.fallback(v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1))), undefined),
  /** Where to go back to after signing in. */
  return: v.fallback(v.optional(v.pipe(v.string(), v.regex(/^\/(?!\/)/), v.maxLength(300))), undefined),
  id: v.fallback(v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1))), undefined),
  section: v.fallback(v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1))), undefined),
  // A code may be all digits, which an address reads as a number.
  code: v.fallback(
    v.optional(v.pipe(v.union([v.string(), v.number()]), v.transform(String), v.maxLength(20))),
    undefined,
  ),
});
export type SearchParams = v.InferOutput<typeof SearchSchema>;

const LazyWizard = lazyComponent(async () => (await import('#screens/wizard/WizardModal.tsx')).WizardModal);

const rootRoute = createRootRouteWithContext<Composition>()({
  validateSearch: (search): SearchParams => v.parse(SearchSchema, search),
  component: RootLayout,
});

/** Every screen inside the layout, and the wizard over it when the address says so. */
function RootLayout() {
  const { wizard } = useSearch({ from: '__root__' });
  const navigate = useNavigate();
  return (
    <>
      <Layout />
      {wizard && (
        <LazyWizard
          onClose={() =>
            void navigate({ to: '.', search: (now: SearchParams) => ({ ...now, wizard: undefined }) })
          }
        />
      )}
    </>
  );
}

type GuardArgs = { context: Composition; location: { href: string } };

/** Guarded routes send a guest to sign in, and back here afterwards. */
const requireSignIn = ({ context, location }: GuardArgs) => {
  if (context.app.getSnapshot().context.session === null)
    redirect({ to: '/login', search: { return: location.href }, replace: true, throw: true });
};

/** A screen's code comes with the machines that it starts, and with what is around it. */
const withScreenMachines = {
  loader: ({ context }: { context: Composition }) =>
    Promise.all([context.loadMachines(), AppShell.preload?.()]),
  staleTime: Infinity,
};
const withAuthMachines = {
  loader: ({ context }: { context: Composition }) => context.loadAuth(),
  staleTime: Infinity,
};

const underRoot = { getParentRoute: () => rootRoute } as const;
const screenRoute = { ...underRoot, ...withScreenMachines } as const;
const feedScreen = lazyRouteComponent(() => import('#screens/feed/FeedScreen.tsx'), 'FeedScreen');

const notFound = lazyRouteComponent(() => import('#screens/shell/NotFound.tsx'), 'NotFound');

const routes = [
  createRoute({ ...screenRoute, path: '/', beforeLoad: requireSignIn, component: feedScreen }),
  createRoute({ ...screenRoute, path: '/main', beforeLoad: requireSignIn, component: feedScreen }),
  createRoute({
    ...screenRoute,
    path: '/games',
    beforeLoad: requireSignIn,
    component: lazyRouteComponent(
      () => import('#screens/games-to-bet/GamesToBetScreen.tsx'),
      'GamesToBetScreen',
    ),
  }),
  createRoute({
    ...screenRoute,
    path: '/section',
    beforeLoad: requireSignIn,
    component: lazyRouteComponent(() => import('#screens/league/LeagueScreen.tsx'), 'MyLeaguesScreen'),
  }),
  createRoute({
    ...screenRoute,
    path: '/section/$id',
    component: lazyRouteComponent(() => import('#screens/league/LeagueScreen.tsx'), 'LeagueRoute'),
  }),
  createRoute({
    ...screenRoute,
    path: '/post/$id',
    component: lazyRouteComponent(() => import('#screens/game/GameScreen.tsx'), 'GameRoute'),
  }),
  createRoute({
    ...screenRoute,
    path: '/item',
    component: lazyRouteComponent(() => import('#screens/item-page/ItemScreen.tsx'), 'ItemScreen'),
  }),
  createRoute({
    ...underRoot,
    ...withAuthMachines,
    path: '/login',
    component: lazyRouteComponent(() => import('#screens/login/LoginScreen.tsx'), 'LoginScreen'),
  }),
  createRoute({
    ...screenRoute,
    path: '/sections',
    component: lazyRouteComponent(() => import('#screens/leagues/LeaguesScreen.tsx'), 'LeaguesScreen'),
  }),
  createRoute({
    ...screenRoute,
    path: '/clans-page',
    component: lazyRouteComponent(() => import('#screens/groups/GroupsScreen.tsx'), 'GroupsScreen'),
  }),
  createRoute({
    ...screenRoute,
    path: '/notifications',
    component: lazyRouteComponent(
      () => import('#screens/notifications/NotificationsScreen.tsx'),
      'NotificationsScreen',
    ),
  }),
  createRoute({
    ...screenRoute,
    path: '/profile',
    beforeLoad: requireSignIn,
    component: lazyRouteComponent(() => import('#screens/profile/ProfileScreen.tsx'), 'ProfileScreen'),
  }),
  createRoute({
    ...screenRoute,
    path: '/profile/$id',
    beforeLoad: requireSignIn,
    component: lazyRouteComponent(() => import('#screens/profile/ProfileScreen.tsx'), 'ProfileScreen'),
  }),
  createRoute({
    ...screenRoute,
    path: '/welcome',
    component: lazyRouteComponent(() => import('#screens/welcome/WelcomeScreen.tsx'), 'WelcomeScreen'),
  }),
  createRoute({
    ...screenRoute,
    path: '/terms',
    component: lazyRouteComponent(() => import('#screens/static-page/StaticPageScreen.tsx'), 'TermsScreen'),
  }),
  createRoute({
    ...screenRoute,
    path: '/post-form',
    component: lazyRouteComponent(() => import('#screens/game/GameFormScreen.tsx'), 'GameFormScreen'),
  }),
  createRoute({
    ...screenRoute,
    path: '/join',
    component: lazyRouteComponent(() => import('#screens/join/JoinScreen.tsx'), 'JoinScreen'),
  }),
];

/** Hash routes: any static host will do, and the address after the hash never reaches a server's log. */
export function createAppRouter(composition: Composition) {
  return createRouter({
    routeTree: rootRoute.addChildren(routes),
    history: createHashHistory(),
    context: composition,
    defaultPreload: 'intent',
    defaultNotFoundComponent: notFound,
    scrollRestoration: true,
  });
}
