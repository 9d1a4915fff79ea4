import { useCanGoBack, useRouter } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { useOpenSheet, useSearchParam } from '#screens/search-params.ts';
import { useAppChild, useMe } from '#screens/app-context.tsx';
import { TopBar } from '#ui/shell/TopBar.tsx';

/** Paths without a Back button. */
const rootPaths = new Set(['/', '/main', '/login', '/welcome']);

/** The top bar: back, logo, member and menu. */
export function AppTopBar({ pathname }: { pathname: string }) {
  const me = useMe();
  const openSheet = useOpenSheet();
  const isMenuOpen = useSearchParam(({ sheet }) => sheet === 'menu');
  const router = useRouter();
  const canGoBack = useCanGoBack();
  const online = useSelector(useAppChild('connection'), (snapshot) => snapshot.hasTag('online'));
  const onBack = () => (canGoBack ? router.history.back() : router.history.push('/'));
  return (
    <TopBar
      homeHref="#/"
      {...(!rootPaths.has(pathname) && { onBack })}
      {...(me && { user: { name: me.fname, image: me.image, online, href: `#/profile/${me.id}` } })}
      onMenu={() => openSheet('menu')}
      menuOpen={isMenuOpen}
    />
  );
}
