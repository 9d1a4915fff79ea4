import * as css from './ProgressRing.css.ts';

type Props = {
  /** 0 to 1; null while it is unknown. */
  progress: number | null;
  label: string;
};

const radius = 18;
const circumference = 2 * Math.PI * radius;

/** Ring that shows progress. */
export function ProgressRing({ progress, label }: Props) {
  return (
    <svg
      viewBox="0 0 40 40"
      className={css.ring}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={progress === null ? undefined : Math.round(progress * 100)}
      data-state={progress === null ? 'waiting' : 'moving'}
    >
      <circle cx="20" cy="20" r={radius} className={css.track} />
      <circle
        cx="20"
        cy="20"
        r={radius}
        className={css.done}
        strokeDasharray={`${(progress ?? 0.2) * circumference} ${circumference}`}
      />
    </svg>
  );
}
