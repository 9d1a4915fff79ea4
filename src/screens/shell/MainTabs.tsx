import { Bell, House, LogIn, Search, UserRound } from 'lucide-react';
import { useT } from '#i18n/react.tsx';
import { useAppData } from '#screens/app-context.tsx';
import { useSignInSearch } from '#screens/use-sign-in-search.ts';
import { TabBar } from '#ui/shell/TabBar.tsx';

/** The tab of a path; null for another member's profile. */
function tabOf(pathname: string, me: number | null): 'main' | 'notifications' | 'search' | 'profile' | null {
  if (
    pathname === '/' ||
    pathname === '/main' ||
    pathname === '/games' ||
    /^\/(section|post)(\/|$)/.test(pathname)
  )
    return 'main';
  if (pathname === '/item') return 'main';
  if (pathname === '/notifications') return 'notifications';
  if (pathname === '/sections') return 'search';
  if (pathname === '/profile' || pathname === `/profile/${me}`) return 'profile';
  return null;
}

/** The four main tabs; a guest's last one is sign-in. */
export function MainTabs({ pathname }: { pathname: string }) {
  const t = useT();
  const data = useAppData();
  const signIn = new URLSearchParams(useSignInSearch()).toString();
  const me = data?.appuser ?? null;
  const unreadCount = data?.activeParams.notifications ?? 0;
  const current = tabOf(pathname, me?.id ?? null);
  const tab = (id: NonNullable<typeof current>) => ({ id, current: current === id });
  return (
    <TabBar
      items={[
        { ...tab('main'), label: t('tabMain'), icon: <House />, href: '#/main' },
        {
          ...tab('notifications'),
          label: t('tabNotifications'),
          icon: <Bell />,
          href: '#/notifications',
          ...(unreadCount > 0 && { count: unreadCount }),
        },
        { ...tab('search'), label: t('tabSearch'), icon: <Search />, href: '#/sections' },
        me
          ? {
              ...tab('profile'),
              label: t('tabProfile'),
              icon: <UserRound />,
              href: `#/profile/${me.id}`,
            }
          : { ...tab('profile'), label: t('signIn'), icon: <LogIn />, href: `#/login?${signIn}` },
      ]}
    />
  );
}
