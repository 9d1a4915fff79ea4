import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { Failure } from '#contract/failures.ts';
import { useT } from '#i18n/react.tsx';
import type { importCompetition } from '#machines/import-competition.ts';
import { Select } from '#ui/form/Select.tsx';
import { Stack } from '#ui/primitives/Stack.tsx';
import * as css from './TournamentSheet.css.ts';

type Props = {
  actor: ActorRefFrom<typeof importCompetition>;
  /** Names of teams without a known option; not empty. */
  names: readonly string[];
  disabled: boolean;
};

/** Asks for each new team of a competition whether it is a known team under another name. */
export function NewTeams({ actor, names, disabled }: Props) {
  const t = useT();
  const known = useSelector(actor, ({ context }) => context.knownTeams);
  const teams = useSelector(actor, ({ context }) => context.teams);
  const failure = useSelector(actor, ({ context }) => context.failure);
  const named = Object.keys(teams);
  return (
    <details open={names.length <= 3 || undefined}>
      <summary className={css.change}>{t('fileNewTeams', { count: names.length })}</summary>
      <Stack gap="x3">
        <p className={css.note}>{t('teamsNewHint')}</p>
        {names.map((name) => {
          const chosen = teams[name];
          // A known team that is chosen for one name is not offered for the others.
          const free = known.filter(({ id }) => id === chosen || !Object.values(teams).includes(id));
          return (
            <Select
              key={name}
              label={<bdi>{name}</bdi>}
              value={String(chosen ?? '')}
              disabled={disabled}
              options={[
                { value: '', label: t('teamNew') },
                ...free.map((team) => ({ value: String(team.id), label: team.name })),
              ]}
              error={isTaken(failure, named.indexOf(name)) ? t('teamTaken') : null}
              onChange={(id) =>
                actor.send({ type: 'team.choose', name, option: id === '' ? null : Number(id) })
              }
            />
          );
        })}
      </Stack>
    </details>
  );
}

/** Whether the server refused the nth chosen team because another team of the competition has that option. */
const isTaken = (failure: Failure | null, nth: number): boolean =>
  failure?.kind === 'validation' && failure.fields?.[`teams.${nth}.option`]?.code === 'duplicate';
