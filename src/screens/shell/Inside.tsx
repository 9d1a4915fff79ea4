import type { ReactNode } from 'react';
import { useSheet } from '#screens/hooks.ts';
import { PickPadProvider } from '#screens/item-card/PickPad.tsx';
import { useWide } from '#screens/league/use-wide.ts';
import { late } from '#ui/late.tsx';
import { Shell } from '#ui/Shell.tsx';
import { MainTabs } from './MainTabs.tsx';
import { Strip } from './Strip.tsx';
import { Top } from './Top.tsx';

const SideMenu = late(async () => (await import('./SideMenu.tsx')).SideMenu);
const NewLeague = late(async () => (await import('#screens/league/NewLeague.tsx')).NewLeague);
const Chat = late(async () => (await import('#screens/chat/Chat.tsx')).Chat);
const NewGroup = late(async () => (await import('#screens/groups/NewGroup.tsx')).NewGroup);

/** Frame of every screen with bars: the bars, the digit pad, and the sheets that open from anywhere. */
export function Inside({ pathname, children }: { pathname: string; children: ReactNode }) {
  const sheet = useSheet();
  const wide = useWide();
  const chat = sheet.name === 'chat' && sheet.of !== null && (
    <Chat key={sheet.of} post={sheet.of} beside={wide} onClose={sheet.close} />
  );
  return (
    <PickPadProvider>
      <Shell
        top={<Top pathname={pathname} />}
        tabs={<MainTabs pathname={pathname} />}
        strip={<Strip />}
        aside={wide && chat}
      >
        {children}
      </Shell>
      {!wide && chat}
      {sheet.name === 'menu' && <SideMenu />}
      {sheet.name === 'newLeague' && <NewLeague />}
      {sheet.name === 'newGroup' && <NewGroup />}
    </PickPadProvider>
  );
}
