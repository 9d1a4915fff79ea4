import { FlaskConical } from 'lucide-react';
import { isUnsettled } from '#domain/awaiting-result.ts';
import { useT } from '#i18n/react.tsx';
import { useMachines } from '#screens/app-context.tsx';
import { useResource } from '#screens/use-resource.ts';
import { Button } from '#ui/primitives/Button.tsx';

type Props = { post: number; onOpen: () => void };

/** Opens the rules lab of a game; nothing until all its items are over. */
export function RulesLabButton({ post, onOpen }: Props) {
  const t = useT();
  const { resources } = useMachines();
  const { value: game } = useResource(resources.post, { id: post }, { kind: 'gameHeader', game: post });
  if (!game || game.items_data.length === 0 || game.items_data.some(isUnsettled)) return null;
  return (
    <Button full tone="quiet" size="small" icon={<FlaskConical size={18} />} onClick={onOpen}>
      {t('rulesLab')}
    </Button>
  );
}
