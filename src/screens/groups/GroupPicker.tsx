import { useActorRef, useSelector } from '@xstate/react';
import { UserPlus } from 'lucide-react';
import type { Group } from '#contract/models.ts';
import { useT } from '#i18n/react.tsx';
import { useAppData, useMachines, useMe } from '#screens/app-context.tsx';
import { RouteButton } from '#screens/RouteButton.ts';
import { Select } from '#ui/form/Select.tsx';
import * as css from './GroupPicker.css.ts';

type ActiveGroup = {
  readonly groups: readonly Group[];
  /** Null is the whole league: chosen, or because the caller left the group. */
  readonly group: number | null;
  /** False until the stored choice is read. */
  readonly ready: boolean;
  readonly choose: (group: number | null) => void;
};

/** The group that standings and bets are filtered by, shared by the screens. */
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

/** Select of everybody or one group; nothing for a member without groups. */
export function GroupSelect({ active: { groups, group, choose } }: { active: ActiveGroup }) {
  const t = useT();
  if (groups.length === 0) return null;
  return (
    <div className={css.select}>
      <Select
        label={t('chooseClan')}
        hideLabel
        size="small"
        value={String(group ?? '')}
        options={[
          { value: '', label: t('wholeLeague') },
          ...groups.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={(chosen) => choose(chosen === '' ? null : Number(chosen))}
      />
    </div>
  );
}

/** The select, and a link to invite friends. */
export function GroupPicker({ active, section }: { active: ActiveGroup; section: number | null }) {
  const t = useT();
  const league = useAppData()?.sections.find(({ id }) => id === section);
  const invites = league?.is_member && league.active;
  if (active.groups.length === 0 && !invites) return null;
  return (
    <div className={css.picker}>
      <GroupSelect active={active} />
      {invites && (
        <RouteButton
          to="/clans-page"
          search={{ section: league.id }}
          tone="quiet"
          size="small"
          icon={<UserPlus size={18} />}
        >
          {t('inviteFriends')}
        </RouteButton>
      )}
    </div>
  );
}
