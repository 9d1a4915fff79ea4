import { ChevronDown } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { ruleProblems } from '#domain/wizard/game-draft.ts';
import { hasDefault } from '#domain/wizard/rule-values.ts';
import type { ItemRule } from '#contract/models.ts';
import { useT } from '#i18n/react.tsx';
import { useDraft, useProblemText, type WizardProps } from './wizard-hooks.ts';
import { NewRule } from './NewRule.tsx';
import { RuleField } from './RuleField.tsx';
import * as css from './wizard.css.ts';

/** Rules of the game type: those without a default are open, the others are collapsed. */
export function RulesSlide({ actor }: WizardProps) {
  const t = useT();
  const problemText = useProblemText();
  const draft = useDraft(actor);
  const problems = ruleProblems(draft);
  const isShown = (key: string) => draft.touched.includes(key) || `rules.${key}` in draft.serverProblems;
  const field = (rule: ItemRule) => (
    <RuleField
      key={rule.key}
      rule={rule}
      value={draft.values[rule.key] ?? null}
      error={isShown(rule.key) ? problemText(problems[rule.key]) : null}
      league={draft.league?.id ?? null}
      onChange={(value) => actor.send({ type: 'rule.change', key: rule.key, value })}
      onBlur={() => actor.send({ type: 'rule.blur', key: rule.key })}
    />
  );
  const collapsed = draft.rules.filter((rule) => hasDefault(rule, draft.type?.type ?? null));
  const points = draft.rules.flatMap(({ key }) => (key.startsWith('pts_') ? [draft.values[key]] : []));
  return (
    <>
      {draft.rules.filter((rule) => !collapsed.includes(rule)).map(field)}
      <CollapsibleRules
        note={points.length > 0 && `${t('wizardPoints')} ${points.join(' · ')}`}
        invalid={collapsed.some(({ key }) => key in problems && isShown(key))}
      >
        {collapsed.map(field)}
      </CollapsibleRules>
      {draft.staff && <NewRule actor={actor} />}
    </>
  );
}

type CollapsibleRulesProps = {
  note: string | false;
  invalid: boolean;
  children: readonly ReactNode[];
};

/** Collapsed rules. They open when one of them becomes invalid, and stay open, because opening sets `isOpen`. */
function CollapsibleRules({ note, invalid, children }: CollapsibleRulesProps) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  if (children.length === 0) return null;
  return (
    <details
      className={css.collapsible}
      open={isOpen || invalid}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className={css.summaryRow}>
        {t('more')}
        {note && <span className={css.muted}>{note}</span>}
        <ChevronDown size={18} className={css.chevron} />
      </summary>
      <div className={css.collapsibleBody}>{children}</div>
    </details>
  );
}
