import { problemsOf } from '#contract/game-draft.ts';
import type { ItemRule } from '#contract/models.ts';
import { useT } from '#i18n/react.tsx';
import { useDraft, useProblem, type WizardProps } from './kit.ts';
import { RuleField } from './RuleField.tsx';
import * as css from './wizard.css.ts';

const isScoring = ({ key }: ItemRule) =>
  key.startsWith('pts_') || key === 'votesForPoint' || key === 'even_breakpoint';

/** The rules of the type. What a hit is worth has good defaults, so it is folded away until somebody cares. */
export function RulesSlide({ actor }: WizardProps) {
  const t = useT();
  const say = useProblem();
  const draft = useDraft(actor);
  const problems = problemsOf(draft);
  const told = (key: string) => draft.touched.includes(key) || `rules.${key}` in draft.refused;
  const field = (rule: ItemRule) => (
    <RuleField
      key={rule.key}
      rule={rule}
      value={draft.values[rule.key] ?? null}
      error={told(rule.key) ? say(problems[rule.key]) : null}
      league={draft.league?.id ?? null}
      onChange={(value) => actor.send({ type: 'rule.change', key: rule.key, value })}
      onBlur={() => actor.send({ type: 'rule.blur', key: rule.key })}
    />
  );
  const scoring = draft.rules.filter(isScoring);
  return (
    <>
      {draft.rules.filter((rule) => !isScoring(rule)).map(field)}
      {scoring.length > 0 && (
        <details
          className={css.fold}
          open={scoring.some(({ key }) => problems[key] && told(key)) || undefined}
        >
          <summary className={css.made}>
            {t('wizardPoints')}
            <span className={css.soft}>
              {scoring
                .filter(({ key }) => key.startsWith('pts_'))
                .map(({ key }) => draft.values[key])
                .join(' · ')}
            </span>
          </summary>
          <div className={css.folded}>{scoring.map(field)}</div>
        </details>
      )}
    </>
  );
}
