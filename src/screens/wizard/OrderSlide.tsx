import { ArrowDown, ArrowUp } from 'lucide-react';
import { groupProblem, isCustom, isMatches } from '#contract/game-draft.ts';
import { filled, type OptionGroup } from '#contract/grouping.ts';
import { useT } from '#i18n/react.tsx';
import { Crest } from '#ui/Crest.tsx';
import { Geresh } from '#ui/Geresh.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { Dates } from './Dates.tsx';
import { useDraft, useProblem, type WizardProps } from './kit.ts';
import { Names } from './Names.tsx';
import * as css from './wizard.css.ts';

/** The last look: pairs to put in order where the rules say so, else that all is set; and every date to edit. */
export function OrderSlide({ actor }: WizardProps) {
  const t = useT();
  const draft = useDraft(actor);
  const custom = isCustom(draft);
  const random = draft.values['ordering_type'] === 'random';
  const groups = custom ? draft.groups : filled(draft.groups);
  return (
    <>
      {!custom && (
        <div className={css.ready}>
          <span className={css.geresh}>
            <Geresh drawn />
          </span>
          <p>{t(random ? 'wizardRandom' : 'wizardReadyText')}</p>
        </div>
      )}
      <ol className={css.matches}>
        {groups.map((group, at) => (
          <Group key={group.id} actor={actor} group={group} at={at} />
        ))}
      </ol>
    </>
  );
}

function Group({ actor, group, at }: WizardProps & { group: OptionGroup; at: number }) {
  const t = useT();
  const say = useProblem();
  const draft = useDraft(actor);
  const faces = group.options.flatMap((id) => draft.faces[id] ?? []);
  const name = isMatches(draft)
    ? faces.map((face) => face.name).join(' · ')
    : t('groupNumber', { number: at + 1 });
  const problem = say(groupProblem(draft, group.id));
  return (
    <li className={css.match}>
      {isCustom(draft) ? (
        group.options.map((option, place) => (
          <Place key={option} actor={actor} group={group} at={at} place={place} />
        ))
      ) : (
        <Names faces={faces} />
      )}
      {problem && (
        <p role="alert" className={css.failure}>
          {problem}
        </p>
      )}
      <Dates actor={actor} group={group} name={name} />
    </li>
  );
}

type PlaceProps = WizardProps & { group: OptionGroup; at: number; place: number };

/** One option in its group: a step up or down, over the group's edge into the one beside it. */
function Place({ actor, group, at, place }: PlaceProps) {
  const t = useT();
  const { groups, faces } = useDraft(actor);
  const option = group.options[place] ?? 0;
  const face = faces[option];
  const before = groups[at - 1];
  const after = groups[at + 1];
  const step = (to: OptionGroup | undefined, toIndex: number) =>
    to && { type: 'option.move' as const, option, fromGroup: group.id, toGroup: to.id, toIndex };
  const up = place > 0 ? step(group, place - 1) : step(before, before?.options.length ?? 0);
  const down = place < group.options.length - 1 ? step(group, place + 1) : step(after, 0);
  const can = (event: ReturnType<typeof step>) => event !== undefined && actor.getSnapshot().can(event);
  const name = face?.name ?? '';
  return (
    <div className={css.place}>
      <Crest name={name} image={face?.image ?? null} size="small" />
      <span>
        <bdi>{name}</bdi>
      </span>
      <IconButton
        label={t('moveUpName', { name })}
        size="small"
        disabled={!can(up)}
        onClick={() => up && actor.send(up)}
      >
        <ArrowUp size={20} aria-hidden="true" />
      </IconButton>
      <IconButton
        label={t('moveDownName', { name })}
        size="small"
        disabled={!can(down)}
        onClick={() => down && actor.send(down)}
      >
        <ArrowDown size={20} aria-hidden="true" />
      </IconButton>
    </div>
  );
}
