import { shallowEqual, useActorRef, useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import type { InputFrom, SnapshotFrom } from 'xstate';
import type { Arrangement } from '#domain/wizard/option-board.ts';
import { optionBoard } from '#machines/option-board.ts';
import type { BoardGroupData } from '#ui/board/BoardGroup.tsx';
import { OptionBoard } from '#ui/board/OptionBoard.tsx';

type Snapshot = SnapshotFrom<typeof optionBoard>;

const directions = ['up', 'down', 'previous', 'next'] as const;
const possibleStepsOf = (snapshot: Snapshot) =>
  directions.filter((direction) => snapshot.can({ type: 'option.step', direction }));

function boardStateOf(snapshot: Snapshot) {
  if (snapshot.hasTag('lifted')) return 'lifted';
  if (snapshot.hasTag('dragging')) return 'dragging';
  if (snapshot.hasTag('held')) return 'holding';
  return snapshot.hasTag('trackingPointer') ? 'pressed' : 'idle';
}

type Props = InputFrom<typeof optionBoard> & {
  label: string;
  /** The groups being arranged, for the machine. */
  arrangement: Arrangement;
  groups: readonly BoardGroupData[];
  /** Rendered under a group's items. */
  renderBelow: (group: number) => ReactNode;
};

/** Board for arranging options in groups; `parent` receives every move, and may refuse it. */
export function OrderBoard({ label, parent, arrangement, groups, renderBelow }: Props) {
  const board = useActorRef(optionBoard, { input: { parent } });
  const { held, target, scrollSpeed, announcement, lastDropped } = useSelector(
    board,
    ({ context }) => context,
  );
  const state = useSelector(board, boardStateOf);
  const steps = useSelector(board, possibleStepsOf, shallowEqual);
  return (
    <OptionBoard
      label={label}
      groups={groups}
      swaps={arrangement.asMatches}
      state={state}
      held={held}
      target={target}
      scrollSpeed={scrollSpeed}
      announcement={announcement}
      lastDropped={lastDropped}
      steps={steps}
      renderBelow={renderBelow}
      onEvent={(event) =>
        board.send(
          event.type === 'option.press' || event.type === 'option.tap' ? { ...event, arrangement } : event,
        )
      }
    />
  );
}
