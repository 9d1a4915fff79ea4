import { useSelector } from '@xstate/react';
import { useCallback, useMemo } from 'react';
import { groupProblem, hasManualOrder, isMatchGame } from '#domain/wizard/game-draft.ts';
import { nonEmptyGroups, type OptionGroup } from '#domain/wizard/option-groups.ts';
import type { Face } from '#domain/wizard/option-pairs.ts';
import { useT } from '#i18n/react.tsx';
import type { BoardItem } from '#ui/board/BoardGroup.tsx';
import { Geresh } from '#ui/primitives/Geresh.tsx';
import { OrderBoard } from './OrderBoard.tsx';
import { ItemDates } from './ItemDates.tsx';
import { useDraft, useProblemText, type WizardProps } from './wizard-hooks.ts';
import { OptionLabels } from './OptionLabels.tsx';
import * as css from './wizard.css.ts';

/** The last slide: groups to arrange where the rules ask for it, else a summary; with the dates. */
export function OrderSlide({ actor }: WizardProps) {
  const custom = useSelector(actor, ({ context }) => hasManualOrder(context));
  return custom ? <ArrangeGroups actor={actor} /> : <ReadySummary actor={actor} />;
}

function ReadySummary({ actor }: WizardProps) {
  const t = useT();
  const { values, groups, faces } = useDraft(actor);
  return (
    <>
      <div className={css.ready}>
        <span className={css.geresh}>
          <Geresh drawn />
        </span>
        <p>{t(values['ordering_type'] === 'random' ? 'wizardRandom' : 'wizardReadyText')}</p>
      </div>
      <ol className={css.matches}>
        {nonEmptyGroups(groups).map((group) => (
          <li key={group.id} className={css.match}>
            <OptionLabels faces={facesOf(faces, group)} />
            <GroupDetails actor={actor} id={group.id} />
          </li>
        ))}
      </ol>
    </>
  );
}

function ArrangeGroups({ actor }: WizardProps) {
  const t = useT();
  const draft = useDraft(actor);
  const { groups, faces } = draft;
  const asMatches = isMatchGame(draft);
  const itemsOf = useMemo(() => createBoardItems(faces), [faces]);
  return (
    <OrderBoard
      label={t(asMatches ? 'wizardOrder' : 'wizardGroups')}
      parent={actor}
      arrangement={{ groups, asMatches, faces }}
      groups={groups.map((group, at) => ({
        id: group.id,
        name: t(asMatches ? 'matchNumber' : 'groupNumber', { number: at + 1 }),
        items: itemsOf(group),
      }))}
      renderBelow={useCallback(
        (id: number) => (
          <GroupDetails actor={actor} id={id} />
        ),
        [actor],
      )}
    />
  );
}

type Faces = Readonly<Record<string, Face>>;

const facesOf = (faces: Faces, { options }: OptionGroup): Face[] => options.flatMap((id) => faces[id] ?? []);

/** Board items of a group, memoised by its options, so that only changed groups render. */
function createBoardItems(faces: Faces): (group: OptionGroup) => readonly BoardItem[] {
  const items = new Map(
    Object.values(faces).map((face) => [face.id, { id: face.id, faces: face.pair ?? [face] }]),
  );
  const made = new WeakMap<readonly number[], readonly BoardItem[]>();
  return ({ options }) => {
    const known = made.get(options) ?? options.flatMap((id) => items.get(id) ?? []);
    made.set(options, known);
    return known;
  };
}

/** Details of a group: its problem, and its dates. */
function GroupDetails({ actor, id }: WizardProps & { id: number }) {
  const t = useT();
  const problemText = useProblemText();
  const group = useSelector(actor, ({ context }) => context.groups.find((one) => one.id === id));
  const at = useSelector(actor, ({ context }) => context.groups.findIndex((one) => one.id === id));
  const problem = problemText(useSelector(actor, ({ context }) => groupProblem(context, id)));
  const match = useSelector(actor, ({ context }) =>
    group && isMatchGame(context)
      ? facesOf(context.faces, group)
          .map(({ name }) => name)
          .join(' · ')
      : null,
  );
  return (
    group && (
      <>
        {problem && (
          <p role="alert" className={css.failure}>
            {problem}
          </p>
        )}
        <ItemDates
          actor={actor}
          id={id}
          dates={group.dates}
          name={match ?? t('groupNumber', { number: at + 1 })}
        />
      </>
    )
  );
}
