import { useActorRef } from '@xstate/react';
import { Sparkles } from 'lucide-react';
import type { Item } from '#contract/models.ts';
import { useT } from '#i18n/react.tsx';
import { useBusy, useEmitted, useFailure } from '#screens/actor-hooks.ts';
import { useMachines } from '#screens/app-context.tsx';
import { FailureText } from '#ui/feedback/FailureText.tsx';
import { Button } from '#ui/primitives/Button.tsx';
import { Tag } from '#ui/primitives/Tag.tsx';

type Props = { item: Item; onChanged: () => void };

/** The caller's joker of the game, in a game with jokers: a button while the item is open, then its outcome. */
export function Joker({ item, onChanged }: Props) {
  const t = useT();
  if (item.joker === undefined) return null;
  if (!item.readonly && item.joker !== 'spent') return <JokerButton item={item} onChanged={onChanged} />;
  if (item.joker === 'here') return <Tag>{t('joker')}</Tag>;
  return item.readonly ? null : <p>{t('jokerSpent')}</p>;
}

/** Places the joker here by a tap, wherever it was; a second tap removes it. */
function JokerButton({ item, onChanged }: Props) {
  const t = useT();
  const actor = useActorRef(useMachines().command);
  useEmitted(actor, 'command.done', onChanged);
  const busy = useBusy(actor);
  const failure = useFailure(actor);
  const isHere = item.joker === 'here';
  return (
    <>
      <Button
        tone={isHere ? 'main' : 'quiet'}
        size="small"
        icon={<Sparkles />}
        aria-pressed={isHere}
        busy={busy}
        onClick={() =>
          actor.send({
            type: 'command.run',
            command: { name: isHere ? 'takeJoker' : 'placeJoker', item: item.id },
          })
        }
      >
        {t('joker')}
      </Button>
      <FailureText failure={failure} look="box" />
    </>
  );
}
