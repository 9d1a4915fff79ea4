import { Trash2 } from 'lucide-react';
import type { ActorRefFrom } from 'xstate';
import { groupProblem } from '#contract/game-draft.ts';
import type { OptionGroup } from '#contract/grouping.ts';
import { useT } from '#i18n/react.tsx';
import type { optionPicker } from '#machines/option-picker.ts';
import { Crest } from '#ui/Crest.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { Dates } from './Dates.tsx';
import { useDraft, useProblem, type WizardProps } from './kit.ts';
import { Names } from './Names.tsx';
import { OptionSearch } from './OptionSearch.tsx';
import * as css from './wizard.css.ts';

type Props = WizardProps & { picker: ActorRefFrom<typeof optionPicker> };

/** Tap home, tap away, and there is a match. The next two taps make the next one. */
export function MatchesSlide({ actor, picker }: Props) {
  const t = useT();
  const { groups, faces } = useDraft(actor);
  const matches = groups.filter(({ options }) => options.length > 1);
  const begun = groups.find(({ options }) => options.length === 1);
  const waiting = begun?.options[0];
  const home = waiting === undefined ? undefined : faces[waiting];
  return (
    <>
      <div className={css.next} role="status">
        {home ? (
          <span className={css.seat}>
            <Crest name={home.name} image={home.image} />
            <bdi>{home.name}</bdi>
          </span>
        ) : (
          <span className={css.seat} data-empty="">
            {t('matchHome')}
          </span>
        )}
        <span className={css.against} aria-hidden="true">
          ×
        </span>
        <span className={css.seat} data-empty="">
          {t(home ? 'matchAway' : 'away')}
        </span>
      </div>
      <OptionSearch
        picker={picker}
        pressed={({ id }) => id === waiting}
        // Tapped again, the one who waits alone gets up.
        onTap={(option) =>
          actor.send(
            begun && option.id === waiting
              ? { type: 'match.remove', match: begun.id }
              : { type: 'match.pick', option },
          )
        }
      />
      <p className={css.soft}>{t('matchesCount', { count: matches.length })}</p>
      <ol className={css.matches}>
        {matches.toReversed().map((match) => (
          <Match key={match.id} actor={actor} match={match} />
        ))}
      </ol>
    </>
  );
}

function Match({ actor, match }: WizardProps & { match: OptionGroup }) {
  const t = useT();
  const say = useProblem();
  const draft = useDraft(actor);
  const sides = match.options.flatMap((id) => draft.faces[id] ?? []);
  const name = sides.map((side) => side.name).join(' · ');
  const problem = say(groupProblem(draft, match.id));
  return (
    <li className={css.match}>
      <div className={css.pair}>
        <Names faces={sides} />
        <IconButton
          label={t('matchRemove', { name })}
          size="small"
          onClick={() => actor.send({ type: 'match.remove', match: match.id })}
        >
          <Trash2 size={20} aria-hidden="true" />
        </IconButton>
      </div>
      {problem && (
        <p role="alert" className={css.failure}>
          {problem}
        </p>
      )}
      <Dates actor={actor} group={match} name={name} />
    </li>
  );
}
