import { Bell, House, Search, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { Heading } from '#ui/primitives/Stack.tsx';
import { OfflineNotice } from '#ui/shell/OfflineNotice.tsx';
import { Pane, PaneTitle } from '#ui/shell/Pane.tsx';
import { Shell } from '#ui/shell/Shell.tsx';
import { TabBar } from '#ui/shell/TabBar.tsx';
import { TopBar } from '#ui/shell/TopBar.tsx';
import type { Look } from './look.ts';
import { nothing, usePeople, useSampleText } from './samples.ts';

const here = '#/qa/ui';

/** The frame of the page: top bar, tabs or rail, notice, and the pane beside it on a desktop. */
export function Frame({ of, children }: { of: Look['frame']; children: ReactNode }) {
  const word = useSampleText();
  const [me = { name: '' }] = usePeople();
  if (of === 'guest') return <Shell top={<TopBar homeHref={here} />}>{children}</Shell>;
  const online = of === 'member';
  const tabs = [
    { id: 'main', label: word('משחקים', 'Games'), icon: <House size={22} />, href: here, current: true },
    { id: 'news', label: word('עדכונים', 'News'), icon: <Bell size={22} />, href: here, count: 3 },
    { id: 'search', label: word('ליגות', 'Leagues'), icon: <Search size={22} />, href: here, count: 120 },
    { id: 'me', label: word('הפרופיל שלי', 'My profile'), icon: <UserRound size={22} />, href: here },
  ];
  return (
    <Shell
      connection={online ? 'live' : 'offline'}
      top={
        <TopBar
          homeHref={here}
          onMenu={nothing}
          menuOpen={online}
          user={{ name: me.name, online, href: here }}
          {...(!online && { onBack: nothing })}
        />
      }
      strip={<OfflineNotice offline={!online} waiting={online ? 0 : 2} />}
      tabs={<TabBar items={tabs} />}
      label={word('המסך', 'Screen')}
      aside={online ? <Heading level={3}>{word('שיחה', 'Chat')}</Heading> : null}
      panes={online ? null : <Panes />}
    >
      {children}
    </Shell>
  );
}

function Panes() {
  const word = useSampleText();
  const [table, chat] = [word('הטבלה', 'The table'), word('השיחה', 'The chat')];
  return (
    <>
      <Pane label={table} title={<PaneTitle>{table}</PaneTitle>}>
        {table}
      </Pane>
      <Pane whole label={chat} title={<PaneTitle>{chat}</PaneTitle>} onClose={nothing}>
        {chat}
      </Pane>
    </>
  );
}
