import { Check, Delete } from 'lucide-react';
import type { PointerEvent } from 'react';
import { useT } from '#i18n/react.tsx';
import * as css from './DigitPad.css.ts';
import { cx } from '#ui/primitives/cx.ts';
import { ExitAnimation } from '#ui/primitives/ExitAnimation.tsx';

type Props = {
  /** What is picked, shown and read aloud: "הניחוש על ברזיל". */
  title: string;
  digit: number | null;
  /** In the flow of a sheet, instead of over the screen. */
  inline?: boolean;
  onDigit: (digit: number) => void;
  onClear: () => void;
  onClose?: () => void;
  /** Adds ten, for goals; replaces the key that closes. */
  onTens?: () => void;
};

const digits = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;

/** Digit keypad in telephone order, the same in every language. */
export function DigitPad({ title, digit, inline = false, onDigit, onClear, onClose, onTens }: Props) {
  const t = useT();
  const key = (value: number) => (
    <button
      key={value}
      type="button"
      className={css.key}
      aria-pressed={digit === value}
      onClick={() => onDigit(value)}
    >
      {value}
    </button>
  );
  return (
    <section className={inline ? css.inline : css.pad} aria-label={title} onPointerDown={keepFocus}>
      <div className={css.head}>
        <bdi className={css.title}>{title}</bdi>
      </div>
      <div className={css.keys} dir="ltr">
        {digits.map(key)}
        <button
          type="button"
          className={cx(css.key, css.side)}
          aria-label={t('padClear')}
          title={t('padClear')}
          disabled={digit === null}
          onClick={onClear}
        >
          <Delete size={24} />
        </button>
        {key(0)}
        {onTens ? (
          <button type="button" className={cx(css.key, css.side)} title={t('padTens')} onClick={onTens}>
            +10
          </button>
        ) : (
          <button
            type="button"
            className={cx(css.key, css.done)}
            aria-label={t('padDone')}
            title={t('padDone')}
            onClick={onClose}
          >
            <Check size={26} strokeWidth={2.75} />
          </button>
        )}
      </div>
      {!inline && <ExitAnimation />}
    </section>
  );
}

/** The cell keeps the focus while the pad is pressed, so that keys and taps can alternate. */
function keepFocus(event: PointerEvent) {
  event.preventDefault();
}
