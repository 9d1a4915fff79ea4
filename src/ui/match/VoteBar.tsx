import { Button } from '#ui/primitives/Button.tsx';
import * as css from './VoteBar.css.ts';

type Choice = { readonly value: boolean; readonly label: string; readonly count: number };
type Props = {
  label: string;
  choices: readonly Choice[];
  /** The caller's answer; null for none. */
  chosen: boolean | null;
  busy: boolean;
  /** Null once the vote is closed. */
  onChoose: ((value: boolean) => void) | null;
};

/** A question with two answers, the number of votes for each, and the caller's own, which can be changed. */
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
