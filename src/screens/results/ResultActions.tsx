import { useSelector } from '@xstate/react';
import { CircleOff, Flag, Goal, PencilLine } from 'lucide-react';
import type { ActorRefFrom } from 'xstate';
import { useT } from '#i18n/react.tsx';
import type { resultEntry } from '#machines/result-entry.ts';
import { useMe } from '#screens/app-context.tsx';
import { Menu, type MenuAction } from '#ui/primitives/Menu.tsx';
import { isChangeable } from './result-step.ts';

type Props = {
  actor: ActorRefFrom<typeof resultEntry>;
  /** Further actions on the item. */
  more?: readonly MenuAction[];
};

/** The actions on the item that are possible now. */
export function ResultActions({ actor, more = [] }: Props) {
  const t = useT();
  const item = useSelector(actor, ({ context }) => context.item);
  const mayChange = isChangeable(item, useMe()?.is_staff ?? false);
  const canStart = useSelector(actor, (snapshot) => snapshot.can({ type: 'start.request' }));
  const canChange = useSelector(actor, (snapshot) => snapshot.can({ type: 'result.open' })) && mayChange;
  const ended = item.status === 'ended';
  const start: MenuAction = {
    label: t('start'),
    icon: <Flag />,
    onPress: () => actor.send({ type: 'start.request' }),
  };
  const result: MenuAction = {
    label: t(ended ? 'updateResults' : 'enterResults'),
    icon: ended ? <PencilLine /> : <Goal />,
    onPress: () => actor.send({ type: 'result.open' }),
  };
  const cancel: MenuAction = {
    label: t('voidItem'),
    icon: <CircleOff />,
    danger: true,
    onPress: () => actor.send({ type: 'void.request' }),
  };
  return (
    <Menu
      label={t('manageItem')}
      actions={[
        ...(canStart ? [start] : []),
        ...(canChange ? [result] : []),
        ...more,
        ...(canChange ? [cancel] : []),
      ]}
    />
  );
}
