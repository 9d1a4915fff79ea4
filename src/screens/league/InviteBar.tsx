import { Link2, MessageCircle, QrCode, Share2 } from 'lucide-react';
import { formatJoinCode } from '#contract/join-code.ts';
import { useT } from '#i18n/react.tsx';
import { canShare, shareText } from '#screens/share.ts';
import { useCopy } from '#screens/use-copy.ts';
import { useSheet } from '#screens/search-params.ts';
import { Button, LinkButton } from '#ui/primitives/Button.tsx';
import { IconButton } from '#ui/primitives/IconButton.tsx';
import { lazyComponent } from '#ui/primitives/lazy-component.tsx';
import { useInvitation } from './use-invitation.ts';
import * as css from './InviteBar.css.ts';

const QrSheet = lazyComponent(async () => (await import('./QrSheet.tsx')).QrSheet);

type Props = {
  kind: 'league' | 'group';
  name: string;
  code: string;
  /** Offers the link as a QR code, in a sheet. */
  withQr?: boolean;
};

/** The join code and ways to share it: the device's share sheet first, where there is one. */
export function InviteBar({ kind, name, code, withQr = false }: Props) {
  const t = useT();
  const sheet = useSheet();
  const copy = useCopy('copyFailed');
  const { text, link, whatsapp } = useInvitation(kind, name, code);
  const shares = canShare();
  return (
    <div className={css.bar}>
      <span className={css.code}>
        <span className={css.label}>{t('joinCode')}</span>
        <bdi className={css.codeText}>{formatJoinCode(code)}</bdi>
      </span>
      <span className={css.actions}>
        {withQr && (
          <IconButton label={t('qrShow')} onClick={() => sheet.open('qr')}>
            <QrCode size={20} />
          </IconButton>
        )}
        {/* The share sheet copies too, and the bar has little space. */}
        {!(shares && withQr) && (
          <IconButton label={t('copyLink')} onClick={() => void copy(link)}>
            <Link2 size={20} />
          </IconButton>
        )}
        {shares ? (
          <>
            <a {...whatsapp} title={whatsapp['aria-label']} className={css.icon}>
              <MessageCircle size={20} />
            </a>
            <Button tone="quiet" size="small" icon={<Share2 size={20} />} onClick={() => shareText(text)}>
              {t('share')}
            </Button>
          </>
        ) : (
          <LinkButton {...whatsapp} tone="quiet" size="small" icon={<MessageCircle size={20} />}>
            {t('invite')}
          </LinkButton>
        )}
      </span>
      {withQr && sheet.name === 'qr' && <QrSheet kind={kind} name={name} code={code} onClose={sheet.close} />}
    </div>
  );
}
