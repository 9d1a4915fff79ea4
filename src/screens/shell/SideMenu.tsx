import { Link } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import {
  Accessibility,
  BookOpen,
  ChevronDown,
  FileText,
  LogIn,
  LogOut,
  Plus,
  ShieldCheck,
  Trophy,
  UsersRound,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { T, useT } from '#i18n/react.tsx';
import { useSheet } from '#screens/search-params.ts';
import { useAppData, useAppChild } from '#screens/app-context.tsx';
import { useSignInSearch } from '#screens/use-sign-in-search.ts';
import { DisplayPreferences } from '#screens/preferences/DisplayPreferences.tsx';
import { Button } from '#ui/primitives/Button.tsx';
import { Crest } from '#ui/match/Crest.tsx';
import { Stack } from '#ui/primitives/Stack.tsx';
import { Sheet } from '#ui/sheet/Sheet.ts';
import * as css from './SideMenu.css.ts';

/** Side menu: rules, groups, leagues, and preferences. */
export function SideMenu() {
  const t = useT();
  const sheet = useSheet();
  const session = useAppChild('session');
  const signedIn = useSelector(session, (snapshot) => snapshot.hasTag('signedIn'));
  const data = useAppData();
  const me = data?.appuser ?? null;
  const signInSearch = useSignInSearch();
  const leagues = (data?.sections ?? []).filter((league) => league.is_member);

  return (
    <Sheet open side="end" title={t('menu')} onClose={sheet.close}>
      <Stack gap="x5">
        {me && (
          <p className={css.welcome}>
            <T k="welcomeName" name={me.fname} />
          </p>
        )}
        <ul className={css.list}>
          <li>
            <MenuLink to="/post/gameRules" icon={<BookOpen size={20} />}>
              {t('gameRules')}
            </MenuLink>
          </li>
          {me && (
            <>
              <MenuSection title={t('myFriends')} icon={<UsersRound size={20} />}>
                {data?.clans.map((group) => (
                  <li key={group.id}>
                    <MenuLink
                      to="/clans-page"
                      search={{ id: group.id }}
                      icon={<Crest name={group.name} image={group.image} size="small" />}
                    >
                      <bdi>{group.name}</bdi>
                    </MenuLink>
                  </li>
                ))}
                <li>
                  <button type="button" className={css.entry} onClick={() => sheet.open('newGroup')}>
                    <Plus size={20} />
                    {t('addNewClan')}
                  </button>
                </li>
              </MenuSection>
              <MenuSection title={t('myLeagues')} icon={<Trophy size={20} />}>
                {leagues.map((league) => (
                  <li key={league.id}>
                    <MenuLink
                      to={`/section/${league.id}`}
                      icon={<Crest name={league.name} image={league.image} size="small" />}
                    >
                      <bdi>{league.name}</bdi>
                    </MenuLink>
                  </li>
                ))}
                {leagues.length === 0 && <li className={css.none}>{t('noLeaguesYet')}</li>}
              </MenuSection>
            </>
          )}
          {me?.is_staff && (
            <li>
              <MenuLink to="/staff" icon={<ShieldCheck size={20} />}>
                {t('staffPage')}
              </MenuLink>
            </li>
          )}
          <li>
            <MenuLink to="/terms" icon={<FileText size={20} />}>
              {t('terms')}
            </MenuLink>
          </li>
          <li>
            <MenuLink to="/accessibility" icon={<Accessibility size={20} />}>
              {t('accessibility')}
            </MenuLink>
          </li>
        </ul>
        {me && (
          <Button full icon={<Plus size={20} />} onClick={() => sheet.open('newLeague')}>
            {t('createNewLeague')}
          </Button>
        )}
        <DisplayPreferences />
        {signedIn ? (
          <Button
            tone="plain"
            icon={<LogOut size={20} />}
            onClick={() => session.send({ type: 'auth.signOut' })}
          >
            {t('logout')}
          </Button>
        ) : (
          <MenuLink to="/login" search={signInSearch} icon={<LogIn size={20} />}>
            {t('signIn')}
          </MenuLink>
        )}
        <p className={css.version}>
          {t('versionLabel')} {import.meta.env.APP_VERSION}
        </p>
      </Stack>
    </Sheet>
  );
}

/** Menu link: replaces the menu's history entry, so that Back does not reopen it. */
function MenuLink({
  to,
  search = {},
  icon,
  children,
}: {
  to: string;
  search?: { id?: number; return?: string };
  icon: ReactNode;
  children: ReactNode;
}) {
  return (
    <Link to={to} search={search} replace className={css.entry}>
      {icon}
      <span className={css.name}>{children}</span>
    </Link>
  );
}

function MenuSection({ title, icon, children }: { title: string; icon: ReactNode; children: ReactNode }) {
  return (
    <li>
      <details className={css.branch}>
        <summary className={css.entry}>
          {icon}
          <span className={css.name}>{title}</span>
          <ChevronDown size={18} className={css.chevron} />
        </summary>
        <ul className={css.inner}>{children}</ul>
      </details>
    </li>
  );
}
