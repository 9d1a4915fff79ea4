import { ArrowLeft, Menu } from 'lucide-react';
import type { MouseEvent } from 'react';
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
  onHome?: () => void;
  user?: {
    readonly name: string;
    readonly image?: string | null;
    readonly online: boolean;
    readonly href: string;
  };
  onUser?: () => void;
  onMenu?: () => void;
  menuOpen?: boolean;
};

/** Back, the logo, the member with the connection state, and the menu. */
export function TopBar({ onBack, homeHref, onHome, user, onUser, onMenu, menuOpen = false }: Props) {
  const t = useT();
  return (
    <header className={css.bar}>
      <div className={css.start}>
        {onBack && (
          <IconButton label={t('back')} size="small" onClick={onBack}>
            <Directional>
              <ArrowLeft size={22} aria-hidden="true" />
            </Directional>
          </IconButton>
        )}
        <a className={css.home} href={homeHref} onClick={instead(onHome)}>
          <Logo size="small" />
        </a>
      </div>
      <div className={css.end}>
        {user && (
          <a className={css.user} href={user.href} onClick={instead(onUser)}>
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
            <Menu size={22} aria-hidden="true" />
          </IconButton>
        )}
      </div>
    </header>
  );
}

/** A plain press goes where the app says; a press that opens a new tab stays the browser's. */
export function instead(go: (() => void) | undefined) {
  if (!go) return undefined;
  return (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    go();
  };
}
