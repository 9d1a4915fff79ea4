import { shallowEqual, useSelector } from '@xstate/react';
import { Download, FileUp } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import type { ActorRefFrom } from 'xstate';
import { limits } from '#contract/limits.ts';
import { fileLimits } from '#contract/make-game-calls.ts';
import { useT } from '#i18n/react.tsx';
import type { competitionFile } from '#machines/competition-file.ts';
import { useBusy, useFailure } from '#screens/actor-hooks.ts';
import { FailureText } from '#ui/feedback/FailureText.tsx';
import { FileInput } from '#ui/form/FileInput.tsx';
import { TextArea } from '#ui/form/TextArea.tsx';
import { TextField } from '#ui/form/TextField.tsx';
import { useFileDrop } from '#ui/form/use-file-drop.ts';
import { Button, buttonClass } from '#ui/primitives/Button.tsx';
import { cx } from '#ui/primitives/cx.ts';
import { Row, Stack } from '#ui/primitives/Stack.tsx';
import { CompetitionHead, CompetitionNotes } from './CompetitionHead.tsx';
import { columnOf, textOf } from './problem-text.ts';
import * as css from './CompetitionFile.css.ts';

type Props = { file: ActorRefFrom<typeof competitionFile> };

/** What to draw of a file: the chooser, its problems, or the preview. */
const useStage = (file: Props['file']) =>
  useSelector(file, (snapshot) =>
    snapshot.hasTag('faulty') ? 'faulty' : snapshot.hasTag('reviewed') ? 'reviewed' : 'edited',
  );

/** A tournament from a file, inside the sheet that adds a tournament. */
export function CompetitionFile({ file }: Props) {
  const stage = useStage(file);
  if (stage === 'reviewed') return <Preview file={file} />;
  return (
    <DropZone file={file}>{stage === 'faulty' ? <Problems file={file} /> : <Editor file={file} />}</DropZone>
  );
}

function DropZone({ file, children }: Props & { children: ReactNode }) {
  const { over, handlers } = useFileDrop(
    ([chosen]) => chosen && file.send({ type: 'file.choose', file: chosen }),
  );
  return (
    <div className={css.drop} data-over={over || undefined} {...handlers}>
      {children}
    </div>
  );
}

function ChooseButton({ file, label }: Props & { label: string }) {
  const input = useRef<HTMLInputElement>(null);
  const busy = useBusy(file);
  const isReading = useSelector(file, (snapshot) => snapshot.matches('reading'));
  return (
    <>
      <FileInput
        ref={input}
        accept=".csv,.tsv,.txt,.json"
        onFiles={([chosen]) => chosen && file.send({ type: 'file.choose', file: chosen })}
      />
      <Button
        tone="quiet"
        size="small"
        icon={<FileUp size={20} />}
        busy={isReading}
        disabled={busy && !isReading}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
    </>
  );
}

function Editor({ file }: Props) {
  const t = useT();
  const { text, name, format, refusal } = useSelector(file, ({ context }) => context);
  const busy = useBusy(file);
  return (
    <Stack gap="x4">
      <p className={css.note}>{t('fileHint')}</p>
      <Row gap="x2" wrap>
        <ChooseButton file={file} label={t('fileChoose')} />
        <a
          href="/assets/matches.csv"
          download={`${t('fileTemplateName')}.csv`}
          className={cx(buttonClass({ tone: 'plain', size: 'small' }), css.template)}
        >
          <Download size={20} />
          {t('fileTemplate')}
        </a>
      </Row>
      {refusal && (
        <p role="alert" className={css.refusal}>
          {t(`fileRefused.${refusal}`)}
        </p>
      )}
      <TextArea
        label={t('filePaste')}
        rows={5}
        value={text}
        disabled={busy}
        onChange={(next) => file.send({ type: 'text.change', text: next })}
      />
      {format === 'csv' && (
        <TextField
          label={t('fileTournamentName')}
          value={name}
          maxLength={limits.name.league}
          disabled={busy}
          onChange={(next) => file.send({ type: 'name.change', name: next })}
        />
      )}
    </Stack>
  );
}

/** Every problem of the file with its line, and how to fix it. */
function Problems({ file }: Props) {
  const t = useT();
  const answer = useSelector(file, ({ context }) => context.answer);
  const format = useSelector(file, ({ context }) => context.format);
  if (!answer) return null;
  const { problems, problemCount } = answer;
  return (
    <Stack gap="x4">
      <div>
        <p role="alert" className={css.count}>
          {t('fileFaulty', { count: problemCount })}
        </p>
        <p className={css.note}>{t('fileNothingStored')}</p>
      </div>
      <ol className={css.rows}>
        {problems.map((problem) => {
          const { line, field, code, value } = problem;
          const column = columnOf(problem, format);
          const place = column ? t(`fileColumn.${column}`) : format === 'json' && field;
          return (
            <li key={`${line} ${field} ${code}`} className={css.row}>
              <span className={css.place}>
                <bdi>{t('fileLine', { line })}</bdi>
                {place && (
                  <>
                    {' · '}
                    <bdi>{place}</bdi>
                  </>
                )}
              </span>
              {value && <bdi className={css.value}>{value}</bdi>}
              <span>{t(textOf(problem, format))}</span>
            </li>
          );
        })}
      </ol>
      {problemCount > problems.length && (
        <p className={css.note}>{t('fileFaultyMore', { count: problemCount - problems.length })}</p>
      )}
      <Row>
        <ChooseButton file={file} label={t('fileChooseAnother')} />
      </Row>
    </Stack>
  );
}

/** What would be created in the league. */
function Preview({ file }: Props) {
  const t = useT();
  const answer = useSelector(file, ({ context }) => context.answer);
  if (!answer?.competition) return null;
  const { competition } = answer;
  const { newTeams } = competition;
  return (
    <Stack gap="x4">
      <p role="status">{t('fileSound')}</p>
      <CompetitionHead competition={competition} />
      <p>{t('fileRounds', { count: competition.rounds })}</p>
      <CompetitionNotes competition={competition} />
      {newTeams.length > 0 && (
        <div>
          <p className={css.note}>{t('fileNewTeams', { count: newTeams.length })}</p>
          <ul className={css.teams}>
            {newTeams.map((team) => (
              <li key={team} className={css.team}>
                <bdi>{team}</bdi>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Stack>
  );
}

/** Why checking or storing failed: beside their buttons, since the end of a long sheet may be out of sight. */
function FileFailure({ file }: Props) {
  const t = useT();
  const failure = useFailure(file);
  return failure?.kind === 'conflict' ? (
    <p role="alert">{t('fileTooMany', { count: fileLimits.competitions })}</p>
  ) : (
    <FailureText failure={failure} look="body" />
  );
}

/** The sheet's buttons for each stage of a file. */
export function CompetitionFileButtons({ file }: Props) {
  const t = useT();
  const stage = useStage(file);
  const isWaiting = useSelector(
    file,
    (snapshot) => snapshot.matches('checking') || snapshot.matches('storing'),
  );
  const isImported = useSelector(file, ({ context }) => context.answer?.competition?.imported === true);
  const may = useSelector(
    file,
    (snapshot) => ({
      check: snapshot.can({ type: 'file.check' }),
      store: snapshot.can({ type: 'file.store' }),
      edit: snapshot.can({ type: 'file.edit' }),
      leave: snapshot.can({ type: 'file.leave' }),
    }),
    shallowEqual,
  );
  const edit = () => file.send({ type: 'file.edit' });
  if (stage === 'faulty')
    return (
      <Button full onClick={edit}>
        {t('fileFix')}
      </Button>
    );
  return stage === 'reviewed' ? (
    <Stack gap="x2">
      <FileFailure file={file} />
      <Button
        full
        busy={isWaiting}
        disabled={!isWaiting && !may.store}
        onClick={() => file.send({ type: 'file.store' })}
      >
        {t(isImported ? 'fileStoreChanges' : 'fileStore')}
      </Button>
      <Button full tone="plain" disabled={!may.edit} onClick={edit}>
        {t('back')}
      </Button>
    </Stack>
  ) : (
    <Stack gap="x2">
      <FileFailure file={file} />
      <Button
        full
        busy={isWaiting}
        disabled={!isWaiting && !may.check}
        onClick={() => file.send({ type: 'file.check' })}
      >
        {t('fileCheck')}
      </Button>
      <Button full tone="plain" disabled={!may.leave} onClick={() => file.send({ type: 'file.leave' })}>
        {t('back')}
      </Button>
    </Stack>
  );
}
