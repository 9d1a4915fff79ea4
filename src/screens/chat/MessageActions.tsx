import { useSelector } from '@xstate/react';
import { Copy, Trash2 } from 'lucide-react';
import type { PointerEvent, SyntheticEvent } from 'react';
import type { ActorRefFrom } from 'xstate';
import { useT } from '#i18n/react.tsx';
import type { messageMenu } from '#machines/message-menu.ts';
import { BackLayer } from '#screens/back-layer.tsx';
import { useCopy } from '#screens/use-copy.ts';
import { Button } from '#ui/primitives/Button.tsx';
import { Stack } from '#ui/primitives/Stack.tsx';
import { Sheet } from '#ui/sheet/Sheet.ts';
import * as css from './Chat.css.ts';
import type { ChatMember } from './ChatThread.tsx';
import type { MessageRow } from './message-rows.ts';

type MessageMenuActor = ActorRefFrom<typeof messageMenu>;

const canDelete = (row: MessageRow, me: ChatMember) => row.mine || me.is_staff;

/** Whether a message has actions: it was sent, and has text to copy or may be deleted by the caller. */
export const hasActions = (row: MessageRow, me: ChatMember): boolean =>
  row.id !== null && !row.deleted && (row.text !== '' || canDelete(row, me));

/** Handlers for the messages' container. Links and pictures keep the browser's own menu, and so does a selection. */
export function usePressHandlers(menu: MessageMenuActor, isOpenable: (message: string) => boolean) {
  const messageAt = ({ target }: SyntheticEvent) => {
    if (!(target instanceof Element) || target.closest('a, button')) return null;
    const key = target.closest('[data-message]')?.getAttribute('data-message') ?? null;
    return key !== null && isOpenable(key) ? key : null;
  };
  const endPress = () => menu.send({ type: 'press.end' });
  return {
    onPointerDown: (event: PointerEvent) => {
      const message = messageAt(event);
      if (event.pointerType !== 'mouse' && message !== null) menu.send({ type: 'press.start', message });
    },
    onPointerUp: endPress,
    // The browser scrolls instead.
    onPointerCancel: endPress,
    onContextMenu: (event: SyntheticEvent) => {
      const message = messageAt(event);
      if (message === null || getSelection()?.isCollapsed === false) return;
      event.preventDefault();
      menu.send({ type: 'menu.open', message });
    },
  };
}

type Props = {
  menu: MessageMenuActor;
  rows: readonly MessageRow[];
  me: ChatMember;
  onDelete: (comment: number) => void;
};

/** The actions of the pressed message: copying its text, and deleting it if the caller may. */
export function MessageActions({ menu, rows, me, onDelete }: Props) {
  const t = useT();
  const copy = useCopy('copyMessageFailed');
  const key = useSelector(menu, (snapshot) => (snapshot.hasTag('open') ? snapshot.context.message : null));
  const row = rows.find((one) => one.key === key);
  if (!row || !hasActions(row, me)) return null;
  const { id, name, text } = row;
  const close = () => menu.send({ type: 'menu.close' });
  return (
    <Sheet open title={t('messageActions')} onClose={close}>
      <BackLayer onBack={close} />
      <Stack gap="x3">
        <p className={css.quoted}>
          <b>
            <bdi>{name}</bdi>
          </b>
          <bdi dir="auto">{text}</bdi>
        </p>
        {text !== '' && (
          <Button
            full
            tone="quiet"
            icon={<Copy />}
            onClick={() => {
              close();
              void copy(text);
            }}
          >
            {t('copyMessage')}
          </Button>
        )}
        {id !== null && canDelete(row, me) && (
          <Button
            full
            tone="danger"
            icon={<Trash2 />}
            onClick={() => {
              close();
              onDelete(id);
            }}
          >
            {t('deleteMessage')}
          </Button>
        )}
      </Stack>
    </Sheet>
  );
}
