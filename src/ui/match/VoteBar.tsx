import { Button } from '#ui/primitives/Button.tsx';
import * as css from './VoteBar.css.ts';

type Choice = { readonly value: boolean; readonly label: string; readonly count: number };
type Props = {
  label: string;
  choices: readonly Choice[];
  /** The reader's own. */
  chosen: boolean | null;
  busy: boolean;
  /** Null where there is nothing to vote on any more. */
  onChoose: ((value: boolean) => void) | null;
};

/** A question with two answers, how many have given each, and the reader's own, which may be changed. */
export function VoteBar({ label, choices, chosen, busy, onChoose }: Props) {
  return (
    <div role="group" aria-label={label} className={css.vote}>
      <p aria-hidden="true">{label}</p>
      <div className={css.choices}>
        {choices.map(({ value, label: word, count }) =>
          onChoose ? (
            <Button
              key={word}
              tone={value === chosen ? 'main' : 'quiet'}
              size="small"
              aria-pressed={value === chosen}
              busy={busy}
              onClick={() => onChoose(value)}
            >
              {word} <b>{count}</b>
            </Button>
          ) : (
            <span key={word} className={css.count}>
              {word} <b>{count}</b>
            </span>
          ),
        )}
      </div>
    </div>
  );
}
