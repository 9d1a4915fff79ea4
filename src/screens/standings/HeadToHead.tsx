import type { StandingsRow } from '#contract/models.ts';
import { leadOf } from '#domain/rival.ts';
import { T, useI18n } from '#i18n/react.tsx';
import { Avatar } from '#ui/people/Avatar.tsx';
import { Geresh } from '#ui/primitives/Geresh.tsx';
import { VisuallyHidden } from '#ui/primitives/Stack.tsx';
import * as css from './HeadToHead.css.ts';

type Props = { mine: StandingsRow; theirs: StandingsRow };

/** The caller compared with another member of the table: who leads, and both values of each counter. */
export function HeadToHead({ mine, theirs }: Props) {
  const { t, formatNumber } = useI18n();
  const lead = leadOf(mine, theirs);
  const gap = Math.abs(mine.points - theirs.points);
  const { name, image } = theirs.member;
  return (
    <div className={css.frame}>
      <p className={css.lead} data-lead={lead}>
        <T k={`against.${lead}`} name={name} count={gap} />
      </p>
      <div className={css.faces} aria-hidden="true">
        <Avatar name={mine.member.name} image={mine.member.image} size="small" mine decorative />
        <span className={css.share}>
          <span className={css.mineShare} style={{ flexGrow: mine.points + 1 }} />
          <span className={css.theirShare} style={{ flexGrow: theirs.points + 1 }} />
        </span>
        <Avatar name={name} image={image} size="small" decorative />
      </div>
      <ul className={css.counters}>
        {(['points', 'exact', 'average'] as const).map((counter) => {
          const [own, other] = [mine[counter], theirs[counter]];
          return (
            <li key={counter} className={css.counter}>
              <span className={css.mine} aria-hidden="true">
                {formatNumber(own)} {own > other && <Geresh />}
              </span>
              <span className={css.counterName} aria-hidden="true">
                {t(`against.${counter}`)}
              </span>
              <span className={css.theirs} aria-hidden="true">
                {other > own && <Geresh />} {formatNumber(other)}
              </span>
              <VisuallyHidden>
                {t('against.line', {
                  counter: t(`against.${counter}`),
                  mine: formatNumber(own),
                  theirs: formatNumber(other),
                  name,
                })}
              </VisuallyHidden>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
