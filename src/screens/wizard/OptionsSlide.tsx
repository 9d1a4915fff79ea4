import { useSelector } from '@xstate/react';
import { isMatchGame } from '#domain/wizard/game-draft.ts';
import { ChoicesSlide } from './ChoicesSlide.tsx';
import { useDraft, type WizardProps } from './kit.ts';
import { MatchesSlide } from './MatchesSlide.tsx';
import { OptionPictures } from './OptionPictures.tsx';

/** Who takes part: matches put together by twos, or one list of options. */
export function OptionsSlide({ actor }: WizardProps) {
  const draft = useDraft(actor);
  const picker = useSelector(actor, ({ children }) => children.picker);
  if (!picker) return null;
  const Choose = isMatchGame(draft) ? MatchesSlide : ChoicesSlide;
  return (
    <>
      <Choose actor={actor} picker={picker} />
      <OptionPictures actor={actor} />
    </>
  );
}
