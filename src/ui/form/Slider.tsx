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
  step?: number;
  /** The value in words, for screen readers. */
  text?: (value: number) => string;
  disabled?: boolean;
};

/** Slider from the inline start. */
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
