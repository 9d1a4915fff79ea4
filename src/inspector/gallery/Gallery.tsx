import type { ComponentType } from 'react';
import { useI18n } from '#i18n/react.tsx';
import { languages } from '#i18n/load.ts';
import { themeModes } from '#theme/theme-mode.ts';
import { Board } from './board.tsx';
import { Chat } from './chat.tsx';
import { Feedback } from './feedback.tsx';
import { Form } from './form.tsx';
import * as css from './Gallery.css.ts';
import { frames, lookAddress, type Look } from './look.ts';
import { Match } from './match.tsx';
import { People } from './people.tsx';
import { Picture } from './picture.tsx';
import { Primitives } from './primitives.tsx';
import { Print } from './print.tsx';
import { SheetPart } from './sheet.tsx';
import { Frame } from './shell.tsx';
import { Standings } from './standings.tsx';
import { Statistics } from './statistics.tsx';
import { UnusedStyles } from './UnusedStyles.tsx';

/** The parts of `src/ui` by its folders; `shell` is the frame around them. */
const parts: Readonly<Record<string, ComponentType>> = {
  match: Match,
  standings: Standings,
  statistics: Statistics,
  people: People,
  chat: Chat,
  board: Board,
  form: Form,
  picture: Picture,
  primitives: Primitives,
  feedback: Feedback,
  print: Print,
  sheet: SheetPart,
};

/** Every part in every state, in one language and theme. */
export function Gallery({ look }: { look: Look }) {
  const { code } = useI18n();
  const link = (label: string, isCurrent: boolean, change: Partial<Look>) => (
    <a key={label} href={lookAddress({ ...look, ...change })} aria-current={isCurrent ? 'true' : undefined}>
      {label}
    </a>
  );
  return (
    <Frame of={look.frame}>
      <nav className={css.looks} aria-label="Look" lang="en">
        {languages.map(({ code: language, name }) => link(name, language === code, { language }))}
        {themeModes.map((theme) => link(theme, theme === look.theme, { theme }))}
        {frames.map((frame) => link(frame, frame === look.frame, { frame }))}
        {link('all parts', look.part === null, { part: null })}
        {Object.keys(parts).map((part) => link(part, part === look.part, { part }))}
      </nav>
      {Object.entries(parts)
        .filter(([name]) => look.part === null || look.part === name)
        .map(([name, Part]) => (
          <section key={name} className={css.part} aria-label={name}>
            <h2 className={css.name}>{name}</h2>
            <Part />
          </section>
        ))}
      {look.part === null && <UnusedStyles />}
    </Frame>
  );
}
