import { nonEmptyGroups } from '#domain/wizard/option-groups.ts';
import { useT } from '#i18n/react.tsx';
import { Button } from '#ui/primitives/Button.tsx';
import { DraftLine } from './DraftSummary.tsx';
import { OptionLabels } from './OptionLabels.tsx';
import { TypeIcon } from './TypeIcon.tsx';
import { useDraft, type WizardProps } from './wizard-hooks.ts';
import * as css from './wizard.css.ts';

/** Asks whether to continue a stored draft, and shows what is in it. */
export function ResumeDraft({ actor }: WizardProps) {
  const t = useT();
  const draft = useDraft(actor);
  const { type, values, groups, faces } = draft;
  const about = values['description'];
  return (
    <section className={css.slide} aria-label={t('wizardResume')}>
      <p>{t('wizardResumeText')}</p>
      <div className={css.kept}>
        <TypeIcon name={type?.name ?? ''} image={type?.image ?? null} />
        <div className={css.keptText}>
          {typeof about === 'string' && about !== '' && (
            <strong>
              <bdi>{about}</bdi>
            </strong>
          )}
          <span className={css.muted}>
            <DraftLine draft={draft} />
          </span>
        </div>
        <div className={css.list}>
          {nonEmptyGroups(groups).map(({ id, options }) => (
            <OptionLabels key={id} faces={options.flatMap((option) => faces[option] ?? [])} />
          ))}
        </div>
      </div>
    </section>
  );
}

export function ResumeFooter({ actor }: WizardProps) {
  const t = useT();
  return (
    <div className={css.buttons}>
      <Button tone="quiet" onClick={() => actor.send({ type: 'wizard.restart' })}>
        {t('wizardRestart')}
      </Button>
      <div className={css.proceedButton}>
        <Button full onClick={() => actor.send({ type: 'wizard.proceed' })}>
          {t('wizardContinue')}
        </Button>
      </div>
    </div>
  );
}
