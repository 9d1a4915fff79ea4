import * as Radix from '@radix-ui/react-slider';
import * as css from './Slider.css.ts';

type Props = {
  label: string;
  value: number;
  onChange: (value: number) => void;
  /** The thumb was let go. */
  onCommit?: (value: number) => void;
  min: number;
  max: number;
  step?: number;
  /** The amount in words, for those who hear it. */
  text?: (value: number) => string;
  disabled?: boolean;
};

/** One's own amount, slid from the reading's start. */
export function Slider({
  label,
  value,
  onChange,
  onCommit,
  min,
  max,
  step = 1,
  text,
  disabled = false,
}: Props) {
  const one = (values: number[]) => values[0] ?? min;
  return (
    <Radix.Root
      className={css.root}
      value={[value]}
      min={min}
      max={max}
      step={step}
      disabled={disabled}
      onValueChange={(values) => onChange(one(values))}
      {...(onCommit && { onValueCommit: (values: number[]) => onCommit(one(values)) })}
    >
      <Radix.Track className={css.track}>
        <Radix.Range className={css.range} />
      </Radix.Track>
      <Radix.Thumb className={css.thumb} aria-label={label} aria-valuetext={text?.(value)} />
    </Radix.Root>
  );
}
