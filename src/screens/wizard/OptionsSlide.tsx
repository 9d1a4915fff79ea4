import { useSelector } from '@xstate/react';
import { isMatchGame } from '#domain/wizard/game-draft.ts';
import { SelectOptionsSlide } from './SelectOptionsSlide.tsx';
import { useDraft, type WizardProps } from './wizard-hooks.ts';
import { MatchesSlide } from './MatchesSlide.tsx';
import { OptionPictures } from './OptionPictures.tsx';

/** Options of the game: matches of two, or one list. */
export function OptionsSlide({ actor }: WizardProps) {
  const draft = useDraft(actor);
  const picker = useSelector(actor, ({ children }) => children.optionPicker);
  if (!picker) return null;
  const Choose = isMatchGame(draft) ? MatchesSlide : SelectOptionsSlide;
  return (
    <>
      <Choose actor={actor} picker={picker} />
      <OptionPictures actor={actor} />
    </>
  );
}
