import { Trash2 } from 'lucide-react';
import type { ActorRefFrom } from 'xstate';
import { groupProblem } from '#domain/wizard/game-draft.ts';
import type { OptionGroup } from '#domain/wizard/option-groups.ts';
import type { Face } from '#domain/wizard/option-pairs.ts';
import { T, useT } from '#i18n/react.tsx';
import type { optionPicker } from '#machines/option-picker.ts';
import { Crest } from '#ui/match/Crest.tsx';
import { IconButton } from '#ui/primitives/IconButton.tsx';
import { ItemDates } from './ItemDates.tsx';
import { useDraft, useProblemText, type WizardProps } from './wizard-hooks.ts';
import { OptionLabels } from './OptionLabels.tsx';
import { FoundOptions, OptionField } from './OptionSearch.tsx';
import * as css from './wizard.css.ts';

type Props = WizardProps & { picker: ActorRefFrom<typeof optionPicker> };

/** Matches from taps: home, away, and again. In a league of pairs each side takes two taps. */
export function MatchesSlide({ actor, picker }: Props) {
  const t = useT();
  const { groups, faces, unpaired } = useDraft(actor);
  const matches = groups.filter(({ options }) => options.length > 1);
  const openMatch = groups.find(({ options }) => options.length === 1);
  const home = openMatch && faces[openMatch.options[0] ?? 0];
  // Until the next match is begun, the slots show the one that was added: empty slots look like something is missing.
  const added = home || unpaired ? undefined : matches.at(-1);
  const waitingIds = home ? (home.pair ?? [home]).map(({ id }) => id) : [];
  return (
    <>
      <div className={css.matchDraft} role="status" data-added={added ? '' : undefined}>
        {added ? (
          <>
            <span className={css.added}>
              {t('matchAdded')} <OptionLabels faces={added.options.flatMap((id) => faces[id] ?? [])} />
            </span>
            <span className={css.muted}>{t('matchOptional')}</span>
          </>
        ) : (
          <>
            {home ? (
              <MatchSide face={home} />
            ) : (
              <MatchSide face={unpaired} empty={t('matchHome')} incomplete />
            )}
            <span className={css.versus} aria-hidden="true">
              ×
            </span>
            <MatchSide face={home ? unpaired : null} empty={t(home ? 'matchAway' : 'away')} incomplete />
          </>
        )}
      </div>
      <OptionField picker={picker} />
      <div className={css.found}>
        <FoundOptions
          picker={picker}
          faces={faces}
          pressed={({ id }) => waitingIds.includes(id) || id === unpaired?.id}
          // A second tap removes the side that waits for an opponent.
          onTap={(option) =>
            actor.send(
              openMatch && waitingIds.includes(option.id)
                ? { type: 'match.remove', match: openMatch.id }
                : { type: 'side.select', option },
            )
          }
        />
      </div>
      <p className={css.muted}>{t('matchesCount', { count: matches.length })}</p>
      <ol className={css.matches}>
        {matches.toReversed().map((match) => (
          <Match key={match.id} actor={actor} match={match} />
        ))}
      </ol>
    </>
  );
}

/** `incomplete`: the face is half of a pair. */
type MatchSideProps = { face: Face | null; empty?: string; incomplete?: boolean };

/** One side of the match being built. */
function MatchSide({ face, empty, incomplete = false }: MatchSideProps) {
  if (!face) {
    return (
      <span className={css.matchSide} data-empty="">
        {empty}
      </span>
    );
  }
  return (
    <span className={css.matchSide}>
      <span className={css.crests}>
        {(face.pair ?? [face]).map(({ id, name, image }) => (
          <Crest key={id} name={name} image={image} />
        ))}
      </span>
      {incomplete ? (
        <span>
          <T k="pairWaits" name={face.name} />
        </span>
      ) : (
        <bdi>{face.name}</bdi>
      )}
    </span>
  );
}

function Match({ actor, match }: WizardProps & { match: OptionGroup }) {
  const t = useT();
  const problemText = useProblemText();
  const draft = useDraft(actor);
  const sides = match.options.flatMap((id) => draft.faces[id] ?? []);
  const name = sides.map((side) => side.name).join(' · ');
  const problem = problemText(groupProblem(draft, match.id));
  return (
    <li className={css.match}>
      <div className={css.pair}>
        <OptionLabels faces={sides} />
        <IconButton
          label={t('matchRemove', { name })}
          size="small"
          onClick={() => actor.send({ type: 'match.remove', match: match.id })}
        >
          <Trash2 size={20} />
        </IconButton>
      </div>
      {problem && (
        <p role="alert" className={css.failure}>
          {problem}
        </p>
      )}
      <ItemDates actor={actor} id={match.id} dates={match.dates} name={name} />
    </li>
  );
}
