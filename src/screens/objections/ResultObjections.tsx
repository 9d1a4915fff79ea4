import { useActorRef } from '@xstate/react';
import { MessageSquareWarning } from 'lucide-react';
import { use } from 'react';
import { objectionLength, type Objections } from '#contract/objections.ts';
import type { FieldSpec } from '#contract/form-fields.ts';
import type { Item } from '#contract/models.ts';
import type { MessageKey } from '#i18n/keys.ts';
import { useT } from '#i18n/react.tsx';
import { useDates } from '#i18n/use-dates.ts';
import { useBusy, useEmitted, useFailure } from '#screens/actor-hooks.ts';
import { useMachines, useServerNow } from '#screens/app-context.tsx';
import { ConfirmCommand } from '#screens/confirm-command/ConfirmCommand.tsx';
import { FormModal } from '#screens/form-modal/FormModal.tsx';
import { LoadError } from '#screens/LoadError.tsx';
import { useSheet } from '#screens/search-params.ts';
import { useResource } from '#screens/use-resource.ts';
import { FailureText } from '#ui/feedback/FailureText.tsx';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import { ObjectionList } from '#ui/match/ObjectionList.tsx';
import { VoteBar } from '#ui/match/VoteBar.tsx';
import { Button } from '#ui/primitives/Button.tsx';
import { withSuspense } from '#screens/with-suspense.tsx';
import * as css from './ResultObjections.css.ts';

type Props = { item: Item; isRun: boolean; onChanged: () => void };

/** State of a result that is provisional first: until when, the objections, the vote and its outcome. */
export const ResultObjections = withSuspense(LoadedObjections, <Skeleton shape="row" />);

function LoadedObjections({ item, isRun, onChanged }: Props) {
  const t = useT();
  const { ofItem } = use(useMachines().objections());
  const subject = { kind: 'item' as const, item: item.id, game: item.post };
  const { value, actor, refresh, notFound, failure } = useResource(ofItem, { item: item.id }, subject);
  // Only the league's members may see objections.
  if (notFound)
    return <p className={css.state}>{t(item.final ? 'objection.final' : 'objection.provisional')}</p>;
  if (failure && !value) return <LoadError failure={failure} onRetry={refresh} />;
  if (!value) return <Skeleton shape="row" />;
  return (
    <section className={css.block} aria-label={t('objection.title')} data-standing={value.standing}>
      <Standing of={value} />
      {value.standing !== 'final' && value.objections.length > 0 && (
        <>
          <ObjectionList objections={value.objections} />
          <Vote of={value} onChanged={refresh} />
        </>
      )}
      {value.may_object && (
        <ObjectButton
          of={value}
          onSaved={(saved) => {
            actor.send({ type: 'value.arrived', value: saved });
            onChanged();
          }}
        />
      )}
      {value.standing === 'contested' && isRun && <Confirm of={value} onChanged={onChanged} />}
    </section>
  );
}

/** Message keys of a result after its day for objections. */
const standingText = {
  provisional: 'objection.counting',
  contested: 'objection.contested',
  final: 'objection.final',
} as const satisfies Record<Objections['standing'], MessageKey>;

type PartProps = { of: Objections; onChanged: () => void };

/** One line: until when the result is provisional, or its state now. */
function Standing({ of: { standing, final_at: until } }: Pick<PartProps, 'of'>) {
  const t = useT();
  const { formatUntil } = useDates();
  const now = useServerNow(10_000);
  const isOver = until !== null && Date.parse(until) <= now;
  if (standing === 'provisional' && until !== null && !isOver)
    return <p className={css.state}>{t('objection.until', { when: formatUntil(until, now) })}</p>;
  return <p className={css.state}>{t(standingText[standing])}</p>;
}

/** The vote on the objections: two buttons while it is open, then the counts. */
function Vote({ of, onChanged }: PartProps) {
  const t = useT();
  const task = useActorRef(useMachines().command);
  useEmitted(task, 'command.done', onChanged);
  const busy = useBusy(task);
  const failure = useFailure(task);
  const { item, version, votes, agrees, may_vote: mayVote, standing } = of;
  return (
    <>
      <VoteBar
        label={t('objection.question')}
        choices={[
          { value: true, label: t('objection.yes'), count: votes.yes },
          { value: false, label: t('objection.no'), count: votes.no },
        ]}
        chosen={agrees}
        busy={busy}
        onChoose={
          mayVote
            ? (choice) =>
                task.send({
                  type: 'command.run',
                  command: { name: 'voteOnObjections', item, version, agrees: choice },
                })
            : null
        }
      />
      {standing === 'provisional' && agrees && !mayVote && (
        <p className={css.quiet}>{t('objection.counts')}</p>
      )}
      <FailureText failure={failure} />
    </>
  );
}

const wordsField: FieldSpec[] = [
  {
    name: 'words',
    type: 'textarea',
    label: 'objection.words',
    required: true,
    maxLength: objectionLength,
    rows: 4,
  },
];

/** Opens the form of an objection. */
function ObjectButton({ of, onSaved }: { of: Objections; onSaved: (saved: Objections) => void }) {
  const t = useT();
  const sheet = useSheet();
  const { form } = use(useMachines().objections());
  return (
    <>
      <Button
        tone="quiet"
        size="small"
        icon={<MessageSquareWarning size={20} />}
        onClick={() => sheet.open('objection', of.item)}
      >
        {t('objection.object')}
      </Button>
      {sheet.name === 'objection' && sheet.of === of.item && (
        <FormModal
          // Keyed by the result's version: the form of a result that was corrected meanwhile is discarded.
          key={of.version}
          machine={form}
          title={t('objection.title')}
          id={of.item}
          fields={wordsField}
          fixedValues={{ version: of.version }}
          intro={<p>{t('objection.what')}</p>}
          onDone={(output) => {
            if (output.outcome === 'saved') onSaved(output.result);
            sheet.close();
          }}
        />
      )}
    </>
  );
}

/** Confirms a contested result; correcting it is an action in the item's menu. */
function Confirm({ of: { item, version }, onChanged }: PartProps) {
  const t = useT();
  const task = useActorRef(useMachines().command);
  useEmitted(task, 'command.done', onChanged);
  return (
    <>
      <p className={css.quiet}>{t('objection.decide')}</p>
      <Button
        size="small"
        onClick={() => task.send({ type: 'command.ask', command: { name: 'confirmResult', item, version } })}
      >
        {t('objection.confirm')}
      </Button>
      <ConfirmCommand actor={task} title={t('objection.confirm')} text={t('objection.confirmText')} />
    </>
  );
}
