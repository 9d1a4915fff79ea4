import { Pause, Play } from 'lucide-react';
import { useT } from '#i18n/react.tsx';
import { Slider } from '#ui/form/Slider.tsx';
import { Directional } from '#ui/primitives/Directional.tsx';
import { IconButton } from '#ui/primitives/IconButton.tsx';
import * as css from './RaceControls.css.ts';

type Props = {
  /** Names of the steps after the start. */
  steps: readonly string[];
  step: number;
  playing: boolean;
  onPlay: () => void;
  onPause: () => void;
  onSeek: (step: number) => void;
};

/** Plays a race, pauses it, and goes to a step of it. */
export function RaceControls({ steps, step, playing, onPlay, onPause, onSeek }: Props) {
  const t = useT();
  const nameOf = (at: number) => steps[at - 1] ?? t('race.start');
  return (
    <div className={css.controls}>
      <IconButton label={t(playing ? 'race.pause' : 'race.play')} onClick={playing ? onPause : onPlay}>
        {playing ? (
          <Pause size={22} />
        ) : (
          <Directional>
            <Play size={22} />
          </Directional>
        )}
      </IconButton>
      <div className={css.where}>
        <p className={css.name}>
          <bdi>{nameOf(step)}</bdi>
        </p>
        <Slider
          tone="plain"
          label={t('race.upTo')}
          min={0}
          max={steps.length}
          value={step}
          onChange={onSeek}
          text={nameOf}
        />
      </div>
    </div>
  );
}
