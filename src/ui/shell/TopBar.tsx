import { ArrowLeft, Menu } from 'lucide-react';
import { useT } from '#i18n/react.tsx';
import { Avatar } from '#ui/people/Avatar.tsx';
import { Directional } from '#ui/primitives/Directional.tsx';
import { IconButton } from '#ui/primitives/IconButton.tsx';
import { Logo } from '#ui/primitives/Logo.tsx';
import * as css from './TopBar.css.ts';

type Props = {
  /** Shown where there is a page to go back to. */
  onBack?: () => void;
  homeHref: string;
  user?: {
    readonly name: string;
    readonly image?: string | null;
    readonly online: boolean;
    readonly href: string;
  };
  onMenu?: () => void;
  menuOpen?: boolean;
};

/** Back, the logo, the member with the connection state, and the menu. */
export function TopBar({ onBack, homeHref, user, onMenu, menuOpen = false }: Props) {
  const t = useT();
  return (
    <header className={css.bar}>
      <div className={css.start}>
        {onBack && (
          <IconButton label={t('back')} size="small" onClick={onBack}>
            <Directional>
              <ArrowLeft size={22} />
            </Directional>
          </IconButton>
        )}
        <a className={css.home} href={homeHref}>
          <Logo size="small" />
        </a>
      </div>
      <div className={css.end}>
        {user && (
          <a className={css.user} href={user.href}>
            <bdi className={css.name}>{user.name}</bdi>
            <Avatar
              name={user.name}
              image={user.image ?? null}
              online={user.online}
              size="small"
              decorative
            />
          </a>
        )}
        {onMenu && (
          <IconButton
            label={t('menu')}
            size="small"
            expanded={menuOpen}
            aria-haspopup="dialog"
            onClick={onMenu}
          >
            <Menu size={22} />
          </IconButton>
        )}
      </div>
    </header>
  );
}
