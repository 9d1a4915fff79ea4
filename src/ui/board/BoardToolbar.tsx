import { ArrowDown, ArrowUp, ChevronsLeft, ChevronsRight, X } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import type { MoveDirection } from '#domain/wizard/option-board.ts';
import type { MessageKey } from '#i18n/keys.ts';
import { useT } from '#i18n/react.tsx';
import type { BoardEvent } from './board-drag.tsx';
import * as css from './BoardToolbar.css.ts';
import { Button } from '#ui/primitives/Button.tsx';
import { Directional } from '#ui/primitives/Directional.tsx';
import { IconButton } from '#ui/primitives/IconButton.tsx';
import { ExitAnimation } from '#ui/primitives/ExitAnimation.tsx';

const moves: readonly (readonly [MoveDirection, MessageKey, ReactNode])[] = [
  ['up', 'boardUp', <ArrowUp key="up" size={20} />],
  ['down', 'boardDown', <ArrowDown key="down" size={20} />],
  [
    'previous',
    'boardPrevious',
    <Directional key="previous">
      <ChevronsLeft size={20} />
    </Directional>,
  ],
  [
    'next',
    'boardNext',
    <Directional key="next">
      <ChevronsRight size={20} />
    </Directional>,
  ],
];

type Props = {
  /** Name of the item in hand. */
  name: string;
  /** Where it would be dropped. */
  place: string;
  /** Directions in which it can move. */
  steps: readonly MoveDirection[];
  onEvent: (event: BoardEvent) => void;
  ref: Ref<HTMLDivElement>;
};

/** Toolbar of the item in hand: moves it without dragging. */
export function BoardToolbar({ name, place, steps, onEvent, ref }: Props) {
  const t = useT();
  return (
    <div ref={ref} className={css.toolbar} role="group" aria-label={t('boardBar', { name })}>
      <p className={css.itemInfo} aria-hidden="true">
        <span className={css.name}>
          <bdi>{name}</bdi>
        </span>
        <span>{place}</span>
      </p>
      <IconButton label={t('cancel')} size="small" onClick={() => onEvent({ type: 'option.cancel' })}>
        <X size={20} />
      </IconButton>
      <div className={css.buttons}>
        {moves.map(([direction, key, icon]) => (
          <IconButton
            key={direction}
            label={t(key)}
            size="small"
            tone="quiet"
            disabled={!steps.includes(direction)}
            onClick={() => onEvent({ type: 'option.step', direction })}
          >
            {icon}
          </IconButton>
        ))}
        <Button size="small" onClick={() => onEvent({ type: 'option.drop' })}>
          {t('boardPut')}
        </Button>
      </div>
      <ExitAnimation />
    </div>
  );
}
