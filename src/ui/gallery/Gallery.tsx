import { Bell, House, Search, UserRound } from 'lucide-react';
import type { ComponentType } from 'react';
import { Heading } from '#ui/primitives/Stack.tsx';
import { OfflineNotice } from '#ui/shell/OfflineNotice.tsx';
import { Shell } from '#ui/shell/Shell.tsx';
import { TabBar } from '#ui/shell/TabBar.tsx';
import { TopBar } from '#ui/shell/TopBar.tsx';
import { Buttons, Faces, Tags } from './basics.tsx';
import { Choices, Typing } from './forms.tsx';
import { Above, Feed, Picks, Scores, States, Table } from './game.tsx';
import * as css from './Gallery.css.ts';

const parts: Record<string, ComponentType> = {
  Feed,
  Picks,
  Scores,
  Table,
  Buttons,
  Tags,
  Faces,
  Typing,
  Choices,
  States,
  Above,
};

/** All components, in the frame that the screens use. */
export function Gallery({ only }: { only: string | null }) {
  const tabs = [
    { id: 'main', label: 'משחקים', icon: <House size={22} />, href: '#/', current: true },
    {
      id: 'news',
      label: 'עדכונים',
      icon: <Bell size={22} />,
      href: '#/notifications',
      count: 3,
    },
    { id: 'search', label: 'ליגות', icon: <Search size={22} />, href: '#/sections' },
    { id: 'me', label: 'הפרופיל שלי', icon: <UserRound size={22} />, href: '#/profile' },
  ];
  return (
    <Shell
      top={
        <TopBar
          homeHref="#/"
          onBack={() => undefined}
          onMenu={() => undefined}
          user={{ name: 'נועה ברקוביץ׳', online: true, href: '#/profile' }}
        />
      }
      strip={<OfflineNotice shown={!only} waiting={2} />}
      tabs={<TabBar items={tabs} />}
    >
      <Heading level={1}>המונדיאל של השכונה</Heading>
      {Object.entries(parts)
        .filter(([name]) => !only || only.split(',').includes(name))
        .map(([name, Part]) => (
          <section key={name} className={css.part} aria-label={name}>
            <h2 className={css.name}>{name}</h2>
            <Part />
          </section>
        ))}
    </Shell>
  );
}
