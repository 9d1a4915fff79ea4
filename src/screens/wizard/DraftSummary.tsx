import { useSelector } from '@xstate/react';
import { ChevronDown, RotateCcw } from 'lucide-react';
import { memo } from 'react';
import { isMatchGame, summaryOf, type GameDraft } from '#domain/wizard/game-draft.ts';
import { nonEmptyGroups } from '#domain/wizard/option-groups.ts';
import { useT } from '#i18n/react.tsx';
import { Button } from '#ui/primitives/Button.tsx';
import { cx } from '#ui/primitives/cx.ts';
import { useDraft, type WizardProps } from './wizard-hooks.ts';
import { OptionLabels } from './OptionLabels.tsx';
import * as css from './wizard.css.ts';

/** Summary of the draft, on every slide: league, type and count; expanded, the groups. */
export function DraftSummary({ actor }: WizardProps) {
  const t = useT();
  const draft = useDraft(actor);
  const mayRestart = useSelector(actor, (snapshot) => snapshot.can({ type: 'wizard.restart' }));
  const groups = nonEmptyGroups(draft.groups).filter((group) => group.options.length > 1);
  if (!draft.league && !draft.type) return null;
  const line = (
    <span className={css.summaryLine}>
      {t('wizardSummary')}{' '}
      <span className={css.muted}>
        <DraftLine draft={draft} />
      </span>
    </span>
  );
  if (!mayRestart) return <p className={cx(css.summary, css.summaryRow)}>{line}</p>;
  return (
    <details className={css.summary}>
      <summary className={css.summaryRow}>
        {line}
        <ChevronDown size={18} className={css.chevron} />
      </summary>
      <div className={css.list}>
        {groups.map((group) => (
          <GroupLabels key={group.id} options={group.options} faces={draft.faces} />
        ))}
        <Button
          tone="plain"
          size="small"
          icon={<RotateCcw size={18} />}
          onClick={() => actor.send({ type: 'wizard.restart' })}
        >
          {t('wizardRestart')}
        </Button>
      </div>
    </details>
  );
}

/** League, type and number of items of the draft. */
export function DraftLine({ draft }: { draft: GameDraft }) {
  const t = useT();
  const { league, type, items, options, pairs } = summaryOf(draft);
  const count = isMatchGame(draft)
    ? t('matchesCount', { count: items })
    : t(pairs ? 'pairsCount' : 'optionsCount', { count: options.length });
  return (
    <>
      {league && <bdi>{league}</bdi>}
      {league && type && ' · '}
      {type && (
        <>
          <bdi>{type}</bdi> · {count}
        </>
      )}
    </>
  );
}

/** Memoised: only a group that has changed renders. */
const GroupLabels = memo(function Who({
  options,
  faces,
}: {
  options: readonly number[];
  faces: GameDraft['faces'];
}) {
  return <OptionLabels faces={options.flatMap((id) => faces[id] ?? [])} />;
});
