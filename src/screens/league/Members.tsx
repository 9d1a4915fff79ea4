import { useActorRef, useSelector } from '@xstate/react';
import { UserMinus } from 'lucide-react';
import { Virtuoso } from 'react-virtuoso';
import type { Member } from '#contract/models.ts';
import { T, useT } from '#i18n/react.tsx';
import { useEmitted } from '#screens/actor-hooks.ts';
import { useMachines, useMe } from '#screens/app-context.tsx';
import { Avatar } from '#ui/people/Avatar.tsx';
import { LoadError } from '#screens/LoadError.tsx';
import { IconButton } from '#ui/primitives/IconButton.tsx';
import { passFocusOn } from '#ui/primitives/pass-focus-on.ts';
import { SearchField } from '#ui/form/SearchField.tsx';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import { Stack } from '#ui/primitives/Stack.tsx';
import { Tag } from '#ui/primitives/Tag.tsx';
import { ConfirmCommand } from '#screens/confirm-command/ConfirmCommand.tsx';
import { useList } from '#screens/use-list.ts';
import * as css from './Members.css.ts';

type Props = {
  place: { readonly section: number } | { readonly clan: number };
  owner: number | null;
  mayRemove: boolean;
};

/** The members of a league or group. Its owner may remove them. */
export function Members({ place, owner, mayRemove }: Props) {
  const t = useT();
  const me = useMe();
  const { lists, command } = useMachines();
  const league = 'section' in place ? place.section : null;
  const list = useList(
    lists.members,
    { filters: place, limit: 20 },
    league === null ? { kind: 'groupMembers' } : { kind: 'leagueMembers', league },
  );
  const removal = useActorRef(command);
  useEmitted(removal, 'command.done', ({ command: done }) => {
    if (done.name === 'removeMember') list.actor.send({ type: 'row.removed', id: done.member });
  });
  const { rows, loading, busy, failure } = list;
  const memberToRemove = useSelector(removal, ({ context }) =>
    context.command?.name === 'removeMember' ? context.command.member : null,
  );
  const name = rows.find((row) => row.id === memberToRemove)?.name ?? '';
  const remove = league === null ? 'removeFromClan' : 'removeMember';

  return (
    <Stack gap="x3">
      <SearchField
        label={t('search')}
        value={list.search}
        busy={busy && !loading}
        onChange={list.setSearch}
      />
      {loading && <Skeleton shape="row" count={5} />}
      {failure && <LoadError failure={failure} onRetry={list.retry} />}
      {!busy && !failure && rows.length === 0 && <p className={css.none}>{t('noResults')}</p>}
      <div ref={passFocusOn}>
        <Virtuoso<Member>
          useWindowScroll
          data={rows}
          computeItemKey={(_, row) => row.id}
          increaseViewportBy={400}
          endReached={list.loadMore}
          itemContent={(_, row) => (
            <div className={css.row}>
              <a href={`#/profile/${row.id}`} className={css.person}>
                <Avatar name={row.name} image={row.image} decorative />
                <span className={css.nameAndTags}>
                  <bdi className={css.name}>{row.name}</bdi>
                  {row.id === me?.id && <Tag tone="mine">{t('you')}</Tag>}
                  {row.id === owner && <Tag>{t('owner')}</Tag>}
                </span>
              </a>
              {mayRemove && row.id !== me?.id && row.id !== owner && (
                <IconButton
                  label={`${t(remove)}: ${row.name}`}
                  onClick={() =>
                    removal.send({
                      type: 'command.ask',
                      command: { name: 'removeMember', target: place, member: row.id },
                    })
                  }
                >
                  <UserMinus size={20} />
                </IconButton>
              )}
            </div>
          )}
        />
      </div>
      <ConfirmCommand actor={removal} title={t(remove)} text={<T k={`${remove}Text`} name={name} />} />
    </Stack>
  );
}
