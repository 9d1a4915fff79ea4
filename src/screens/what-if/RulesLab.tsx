import { useActorRef, useSelector } from '@xstate/react';
import { Suspense, use } from 'react';
import type { ActorRefFrom } from 'xstate';
import { ruleBounds } from '#contract/rule-bounds.ts';
import { labRulesOf, type LabRule, type RulesPreview } from '#contract/what-if.ts';
import { ruleChoiceProblem, type ChosenRules, type RuleChoice } from '#domain/rules-lab.ts';
import { useT } from '#i18n/react.tsx';
import type { rulesLab } from '#machines/rules-lab.ts';
import { useFailure } from '#screens/actor-hooks.ts';
import { useMachines, useMe } from '#screens/app-context.tsx';
import { LoadError } from '#screens/LoadError.tsx';
import { useLiveRefresh } from '#screens/use-live-refresh.ts';
import { FailureText } from '#ui/feedback/FailureText.tsx';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import { Chips } from '#ui/form/Chips.tsx';
import { NumberField } from '#ui/form/NumberField.tsx';
import { Switch } from '#ui/form/Switch.tsx';
import { Button } from '#ui/primitives/Button.tsx';
import { Stack } from '#ui/primitives/Stack.tsx';
import { Sheet } from '#ui/sheet/Sheet.ts';
import { StandingsTable } from '#ui/standings/StandingsTable.tsx';
import { WhatIfFrame } from '#ui/what-if/WhatIfFrame.tsx';
import * as css from './RulesLab.css.ts';

type Props = { post: number; onClose: () => void };

/** Sheet of the rules lab: other rules for a game that is over, and the table they would have produced. */
export function RulesLab({ post, onClose }: Props) {
  const t = useT();
  return (
    <Sheet open steady title={t('rulesLab')} onClose={onClose}>
      <Suspense fallback={<Skeleton shape="tableRow" count={6} />}>
        <LoadedLab key={post} post={post} />
      </Suspense>
    </Sheet>
  );
}

function LoadedLab({ post }: Pick<Props, 'post'>) {
  const t = useT();
  const actor = useActorRef(use(useMachines().whatIf()).lab, { input: { post } });
  const preview = useSelector(actor, ({ context }) => context.preview);
  const failure = useFailure(actor);
  const retry = () => actor.send({ type: 'lab.retry' });
  // A corrected result changes the table.
  useLiveRefresh({ kind: 'gameHeader', game: post }, () => actor.send({ type: 'preview.refresh' }));
  if (!preview) {
    if (failure) return <LoadError failure={failure} onRetry={retry} />;
    return <Skeleton shape="tableRow" count={6} />;
  }
  return (
    <Stack gap="x4">
      <p className={css.about}>{t('rulesLabText')}</p>
      <Rules actor={actor} preview={preview} />
      {failure && (
        <div className={css.failed}>
          <FailureText failure={failure} />
          <Button size="small" onClick={retry}>
            {t('retry')}
          </Button>
        </div>
      )}
      <PreviewTable actor={actor} preview={preview} />
    </Stack>
  );
}

type LabProps = { actor: ActorRefFrom<typeof rulesLab>; preview: RulesPreview };

function Rules({ actor, preview: { layout, rules, jokers } }: LabProps) {
  const t = useT();
  const chosen = useSelector(actor, ({ context }) => context.chosen);
  const change = (key: LabRule, value: RuleChoice) => actor.send({ type: 'rule.change', key, value });
  const values: ChosenRules = { ...rules, ...chosen };
  // The breakpoint counts only if the crowd decides, the joker rule only if somebody has placed one.
  const keys = labRulesOf(layout).filter(
    (key) => (key !== 'even_breakpoint' || values.decided_by === 'crowd') && (key !== 'joker' || jokers),
  );
  return (
    <div role="group" aria-label={t('rulesLab')} className={css.rules}>
      {keys.map((key) => {
        if (key === 'joker')
          return (
            <Switch
              key={key}
              label={t('lab.joker')}
              checked={values.joker === true}
              onChange={(on) => change(key, on)}
            />
          );
        if (key === 'decided_by')
          return (
            <Chips
              key={key}
              label={t('rule.decided')}
              value={values.decided_by ?? 'result'}
              options={[
                { value: 'result', label: t('rule.byResult') },
                { value: 'crowd', label: t('rule.byCrowd') },
              ]}
              onChange={(by) => change(key, by)}
            />
          );
        const [min, max] = ruleBounds[key];
        const problem = ruleChoiceProblem(key, values[key]);
        return (
          <NumberField
            key={key}
            label={layout === 'bets' && key === 'pts_exact' ? t('lab.digit') : t(`lab.${key}`)}
            error={problem && t(`problem.${problem.code}`, { limit: problem.limit })}
            value={values[key] ?? null}
            min={min}
            max={max}
            onChange={(value) => change(key, value)}
          />
        );
      })}
      <Button
        tone="quiet"
        size="small"
        disabled={Object.keys(chosen).length === 0}
        onClick={() => actor.send({ type: 'rules.reset' })}
      >
        {t('lab.reset')}
      </Button>
    </div>
  );
}

function PreviewTable({ actor, preview: { results, me: mine } }: LabProps) {
  const t = useT();
  const me = useMe()?.id ?? null;
  const isOld = useSelector(
    actor,
    (it) => it.hasTag('busy') || it.hasTag('incomplete') || it.hasTag('failed'),
  );
  // The caller's own row may be beyond the page.
  const isListed = results.some(({ member }) => member.id === me);
  const rows = mine && !isListed ? [...results, mine] : results;
  return (
    <WhatIfFrame title={t('lab.table')} fading={isOld}>
      <StandingsTable
        caption={t('lab.table')}
        me={me}
        rows={rows.map(({ member, real, ...line }) => ({
          ...line,
          id: member.id,
          name: member.name,
          image: member.image,
          move: real.rank - line.rank,
          form: [],
          average: 0,
          note: t('lab.really', { points: real.points, rank: real.rank }),
        }))}
      />
    </WhatIfFrame>
  );
}
