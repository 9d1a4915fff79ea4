import { useActorRef, useSelector } from '@xstate/react';
import { useEmitted } from '#screens/actor-hooks.ts';
import { useMachines } from '#screens/app-context.tsx';
import { useSheet } from '#screens/search-params.ts';
import { useList } from '#screens/use-list.ts';
import { useShowSuccess } from '#screens/use-success.ts';

/** A list that staff edit by a command on a row or by a form for a new one; each change refetches it. */
export function useStaffList<Row extends { readonly id: number }, Filters>(
  ...of: Parameters<typeof useList<Row, Filters>>
) {
  const list = useList<Row, Filters>(...of);
  const sheet = useSheet();
  const showSuccess = useShowSuccess();
  const task = useActorRef(useMachines().command);
  useEmitted(task, 'command.done', list.refresh);
  const asked = useSelector(task, ({ context }) => context.command);
  const onFormDone = ({ outcome }: { outcome: string }) => {
    if (outcome === 'saved') {
      showSuccess();
      list.refresh();
    }
    sheet.close();
  };
  return { list, sheet, task, asked, onFormDone };
}
