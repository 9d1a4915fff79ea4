import { Plus } from 'lucide-react';
import { gameRuleFields } from '#domain/wizard/game-type-forms.ts';
import { useT } from '#i18n/react.tsx';
import { FormModal } from '#screens/form-modal/FormModal.tsx';
import { useSheet } from '#screens/search-params.ts';
import { useMachines } from '#screens/app-context.tsx';
import { Button } from '#ui/primitives/Button.tsx';
import { useDraft, type WizardProps } from './wizard-hooks.ts';

/** For staff: adds a rule to the game type, for this game and later ones. */
export function NewRule({ actor }: WizardProps) {
  const t = useT();
  const sheet = useSheet();
  const { forms } = useMachines();
  const { type } = useDraft(actor);
  return (
    <>
      <Button tone="quiet" icon={<Plus size={20} />} onClick={() => sheet.open('newItemRule')}>
        {t('newItemRule')}
      </Button>
      {sheet.name === 'newItemRule' && (
        <FormModal
          machine={forms.itemRule}
          title={t('newItemRule')}
          fields={gameRuleFields}
          fixedValues={{ itemType: type?.id ?? null }}
          onDone={(end) => {
            if (end.outcome === 'saved') actor.send({ type: 'rule.created', rule: end.result });
            sheet.close();
          }}
        />
      )}
    </>
  );
}
