import { Link } from '@tanstack/react-router';
import { useActorRef, useSelector } from '@xstate/react';
import { UserPlus } from 'lucide-react';
import type { Group } from '#contract/models.ts';
import { useT } from '#i18n/react.tsx';
import { useAppData, useMachines, useMe } from '#screens/kit.tsx';
import { buttonClass } from '#ui/Button.tsx';
import { Select } from '#ui/Select.tsx';
import * as css from './active-group.css.ts';

type ActiveGroup = {
  readonly groups: readonly Group[];
  /** Null is the whole league: chosen, or because one is in the group no more. */
  readonly group: number | null;
  /** False until the device has remembered. */
  readonly ready: boolean;
  readonly choose: (group: number | null) => void;
};

/** The group by which tables and picks are looked at, the same from screen to screen. */
export function useActiveGroup(): ActiveGroup {
  const member = useMe()?.id ?? 0;
  const groups = useAppData()?.clans ?? [];
  const { activeGroup } = useMachines();
  const actor = useActorRef(activeGroup, { input: { member } });
  const chosen = useSelector(actor, ({ context }) => context.group);
  const ready = useSelector(actor, (snapshot) => snapshot.hasTag('ready'));
  return {
    groups,
    group: groups.some(({ id }) => id === chosen) ? chosen : null,
    ready,
    choose: (group) => actor.send({ type: 'group.choose', group }),
  };
}

/** The groups dropdown: everybody or one group, and the way to more friends. */
export function GroupPicker({ active, section }: { active: ActiveGroup; section: number | null }) {
  const t = useT();
  const league = useAppData()?.sections.find(({ id }) => id === section);
  const { groups, group, choose } = active;
  const invites = league?.is_member && league.active;
  if (groups.length === 0 && !invites) return null;
  return (
    <div className={css.picker}>
      {groups.length > 0 && (
        <div className={css.select}>
          <Select
            label={t('chooseClan')}
            hideLabel
            value={String(group ?? '')}
            options={[
              { value: '', label: t('wholeLeague') },
              ...groups.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            onChange={(chosen) => choose(chosen === '' ? null : Number(chosen))}
          />
        </div>
      )}
      {invites && (
        <Link
          to="/clans-page"
          search={{ section: league.id }}
          className={buttonClass({ tone: 'quiet', size: 'small' })}
        >
          <span className={css.way}>
            <UserPlus size={18} aria-hidden="true" />
            {t('inviteFriends')}
          </span>
        </Link>
      )}
    </div>
  );
}
