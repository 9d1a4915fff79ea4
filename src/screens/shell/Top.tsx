import { useCanGoBack, useRouter } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { useSheet } from '#screens/hooks.ts';
import { useChild, useMe } from '#screens/kit.tsx';
import { TopBar } from '#ui/TopBar.tsx';

/** Where there is nowhere further back to go than home. */
const roots = new Set(['/', '/main', '/login', '/welcome']);

/** The bar on top: back, the mark, who is here, and the menu. */
export function Top({ pathname }: { pathname: string }) {
  const me = useMe();
  const sheet = useSheet();
  const router = useRouter();
  const canGoBack = useCanGoBack();
  const online = useSelector(useChild('connection'), (snapshot) => snapshot.hasTag('online'));
  const onBack = () => (canGoBack ? router.history.back() : router.history.push('/'));
  return (
    <TopBar
      homeHref="#/"
      {...(!roots.has(pathname) && { onBack })}
      {...(me && { user: { name: me.fname, image: me.image, online, href: `#/profile/${me.id}` } })}
      onMenu={() => sheet.open('menu')}
      menuOpen={sheet.name === 'menu'}
    />
  );
}
