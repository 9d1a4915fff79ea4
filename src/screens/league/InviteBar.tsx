import { Link2, MessageCircle, QrCode, Share2 } from 'lucide-react';
import { formatJoinCode } from '#contract/join-code.ts';
import { useT } from '#i18n/react.tsx';
import { useAppData, useAppChild } from '#screens/app-context.tsx';
import { canShare, copyText, inviteValues, shareText, whatsappHref } from '#screens/share.ts';
import { Button, LinkButton } from '#ui/primitives/Button.tsx';
import { IconButton } from '#ui/primitives/IconButton.tsx';
import * as css from './InviteBar.css.ts';

type Props = {
  kind: 'league' | 'group';
  name: string;
  code: string;
  /** Shows the link as a QR code. */
  onQr?: () => void;
};

const inviteTexts = {
  league: { button: 'inviteToLeague', text: 'inviteLeagueText' },
  group: { button: 'inviteToClan', text: 'inviteGroupText' },
} as const;

/** The join code and ways to share it: the device's share sheet first, where there is one. */
export function InviteBar({ kind, name, code, onQr }: Props) {
  const t = useT();
  const toasts = useAppChild('toasts');
  const inviteUrl = useAppData()?.activeParams.inviteUrl ?? '';
  const values = inviteValues(inviteUrl, { name, code });
  const text = t(inviteTexts[kind].text, values);
  const shares = canShare();
  const whatsapp = {
    href: whatsappHref(text),
    target: '_blank',
    rel: 'noreferrer',
    'aria-label': t(inviteTexts[kind].button),
  };
  const copy = async () => {
    const copied = await copyText(values.link);
    toasts.send({
      type: 'toast.show',
      toast: copied ? { kind: 'success', message: 'copied' } : { kind: 'failure', message: 'copyFailed' },
    });
  };
  return (
    <div className={css.bar}>
      <span className={css.code}>
        <span className={css.label}>{t('joinCode')}</span>
        <bdi dir="ltr" className={css.codeText}>
          {formatJoinCode(code)}
        </bdi>
      </span>
      <span className={css.actions}>
        {onQr && (
          <IconButton label={t('qrShow')} onClick={onQr}>
            <QrCode size={20} />
          </IconButton>
        )}
        {/* A share sheet copies too; the bar has little space. */}
        {!(shares && onQr) && (
          <IconButton label={t('copyLink')} onClick={() => void copy()}>
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
    </div>
  );
}
