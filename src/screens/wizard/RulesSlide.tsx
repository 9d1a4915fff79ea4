import { useState, type ReactNode } from 'react';
import { isMatchGame, ruleProblems } from '#domain/wizard/game-draft.ts';
import type { ItemRule } from '#contract/models.ts';
import { useT } from '#i18n/react.tsx';
import { useDraft, useProblemText, type WizardProps } from './wizard-hooks.ts';
import { NewRule } from './NewRule.tsx';
import { RuleField } from './RuleField.tsx';
import * as css from './wizard.css.ts';

const isScoring = ({ key }: ItemRule) =>
  key.startsWith('pts_') || key === 'votesForPoint' || key === 'even_breakpoint';
const isGrouping = ({ key }: ItemRule) => key === 'players' || key === 'ordering_type';

/** Rules of the game type. Those with defaults are collapsed. */
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
  const scoring = draft.rules.filter(isScoring);
  // Matches are groups of two: there is nothing to choose.
  const grouping = isMatchGame(draft) ? [] : draft.rules.filter(isGrouping);
  const collapsed = [...scoring, ...grouping];
  const isWrong = ({ key }: ItemRule) => key in problems && isShown(key);
  const points = scoring.filter(({ key }) => key.startsWith('pts_')).map(({ key }) => draft.values[key]);
  return (
    <>
      {draft.rules.filter((rule) => !collapsed.includes(rule)).map(field)}
      <CollapsibleRules title={t('rulesGroups')} invalid={grouping.some(isWrong)}>
        {grouping.map(field)}
      </CollapsibleRules>
      <CollapsibleRules title={t('wizardPoints')} note={points.join(' · ')} invalid={scoring.some(isWrong)}>
        {scoring.map(field)}
      </CollapsibleRules>
      {draft.staff && <NewRule actor={actor} />}
    </>
  );
}

type CollapsibleRulesProps = {
  title: string;
  note?: string;
  invalid: boolean;
  children: readonly ReactNode[];
};

/** Collapsible group of rules. Opens when one of them becomes invalid, and stays open: opening it sets `isOpen`. */
function CollapsibleRules({ title, note, invalid, children }: CollapsibleRulesProps) {
  const [isOpen, setOpen] = useState(false);
  if (children.length === 0) return null;
  return (
    <details
      className={css.collapsible}
      open={isOpen || invalid}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className={css.summaryRow}>
        {title}
        {note && <span className={css.muted}>{note}</span>}
      </summary>
      <div className={css.collapsibleBody}>{children}</div>
    </details>
  );
}
