import { useT } from '#i18n/react.tsx';
import { useAppData } from '#screens/app-context.tsx';
import { inviteLink } from '#screens/share.ts';
import { Sheet } from '#ui/sheet/Sheet.ts';
import { QrCode } from '#ui/primitives/QrCode.tsx';
import { InviteBar } from './InviteBar.tsx';
import * as css from './QrSheet.css.ts';

type Props = { kind: 'league' | 'group'; name: string; code: string; onClose: () => void };

/** The invitation's link as a QR code. */
export function QrSheet({ kind, name, code, onClose }: Props) {
  const t = useT();
  const link = inviteLink(useAppData(), code);
  return (
    <Sheet open title={name} onClose={onClose}>
      <div className={css.scan}>
        <QrCode text={link} label={t('qrOf', { name })} />
        <p className={css.quiet}>{t('qrText')}</p>
        <InviteBar kind={kind} name={name} code={code} />
      </div>
    </Sheet>
  );
}
