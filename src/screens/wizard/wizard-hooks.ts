import { useSelector } from '@xstate/react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { FieldProblem } from '#contract/failures.ts';
import { slides, type Slide } from '#domain/wizard/game-draft.ts';
import type { Option } from '#contract/models.ts';
import type { SingleOption } from '#domain/wizard/option-pairs.ts';
import { useT } from '#i18n/react.tsx';
import type { wizard } from '#machines/wizard.ts';

export type WizardActor = ActorRefFrom<typeof wizard>;
export type WizardProps = { actor: WizardActor };
type Snapshot = SnapshotFrom<typeof wizard>;

export const currentSlideOf = (snapshot: Snapshot): Slide | null =>
  slides.find((slide) => snapshot.hasTag(slide)) ?? null;

/** Rebuilds an option from a draft's copy of it. */
export const toOption = ({ id, name, image, is_staff = false }: SingleOption): Option => {
  return { id, name, image, is_staff, value: null, images: [] };
};

/** The wizard's context. */
export const useDraft = (actor: WizardActor) => useSelector(actor, ({ context }) => context);

/** Gives a function from a problem to its sentence, or null. */
export function useProblemText(): (problem: FieldProblem | null | undefined) => string | null {
  const t = useT();
  return (problem) => (problem ? t(`problem.${problem.code}`, { limit: problem.limit }) : null);
}
