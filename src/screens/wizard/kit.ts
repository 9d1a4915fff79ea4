import { useSelector } from '@xstate/react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { FieldProblem } from '#contract/failures.ts';
import type { MessageKey } from '#i18n/keys.ts';
import { useT } from '#i18n/react.tsx';
import type { wizard } from '#machines/wizard.ts';

export type WizardActor = ActorRefFrom<typeof wizard>;
export type WizardProps = { actor: WizardActor };
type Snapshot = SnapshotFrom<typeof wizard>;

/** The five slides, in order. */
export const slides = ['sections', 'types', 'settings', 'options', 'reorder'] as const;
export type Slide = (typeof slides)[number];

export const slideOf = (snapshot: Snapshot): Slide | null =>
  slides.find((slide) => snapshot.hasTag(slide)) ?? null;

/** Everything chosen so far. */
export const useDraft = (actor: WizardActor) => useSelector(actor, ({ context }) => context);

/** A problem as a sentence, or null. */
export function useProblem(): (problem: FieldProblem | null | undefined) => string | null {
  const t = useT();
  return (problem) => (problem ? t(`problem.${problem.code}` as MessageKey, { limit: problem.limit }) : null);
}
