import * as Radix from '@radix-ui/react-slider';
import * as css from './Slider.css.ts';

type Props = {
  label: string;
  value: number;
  onChange: (value: number) => void;
  /** Called when the thumb is released. */
  onCommit?: (value: number) => void;
  min: number;
  max: number;
  /** The value in words, for screen readers. */
  text?: (value: number) => string;
  /** `plain` where the value is not the caller's own. */
  tone?: 'mine' | 'plain';
};

/** Slider from the inline start. */
export function Slider({ label, value, onChange, onCommit, min, max, text, tone = 'mine' }: Props) {
  const firstValue = (values: number[]) => values[0] ?? min;
  return (
    <Radix.Root
      className={css.root}
      data-tone={tone}
      value={[value]}
      min={min}
      max={max}
      onValueChange={(values) => onChange(firstValue(values))}
      {...(onCommit && { onValueCommit: (values: number[]) => onCommit(firstValue(values)) })}
    >
      <Radix.Track className={css.track}>
        <Radix.Range className={css.range} />
      </Radix.Track>
      <Radix.Thumb className={css.thumb} aria-label={label} aria-valuetext={text?.(value)} />
    </Radix.Root>
  );
}
