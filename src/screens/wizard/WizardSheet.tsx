import { useSelector } from '@xstate/react';
import type { SnapshotFrom } from 'xstate';
import { slideToFix } from '#domain/wizard/draft-edits.ts';
import {
  blockerOf,
  hasManualOrder,
  isMatchGame,
  slides,
  type Blocker,
  type GameDraft,
  type Slide,
} from '#domain/wizard/game-draft.ts';
import { playsInPairs } from '#domain/wizard/option-pairs.ts';
import type { MessageKey } from '#i18n/keys.ts';
import { useBusy } from '#screens/actor-hooks.ts';
import { BackLayer } from '#screens/back-layer.tsx';
import { T, useT } from '#i18n/react.tsx';
import { Button } from '#ui/primitives/Button.tsx';
import { Sheet } from '#ui/sheet/Sheet.ts';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import { FailureText } from '#ui/feedback/FailureText.tsx';
import { currentSlideOf, useDraft, type WizardActor, type WizardProps } from './wizard-hooks.ts';
import { LeagueSlide } from './LeagueSlide.tsx';
import { MatchesSlide } from './MatchesSlide.tsx';
import { OptionPictures } from './OptionPictures.tsx';
import { OrderSlide } from './OrderSlide.tsx';
import { SelectOptionsSlide } from './SelectOptionsSlide.tsx';
import { ResumeDraft, ResumeFooter } from './ResumeDraft.tsx';
import { RulesSlide } from './RulesSlide.tsx';
import { DraftSummary } from './DraftSummary.tsx';
import { TypesSlide } from './TypesSlide.tsx';
import * as css from './wizard.css.ts';

function SlideContent({ slide, actor }: WizardProps & { slide: Slide }) {
  switch (slide) {
    case 'sections':
      return <LeagueSlide actor={actor} />;
    case 'types':
      return <TypesSlide actor={actor} />;
    case 'settings':
      return <RulesSlide actor={actor} />;
    case 'options':
      return <OptionsSlide actor={actor} />;
    case 'reorder':
      return <OrderSlide actor={actor} />;
  }
}

/** Options of the game: matches of two, or one list. */
function OptionsSlide({ actor }: WizardProps) {
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

function slideTitleOf(draft: GameDraft, slide: Slide | null): MessageKey {
  switch (slide) {
    case 'sections':
      return 'wizardLeague';
    case 'types':
      return draft.path.length > 0 ? 'wizardSubtype' : 'wizardType';
    case 'settings':
      return 'wizardRules';
    case 'options':
      if (isMatchGame(draft)) return 'wizardMatches';
      return playsInPairs(draft) ? 'wizardPairs' : 'wizardChoices';
    case 'reorder':
      if (!hasManualOrder(draft)) return 'wizardReady';
      return isMatchGame(draft) ? 'wizardOrder' : 'wizardGroups';
    default:
      return 'wizardTitle';
  }
}

/** The failure to show on this slide: its own, or the server's refusal that led back to it. */
function failureOf(snapshot: SnapshotFrom<WizardActor>) {
  const { failure, serverProblems } = snapshot.context;
  const isHere = failure !== null && snapshot.hasTag(slideToFix(failure));
  return snapshot.hasTag('failed') || (isHere && Object.keys(serverProblems).length > 0) ? failure : null;
}

/** Focuses a new slide, so that it is read aloud from its start. */
const focusElement = (slide: HTMLElement | null) => slide?.focus();

/** One slide at a time, with Back, Proceed and the summary. */
export function WizardSheet({ actor }: WizardProps) {
  const t = useT();
  const slide = useSelector(actor, currentSlideOf);
  const resuming = useSelector(actor, (snapshot) => snapshot.hasTag('resuming'));
  const title = useSelector(actor, ({ context }) => slideTitleOf(context, slide));
  const question = t(resuming ? 'wizardResume' : title);
  const failure = useSelector(actor, failureOf);
  const mayGoBack = useSelector(actor, (snapshot) => snapshot.can({ type: 'wizard.back' }));
  return (
    <Sheet
      open
      tall
      onClose={() => actor.send({ type: 'wizard.close' })}
      title={question}
      footer={resuming ? <ResumeFooter actor={actor} /> : <WizardFooter actor={actor} slide={slide} />}
    >
      {mayGoBack && <BackLayer onBack={() => actor.send({ type: 'wizard.back' })} />}
      <div key={slide} className={css.scroller}>
        {slide ? (
          <section
            className={css.slide}
            aria-label={question}
            data-slide={slide}
            tabIndex={-1}
            ref={focusElement}
          >
            <StepIndicator slide={slide} />
            <FailureText failure={failure} look="body" />
            <SlideContent slide={slide} actor={actor} />
          </section>
        ) : resuming ? (
          <ResumeDraft actor={actor} />
        ) : (
          <Skeleton shape="row" count={4} />
        )}
      </div>
    </Sheet>
  );
}

function StepIndicator({ slide }: { slide: Slide }) {
  const t = useT();
  const at = slides.indexOf(slide);
  return (
    <div
      className={css.steps}
      role="img"
      aria-label={t('wizardStep', { step: at + 1, steps: slides.length })}
    >
      {slides.map((name, place) => (
        <span key={name} className={css.step} data-done={place <= at ? '' : undefined} />
      ))}
    </div>
  );
}

/** Why the wizard cannot continue, and what to do. */
function BlockerText({ blocker }: { blocker: Blocker }) {
  const t = useT();
  const { kind } = blocker;
  if (kind === 'noOpponent' || kind === 'noPartner')
    return <T k={`wizardBlocked.${kind}`} name={blocker.name} />;
  if (kind === 'groupOfOne' || kind === 'duplicate')
    return t(`wizardBlocked.${kind}`, { group: t('groupNumber', { number: blocker.group }) });
  return kind === 'tooMany' ? t('wizardBlocked.tooMany', blocker) : t(`wizardBlocked.${kind}`);
}

function WizardFooter({ actor, slide }: WizardProps & { slide: Slide | null }) {
  const t = useT();
  const busy = useBusy(actor);
  const event = { type: slide === 'reorder' ? ('wizard.create' as const) : ('wizard.proceed' as const) };
  const mayGo = useSelector(actor, (snapshot) => snapshot.can(event));
  const mayBack = useSelector(actor, (snapshot) => snapshot.can({ type: 'wizard.back' }));
  const blocker = blockerOf(useDraft(actor), slide ?? 'types');
  return (
    <div className={css.footer}>
      <DraftSummary actor={actor} />
      <p role="status" className={css.blocker}>
        {blocker && <BlockerText blocker={blocker} />}
      </p>
      <div className={css.buttons}>
        {mayBack && (
          <Button tone="quiet" onClick={() => actor.send({ type: 'wizard.back' })}>
            {t('back')}
          </Button>
        )}
        {/* On the types slide, choosing a type proceeds. */}
        {slide !== 'types' && slide !== null && (
          <div className={css.proceedButton}>
            <Button full busy={busy} disabled={!busy && !mayGo} onClick={() => actor.send(event)}>
              {t(slide === 'reorder' ? 'wizardCreate' : 'proceed')}
            </Button>
          </div>
        )}
      </div>
    </div>
  );
}
