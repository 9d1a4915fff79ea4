import { fieldsOf } from '#contract/form-fields.ts';
import { MemberUpdate } from '#contract/inputs.ts';
import { useT } from '#i18n/react.tsx';
import { FormModal } from '#screens/form-modal/FormModal.tsx';
import { useMachines, useMe } from '#screens/app-context.tsx';
import { PictureUpload } from '#screens/upload/PictureUpload.tsx';
import { useReportSaved } from '#screens/use-success.ts';

// An update may omit the name, but not empty it.
const fields = fieldsOf(MemberUpdate, ['name']).map((field) => ({ ...field, required: true }));

/** Form for the caller's name and picture. */
export function EditProfile({ name, id, onClose }: { name: string; id: number; onClose: () => void }) {
  const t = useT();
  const { forms } = useMachines();
  const reportSaved = useReportSaved();
  const image = useMe()?.image ?? null;
  return (
    <FormModal
      machine={forms.member}
      title={t('name')}
      id={id}
      fields={fields}
      intro={<PictureUpload model="member" id={id} name={name} image={image} showLabel />}
      values={{ name }}
      onDone={({ outcome }) => {
        if (outcome === 'saved') reportSaved();
        onClose();
      }}
    />
  );
}
