import { useActorRef, useSelector } from '@xstate/react';
import { FileUp } from 'lucide-react';
import { use } from 'react';
import type { ActorRefFrom } from 'xstate';
import { startModes, type CompetitionSummary, type Tournament } from '#contract/make-game-calls.ts';
import { hasNews } from '#domain/competition-file.ts';
import { useT } from '#i18n/react.tsx';
import { useDates } from '#i18n/use-dates.ts';
import type { importCompetition, RuleKey } from '#machines/import-competition.ts';
import { useBusy, useDone, useFailure } from '#screens/actor-hooks.ts';
import { useMachines } from '#screens/app-context.tsx';
import { LoadError } from '#screens/LoadError.tsx';
import { useShowSuccess } from '#screens/use-success.ts';
import { FailureText } from '#ui/feedback/FailureText.tsx';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import { ChoiceList } from '#ui/form/ChoiceList.tsx';
import { NumberField } from '#ui/form/NumberField.tsx';
import { Switch } from '#ui/form/Switch.tsx';
import { Button } from '#ui/primitives/Button.tsx';
import { Stack } from '#ui/primitives/Stack.tsx';
import { Sheet } from '#ui/sheet/Sheet.ts';
import { withSuspense } from '#screens/with-suspense.tsx';
import { CompetitionFile, CompetitionFileButtons } from './CompetitionFile.tsx';
import {
  CompetitionHead,
  CompetitionNotes,
  Emblem,
  useChangesSummary,
  useSummary,
} from './CompetitionHead.tsx';
import { NewTeams } from './NewTeams.tsx';
import * as css from './TournamentSheet.css.ts';

type Actor = ActorRefFrom<typeof importCompetition>;
type Props = {
  league: number;
  onClose: () => void;
  /** Closes the sheet and shows the league's games. */
  onShowGames: () => void;
};

/** Adds a tournament to a league, for those who run it: from the catalogue or a file, with its points, a confirmation, and an undo. */
export const TournamentSheet = withSuspense(ImportSheet);

function ImportSheet({ league, onClose, onShowGames }: Props) {
  const t = useT();
  const showSuccess = useShowSuccess();
  const actor = useActorRef(use(useMachines().importCompetition()), { input: { league } });
  useDone(actor, () => {
    showSuccess('tournamentUndone');
    onClose();
  });
  const stage = useSelector(actor, (snapshot) =>
    snapshot.hasTag('imported') ? 'imported' : snapshot.hasTag('reviewed') ? 'reviewed' : 'choosing',
  );
  const file = useSelector(actor, ({ children }) => children.competitionFile);
  const footers = {
    choosing: file ? <CompetitionFileButtons file={file} /> : null,
    reviewed: <ConfirmButtons actor={actor} />,
    imported: <ImportedButtons actor={actor} onShowGames={onShowGames} />,
  };
  return (
    <Sheet open steady title={t('addTournament')} onClose={onClose} footer={footers[stage]}>
      {stage === 'choosing' && (file ? <CompetitionFile file={file} /> : <Catalogue actor={actor} />)}
      {stage === 'reviewed' && <Review actor={actor} />}
      {stage === 'imported' && <Imported actor={actor} />}
    </Sheet>
  );
}

const useChosen = (actor: Actor) => useSelector(actor, ({ context }) => context.competition);

function Catalogue({ actor }: { actor: Actor }) {
  const t = useT();
  const summaryOf = useSummary();
  const changesOf = useChangesSummary();
  const competitions = useSelector(actor, ({ context }) => context.competitions);
  const loading = useBusy(actor);
  const failure = useFailure(actor);
  if (failure)
    return <LoadError failure={failure} onRetry={() => actor.send({ type: 'competitions.retry' })} />;
  if (loading) return <Skeleton shape="row" count={2} />;
  const noteOf = (competition: CompetitionSummary) => {
    const { imported, over } = competition;
    if (!imported)
      return over ? `${summaryOf(competition)} · ${t('tournamentAgain')}` : summaryOf(competition);
    return changesOf(competition) || t('tournamentThere');
  };
  return (
    <Stack gap="x4">
      <ChoiceList
        label={t('tournamentWhich')}
        value={[]}
        options={competitions.map((competition) => ({
          value: competition.id,
          label: competition.name,
          note: noteOf(competition),
          picture: <Emblem />,
          disabled: !hasNews(competition) && competition.undo_until === null,
        }))}
        onChange={([id = '']) => actor.send({ type: 'competition.choose', id })}
      />
      <Button full tone="quiet" icon={<FileUp size={20} />} onClick={() => actor.send({ type: 'file.open' })}>
        {t('fileOpen')}
      </Button>
    </Stack>
  );
}

const ruleLabels = {
  pts_exact: 'rule.exact',
  pts_difference: 'rule.difference',
  pts_outcome: 'rule.outcome',
} as const;
const ruleKeys: readonly RuleKey[] = ['pts_exact', 'pts_difference', 'pts_outcome'];

/** What will be created, and the points of its matches; matches added to an imported tournament have its points. */
function Review({ actor }: { actor: Actor }) {
  const t = useT();
  const competition = useChosen(actor);
  const rules = useSelector(actor, ({ context }) => context.rules);
  const busy = useBusy(actor);
  if (!competition) return null;
  const { imported, source, questions, newTeams } = competition;
  return (
    <Stack gap="x4">
      <CompetitionHead competition={competition} />
      <CompetitionNotes competition={competition} />
      {newTeams.length > 0 && <NewTeams actor={actor} names={newTeams} disabled={busy} />}
      {questions > 0 && <QuestionsSwitch actor={actor} count={questions} disabled={busy} />}
      {!imported &&
        ruleKeys.map((rule) => (
          <NumberField
            key={rule}
            label={t(ruleLabels[rule])}
            value={rules[rule]}
            max={100}
            disabled={busy}
            error={rules[rule] === null ? t('problem.required') : null}
            onChange={(points) => actor.send({ type: 'rule.change', rule, points })}
          />
        ))}
      {!imported && source !== undefined && <StartChoice actor={actor} source={source} disabled={busy} />}
    </Stack>
  );
}

/** Switch: whether to add the competition's questions. */
function QuestionsSwitch({ actor, count, disabled }: { actor: Actor; count: number; disabled: boolean }) {
  const t = useT();
  const questions = useSelector(actor, ({ context }) => context.questions);
  return (
    <Switch
      label={t('tournamentQuestions', { count })}
      hint={t('tournamentQuestionsHint')}
      checked={questions}
      disabled={disabled}
      onChange={(chosen) => actor.send({ type: 'questions.choose', questions: chosen })}
    />
  );
}

/** Choice of when the matches start, for a competition whose results come from a source. */
function StartChoice({ actor, source, disabled }: { actor: Actor; source: string; disabled: boolean }) {
  const t = useT();
  const startBy = useSelector(actor, ({ context }) => context.startBy);
  return (
    <Stack gap="x2">
      <p className={css.note}>{t('startBySource', { name: source })}</p>
      <ChoiceList
        label={t('startBy')}
        value={[startBy]}
        options={startModes.map((value) => ({ value, label: t(`startBy.${value}`), disabled }))}
        onChange={([chosen]) =>
          actor.send({ type: 'start.choose', startBy: chosen === 'kick_off' ? 'kick_off' : 'date' })
        }
      />
    </Stack>
  );
}

/** Why the last step failed: beside its button, since the end of a long sheet may be out of sight. */
function ActorFailure({ actor }: { actor: Actor }) {
  const failure = useFailure(actor);
  return <FailureText failure={failure} look="body" />;
}

function ConfirmButtons({ actor }: { actor: Actor }) {
  const t = useT();
  const busy = useBusy(actor);
  const imported = useChosen(actor)?.imported === true;
  const mayConfirm = useSelector(actor, (snapshot) => snapshot.can({ type: 'import.confirm' }));
  const mayLeave = useSelector(actor, (snapshot) => snapshot.can({ type: 'competition.leave' }));
  return (
    <Stack gap="x2">
      <ActorFailure actor={actor} />
      <Button
        full
        busy={busy}
        disabled={!busy && !mayConfirm}
        onClick={() => actor.send({ type: 'import.confirm' })}
      >
        {t(imported ? 'tournamentUpdate' : 'tournamentConfirm')}
      </Button>
      <Button
        full
        tone="plain"
        disabled={!mayLeave}
        onClick={() => actor.send({ type: 'competition.leave' })}
      >
        {t('back')}
      </Button>
    </Stack>
  );
}

/** What is in the league after the import, and until when it can be undone. */
function Imported({ actor }: { actor: Actor }) {
  const t = useT();
  const { formatTime } = useDates();
  const competition = useChosen(actor);
  const tournament = useSelector(actor, ({ context }) => context.tournament);
  const mayUndo = useSelector(actor, (snapshot) => snapshot.can({ type: 'import.undo' }));
  if (!competition) return null;
  const undoUntil = tournament ? tournament.undo_until : competition.undo_until;
  return (
    <Stack gap="x4">
      <CompetitionHead competition={competition} />
      {tournament && (
        <>
          <ImportOutcome tournament={tournament} />
          <ul className={css.rounds}>
            {tournament.games.map(({ post, name, matches }) => (
              <li key={post} className={css.round}>
                <bdi>{name}</bdi>
                <span className={css.count}>{t('matchesCount', { count: matches })}</span>
              </li>
            ))}
          </ul>
          {tournament.questions > 0 && <p>{t('tournamentAsked', { count: tournament.questions })}</p>}
        </>
      )}
      {mayUndo && undoUntil !== null && (
        <p className={css.note}>{t('tournamentUndoUntil', { time: formatTime(undoUntil) })}</p>
      )}
    </Stack>
  );
}

/** What the import has created and changed. */
function ImportOutcome({ tournament: { made, changed } }: { tournament: Tournament }) {
  const t = useT();
  const { moved, closed, results } = changed;
  const didNothing = made + moved + closed + results === 0;
  return (
    <div role="status">
      {(made > 0 || didNothing) && <p>{t('tournamentAdded', { count: made })}</p>}
      {moved > 0 && <p>{t('tournamentMoved', { count: moved })}</p>}
      {closed > 0 && <p>{t('tournamentClosed', { count: closed })}</p>}
      {results > 0 && <p>{t('tournamentSettled', { count: results })}</p>}
    </div>
  );
}

function ImportedButtons({ actor, onShowGames }: { actor: Actor; onShowGames: () => void }) {
  const t = useT();
  const busy = useBusy(actor);
  const mayUndo = useSelector(actor, (snapshot) => snapshot.can({ type: 'import.undo' }));
  const refusal = useSelector(actor, ({ context }) => context.refusal);
  return (
    <Stack gap="x2">
      {refusal && <p role="alert">{t(`tournamentStays.${refusal}`)}</p>}
      <ActorFailure actor={actor} />
      <Button full disabled={busy} onClick={onShowGames}>
        {t('tournamentToGames')}
      </Button>
      {(mayUndo || busy) && (
        <Button full tone="plain" busy={busy} onClick={() => actor.send({ type: 'import.undo' })}>
          {t('tournamentUndo')}
        </Button>
      )}
    </Stack>
  );
}
