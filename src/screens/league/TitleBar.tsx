import { UserPlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatJoinCode } from '#contract/join-code.ts';
import type { League } from '#contract/models.ts';
import { useT } from '#i18n/react.tsx';
import { useSheet } from '#screens/search-params.ts';
import { Crest } from '#ui/match/Crest.tsx';
import { lazyComponent } from '#ui/primitives/lazy-component.tsx';
import { VisuallyHidden } from '#ui/primitives/Stack.tsx';
import { useInvitation } from './use-invitation.ts';
import * as css from './TitleBar.css.ts';

const QrSheet = lazyComponent(async () => (await import('./QrSheet.tsx')).QrSheet);

type Props = {
  kind: 'league' | 'group';
  of: Pick<League, 'name' | 'image' | 'users'>;
  /** Null if the caller may not invite. */
  code: string | null;
  /** More buttons, at the inline end. */
  children?: ReactNode;
};

/** The bar of a league or group: picture, name, size, and the code, which opens the ways to share it. */
export function TitleBar({ kind, of: { name, image, users }, code, children }: Props) {
  const t = useT();
  const sheet = useSheet();
  return (
    <header className={css.bar}>
      <div className={css.title}>
        <Crest name={name} image={image} size="medium" />
        <div className={css.textColumn}>
          <h1 className={css.name}>
            <bdi>{name}</bdi>
          </h1>
          <p className={css.line}>
            {code && (
              <button type="button" className={css.code} onClick={() => sheet.open('qr')}>
                <VisuallyHidden>{`${t('qrShow')}: `}</VisuallyHidden>
                <bdi>{formatJoinCode(code)}</bdi>
              </button>
            )}
            <span className={css.count}>{t('members', { count: users })}</span>
          </p>
        </div>
      </div>
      <div className={css.buttons}>
        {code && <InviteLink kind={kind} name={name} code={code} />}
        {children}
      </div>
      {code && sheet.name === 'qr' && <QrSheet kind={kind} name={name} code={code} onClose={sheet.close} />}
    </header>
  );
}

function InviteLink({ kind, name, code }: { kind: Props['kind']; name: string; code: string }) {
  const { whatsapp } = useInvitation(kind, name, code);
  return (
    <a {...whatsapp} title={whatsapp['aria-label']} className={css.invite}>
      <UserPlus size={20} />
    </a>
  );
}
