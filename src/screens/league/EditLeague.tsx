import { fieldsOf } from '#contract/fields.ts';
import { LeagueInput, type League } from '#contract/models.ts';
import { useT } from '#i18n/react.tsx';
import { FormModal } from '#screens/form-modal/FormModal.tsx';
import { useApp, useChild, useMachines } from '#screens/kit.tsx';

const fields = fieldsOf(LeagueInput, ['name', 'description', 'rounds', 'groupMembersCount']);

/** A league's name, words, and what its new games begin with. */
export function EditLeague({
  league,
  onDone,
  onClose,
}: {
  league: League;
  onDone: () => void;
  onClose: () => void;
}) {
  const t = useT();
  const { forms } = useMachines();
  const app = useApp();
  const toasts = useChild('toasts');
  const { name, description, rounds, groupMembersCount } = league;
  return (
    <FormModal
      machine={forms.league}
      title={t('editLeague')}
      id={league.id}
      fields={fields}
      values={{ name, description, rounds, groupMembersCount }}
      onDone={({ outcome }) => {
        if (outcome !== 'saved') return onClose();
        toasts.send({ type: 'toast.show', toast: { kind: 'success', message: 'saved' } });
        app.send({ type: 'data.refresh' });
        onDone();
      }}
    />
  );
}
