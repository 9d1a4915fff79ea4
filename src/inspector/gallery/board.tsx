import { Button } from '#ui/primitives/Button.tsx';
import { OptionBoard } from '#ui/board/OptionBoard.tsx';
import * as css from './Gallery.css.ts';
import { nothing, useTeams, useSampleText } from './samples.ts';

const held = { option: 1, group: 1 };

export function Board() {
  const word = useSampleText();
  const { argentina, brazil, japan, korea } = useTeams();
  const item = (id: number, ...faces: { name: string; image: string }[]) => ({ id, faces });
  const groups = [
    {
      id: 1,
      name: word('בית א', 'Group A'),
      items: [item(1, argentina), item(2, brazil), item(3, japan, korea)],
    },
    { id: 2, name: word('בית ב', 'Group B'), items: [] },
  ];
  const board = {
    label: word('הבתים', 'The groups'),
    groups,
    scrollSpeed: 0,
    lastDropped: null,
    steps: ['down', 'next'] as const,
    onEvent: nothing,
    renderBelow: () => (
      <Button tone="plain" size="small">
        {word('הוספה', 'Add')}
      </Button>
    ),
  };
  const announced = { what: 'targeted', option: 1, group: 1, index: 2, slots: 3, swapPartner: null } as const;
  return (
    <>
      <OptionBoard {...board} state="idle" swaps={false} held={null} target={null} announcement={null} />
      <div className={css.high}>
        <OptionBoard
          {...board}
          state="lifted"
          swaps={false}
          held={held}
          target={{ group: 1, index: 2 }}
          announcement={announced}
        />
      </div>
      <div className={css.high}>
        <OptionBoard
          {...board}
          state="lifted"
          swaps
          held={held}
          target={{ group: 1, index: 1 }}
          announcement={{ ...announced, swapPartner: 2 }}
        />
      </div>
    </>
  );
}
