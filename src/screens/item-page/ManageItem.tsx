import { CalendarClock, EllipsisVertical, Flag, Goal, PencilLine, RotateCcw } from 'lucide-react';
import { useActorRef, useSelector } from '@xstate/react';
import { useState, type ReactNode } from 'react';
import type { ActorRefFrom } from 'xstate';
import { fieldsOf, type FieldSpec } from '#contract/form-fields.ts';
import { modelRegistry } from '#contract/model-registry.ts';
import { ItemUpdate } from '#contract/inputs.ts';
import { type Item, type Post } from '#contract/models.ts';
import { isUnsettled } from '#domain/awaiting-result.ts';
import { T, useT } from '#i18n/react.tsx';
import { lifecycleOf } from '#machines/item-lifecycle.ts';
import { useSheet } from '#screens/search-params.ts';
import { useEmitted } from '#screens/actor-hooks.ts';
import { ConfirmCommand } from '#screens/confirm-command/ConfirmCommand.tsx';
import { useMachines, useServerNow } from '#screens/app-context.tsx';
import { FormModal } from '#screens/form-modal/FormModal.tsx';
import { isOff } from '#screens/item-card/item-display.ts';
import { ResultSheet } from '#screens/results/ResultSheet.tsx';
import { useResultEntry } from '#screens/results/use-result-entry.ts';
import { useShowSuccess } from '#screens/use-success.ts';
import type { resultEntry } from '#machines/result-entry.ts';
import { Button } from '#ui/primitives/Button.tsx';
import { IconButton } from '#ui/primitives/IconButton.tsx';
import type { MenuAction } from '#ui/primitives/Menu.tsx';
import * as css from './ItemView.css.ts';

type Props = {
  item: Item;
  post: Post;
  onChanged: () => void;
  /** Above the button, or instead of it if there is none. */
  children: ReactNode;
};

/** Actions of the league's staff on the item: a button for the likely next step, and a menu of all. */
export function ManageItem({ item, post, onChanged, children }: Props) {
  const t = useT();
  const sheet = useSheet();
  const now = useServerNow(10_000);
  const [isMenuOpen, setMenuOpen] = useState(false);
  const actor = useResultEntry(item, () => {
    onChanged();
    setMenuOpen(false);
  });
  const task = useActorRef(useMachines().command);
  useEmitted(task, 'command.done', onChanged);
  const source = item.details.source;
  const closed = isOff(item) || (item.date !== null && Date.parse(item.date) <= now);
  const { status, version } = item;
  const state = { status, closed, version, standing: null, provisional: false };
  const mayMove = lifecycleOf(state).can({ type: 'date.move' });
  const done = () => {
    onChanged();
    sheet.close();
  };
  const openForm = (name: 'date' | 'words') => () => {
    setMenuOpen(false);
    sheet.open(name);
  };
  const move: MenuAction = { label: t('moveDate'), icon: <CalendarClock />, onPress: openForm('date') };
  const edit: MenuAction = { label: t('editItem'), icon: <PencilLine />, onPress: openForm('words') };
  const handBack: MenuAction = {
    label: t('handBack', { name: source?.name ?? '' }),
    icon: <RotateCcw />,
    onPress: () => {
      setMenuOpen(false);
      task.send({ type: 'command.ask', command: { name: 'handBack', item: item.id } });
    },
  };
  const mayHandBack = source?.held === true && status !== 'void' && item.final !== true;
  return (
    <div role="group" aria-label={t('manageItem')} className={css.manage}>
      <div className={css.next}>
        {children}
        <NextStep post={post} closed={closed} actor={actor} />
      </div>
      <IconButton
        label={t('manageItem')}
        aria-haspopup="menu"
        expanded={isMenuOpen}
        onClick={() => setMenuOpen(true)}
      >
        <EllipsisVertical />
      </IconButton>
      <ResultSheet
        actor={actor}
        menu={isMenuOpen}
        more={[...(mayMove ? [move] : []), edit, ...(mayHandBack ? [handBack] : [])]}
        onClose={() => setMenuOpen(false)}
      />
      {source && (
        <ConfirmCommand
          actor={task}
          title={t('handBack', { name: source.name })}
          text={<T k="handBackText" name={source.name} />}
        />
      )}
      {sheet.name === 'words' && <EditItem item={item} onDone={done} />}
      {mayMove && sheet.name === 'date' && <RescheduleItem item={item} onDone={done} />}
    </div>
  );
}

type NextStepProps = { post: Post; closed: boolean; actor: ActorRefFrom<typeof resultEntry> };

/** The likely next step: the start, or once bets are closed the result. Nothing once the item is over. */
function NextStep({ post, closed, actor }: NextStepProps) {
  const t = useT();
  const sheet = useSheet();
  const { status, type } = useSelector(actor, ({ context }) => context.item);
  const matches = post.items_data.filter((item) => item.type === 'home/away' && isUnsettled(item));
  const isRound = type === 'home/away' && matches.length > 1;
  if (status === 'ended' || status === 'void') return null;
  if (status === 'open' && !closed)
    return (
      <Button full tone="quiet" icon={<Flag />} onClick={() => actor.send({ type: 'start.request' })}>
        {t('start')}
      </Button>
    );
  return (
    <Button
      full
      icon={<Goal />}
      onClick={() => (isRound ? sheet.open('results', post.id) : actor.send({ type: 'result.open' }))}
    >
      {t('enterResults')}
    </Button>
  );
}

const { title, fields: editFields } = modelRegistry.item.form;

/** Form for an item's details: description, round, time text and status. */
function EditItem({ item, onDone }: { item: Item; onDone: () => void }) {
  const t = useT();
  const showSuccess = useShowSuccess();
  return (
    <FormModal
      machine={useMachines().forms.item}
      title={t(title)}
      id={item.id}
      fields={fieldsOf(ItemUpdate, editFields)}
      values={{ ...item.details, description: item.description }}
      onDone={({ outcome }) => {
        if (outcome === 'saved') showSuccess();
        onDone();
      }}
    />
  );
}

const dateFields: FieldSpec[] = [{ name: 'date', type: 'datetime', label: 'gameDate', required: true }];

/** Form for another date, while the old one has not passed. */
function RescheduleItem({ item, onDone }: { item: Item; onDone: () => void }) {
  const t = useT();
  const { forms } = useMachines();
  const showSuccess = useShowSuccess();
  return (
    <FormModal
      machine={forms.item}
      title={t('moveDate')}
      id={item.id}
      fields={dateFields}
      values={{ date: item.date }}
      intro={<p>{t('moveDateWhat')}</p>}
      onDone={({ outcome }) => {
        if (outcome === 'saved') showSuccess();
        onDone();
      }}
    />
  );
}
