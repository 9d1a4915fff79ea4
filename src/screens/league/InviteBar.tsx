import { Copy, MessageCircle, Share2 } from 'lucide-react';
import { showCode } from '#contract/codes.ts';
import { useT } from '#i18n/react.tsx';
import { useAppData, useChild } from '#screens/kit.tsx';
import { canShare, copyText, inviteValues, shareText, whatsappHref } from '#screens/share.ts';
import { LinkButton } from '#ui/Button.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import * as css from './InviteBar.css.ts';

type Props = { kind: 'league' | 'group'; name: string; code: string };

const words = {
  league: { button: 'inviteToLeague', text: 'inviteLeagueText' },
  group: { button: 'inviteToClan', text: 'inviteGroupText' },
} as const;

/** The code, and the ways to hand it to friends. */
export function InviteBar({ kind, name, code }: Props) {
  const t = useT();
  const toasts = useChild('toasts');
  const inviteUrl = useAppData()?.activeParams.inviteUrl ?? '';
  const text = t(words[kind].text, inviteValues(inviteUrl, { name, code }));
  const copy = async () => {
    const copied = await copyText(showCode(code));
    toasts.send({
      type: 'toast.show',
      toast: copied ? { kind: 'success', message: 'copied' } : { kind: 'failure', message: 'copyFailed' },
    });
  };
  return (
    <div className={css.bar}>
      <span className={css.code}>
        <span className={css.label}>{t('joinCode')}</span>
        <bdi dir="ltr" className={css.letters}>
          {showCode(code)}
        </bdi>
      </span>
      <IconButton label={t('copy')} onClick={() => void copy()}>
        <Copy size={20} aria-hidden="true" />
      </IconButton>
      {canShare() && (
        <IconButton label={t('share')} onClick={() => shareText(text)}>
          <Share2 size={20} aria-hidden="true" />
        </IconButton>
      )}
      <LinkButton
        tone="quiet"
        size="small"
        href={whatsappHref(text)}
        target="_blank"
        rel="noreferrer"
        aria-label={t(words[kind].button)}
        icon={<MessageCircle size={20} aria-hidden="true" />}
      >
        {t('invite')}
      </LinkButton>
    </div>
  );
}
