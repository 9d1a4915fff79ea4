import { useActorRef, useSelector } from '@xstate/react';
import { UserMinus } from 'lucide-react';
import { Virtuoso } from 'react-virtuoso';
import type { Member } from '#contract/models.ts';
import { T, useT } from '#i18n/react.tsx';
import { useEmitted } from '#screens/actor-hooks.ts';
import { useMachines, useMe } from '#screens/app-context.tsx';
import { useLiveRefresh } from '#screens/use-live-refresh.ts';
import { Avatar } from '#ui/people/Avatar.tsx';
import { ErrorState } from '#ui/feedback/ErrorState.tsx';
import { IconButton } from '#ui/primitives/IconButton.tsx';
import { SearchField } from '#ui/form/SearchField.tsx';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import { Stack } from '#ui/primitives/Stack.tsx';
import { Tag } from '#ui/primitives/Tag.tsx';
import { ConfirmCommand } from '#screens/confirm-command/ConfirmCommand.tsx';
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
  const list = useActorRef(lists.members, { input: { filters: place, limit: 20 } });
  const removal = useActorRef(command);
  useEmitted(removal, 'command.done', ({ command: done }) => {
    if (done.name === 'removeMember') list.send({ type: 'row.removed', id: done.member });
  });
  useLiveRefresh(league === null ? { kind: 'groupMembers' } : { kind: 'leagueMembers', league }, () =>
    list.send({ type: 'list.refresh' }),
  );
  const rows = useSelector(list, ({ context }) => context.rows);
  const search = useSelector(list, ({ context }) => context.search);
  const loading = useSelector(list, (snapshot) => snapshot.hasTag('loading'));
  const busy = useSelector(list, (snapshot) => snapshot.hasTag('busy'));
  const failure = useSelector(list, (it) => (it.hasTag('failed') ? it.context.failure : null));
  const asked = useSelector(removal, ({ context }) =>
    context.command?.name === 'removeMember' ? context.command.member : null,
  );
  const name = rows.find((row) => row.id === asked)?.name ?? '';
  const remove = league === null ? 'removeFromClan' : 'removeMember';

  return (
    <Stack gap="x3">
      <SearchField
        label={t('search')}
        value={search}
        busy={busy && !loading}
        onChange={(text) => list.send({ type: 'search.change', search: text })}
      />
      {loading && <Skeleton shape="row" count={5} />}
      {failure && (
        <ErrorState text={t(`failure.${failure.kind}`)} onRetry={() => list.send({ type: 'list.retry' })} />
      )}
      {!busy && !failure && rows.length === 0 && <p className={css.none}>{t('noResults')}</p>}
      <Virtuoso<Member>
        useWindowScroll
        data={rows}
        computeItemKey={(_, row) => row.id}
        increaseViewportBy={400}
        endReached={() => list.send({ type: 'page.next' })}
        itemContent={(_, row) => (
          <div className={css.row}>
            <a href={`#/profile/${row.id}`} className={css.person}>
              <Avatar name={row.name} image={row.image} decorative />
              <bdi className={css.name}>{row.name}</bdi>
              {row.id === me?.id && <Tag tone="mine">{t('you')}</Tag>}
              {row.id === owner && <Tag>{t('owner')}</Tag>}
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
      <ConfirmCommand
        actor={removal}
        title={t(remove)}
        text={<T k={`${remove}Text`} name={name} />}
        action={t(remove)}
      />
    </Stack>
  );
}
