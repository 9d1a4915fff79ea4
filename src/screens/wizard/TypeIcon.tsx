import { CalendarDays, Hash, Scale, Vote } from 'lucide-react';
import type { ReactNode } from 'react';
import { Crest } from '#ui/match/Crest.tsx';
import * as css from './wizard.css.ts';

/** Stroke icon of 24 by 24, like lucide's. */
const StrokeIcon = ({ children }: { children: ReactNode }) => (
  <svg
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth={2}
    strokeLinecap="round"
    strokeLinejoin="round"
  >
    {children}
  </svg>
);

const football = (
  <StrokeIcon>
    <circle cx="12" cy="12" r="9.5" />
    <path d="m12 8 3.8 2.8-1.5 4.4H9.7l-1.5-4.4Z" fill="currentColor" />
    <path d="M12 8V2.5M15.8 10.8 21 9.1M14.3 15.2l3.3 4.4M9.7 15.2l-3.3 4.4M8.2 10.8 3 9.1" />
  </StrokeIcon>
);
const basketball = (
  <StrokeIcon>
    <circle cx="12" cy="12" r="9.5" />
    <path d="M12 2.5v19M2.5 12h19M5.3 5.3a9.5 9.5 0 0 1 0 13.4M18.7 5.3a9.5 9.5 0 0 0 0 13.4" />
  </StrokeIcon>
);
const goal = (
  <StrokeIcon>
    <path d="M2.5 20V5h19v15" />
    <path d="M2.5 10h19M2.5 15h19M8.8 5v15M15.2 5v15" strokeWidth={1} />
  </StrokeIcon>
);

/** Icons of the built-in types: not every device has a font with these emoji. */
const typeIcons: Readonly<Record<string, ReactNode>> = {
  '⚽': football,
  '🏀': basketball,
  '🥅': goal,
  '📅': <CalendarDays />,
  '🗳️': <Vote />,
  '⚖️': <Scale />,
  '🔢': <Hash />,
};

/** A game type's icon, picture or initials. Decorative: its name is shown beside it. */
export function TypeIcon({ name, image }: { name: string; image: string | null }) {
  const sign = image === null ? undefined : typeIcons[image];
  if (sign === undefined) return <Crest name={name} image={image} size="large" />;
  return (
    <span className={css.typeIcon} aria-hidden="true">
      {sign}
    </span>
  );
}
