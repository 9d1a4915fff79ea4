import { groupProblem, legsOf } from '#contract/game-draft.ts';
import type { OptionGroup } from '#contract/grouping.ts';
import { useT } from '#i18n/react.tsx';
import { useDraft, useProblem, type WizardProps } from './kit.ts';
import { When } from './When.tsx';

/** When a group's item is played, leg by leg. Left empty, the game's own closing date holds. */
export function Dates({ actor, group, name }: WizardProps & { group: OptionGroup; name: string }) {
  const t = useT();
  const say = useProblem();
  const draft = useDraft(actor);
  const legs = legsOf(draft);
  return Array.from({ length: legs }, (_, leg) => (
    <When
      key={leg}
      label={legs > 1 ? t('matchLeg', { name: t('gameDate'), leg: leg + 1 }) : t('matchDate', { name })}
      hideLabel={legs === 1}
      value={group.dates[leg] ?? null}
      error={say(groupProblem(draft, group.id, leg))}
      onChange={(date) => actor.send({ type: 'date.change', match: group.id, leg, date })}
    />
  ));
}
