import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import type { ItemType } from '#contract/models.ts';
import { gameRuleFields, gameTypeFields } from '#domain/wizard/game-type-forms.ts';
import { T, useT } from '#i18n/react.tsx';
import { useMachines } from '#screens/app-context.tsx';
import { ConfirmCommand } from '#screens/confirm-command/ConfirmCommand.tsx';
import { FormModal } from '#screens/form-modal/FormModal.tsx';
import { NotFound } from '#screens/shell/NotFound.tsx';
import { RouteButton } from '#screens/RouteButton.ts';
import { useResource } from '#screens/use-resource.ts';
import { Button } from '#ui/primitives/Button.tsx';
import { LoadError } from '#screens/LoadError.tsx';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import { Heading, Row, Stack } from '#ui/primitives/Stack.tsx';
import { ArchiveButton } from './ArchiveButton.tsx';
import { RowText, StaffList } from './StaffList.tsx';
import { useStaffList } from './use-staff-list.ts';

/** One node of the tree of game types: its sub-types and its rules; 0 is the root. */
export function GameTypes({ id }: { id: number }) {
  return id === 0 ? <SubTypes parent={null} /> : <GameType id={id} />;
}

function GameType({ id }: { id: number }) {
  const t = useT();
  const { value: type, notFound, failure, refresh } = useResource(useMachines().resources.gameType, { id });
  if (notFound) return <NotFound />;
  if (failure) return <LoadError failure={failure} onRetry={refresh} />;
  if (!type) return <Skeleton shape="row" count={4} />;
  return (
    <Stack gap="x4">
      <Row gap="x2">
        <RouteButton
          to="/staff"
          search={{ tab: 'types', ...(type.parent !== null && { id: type.parent }) }}
          activeOptions={{ exact: true }}
          tone="quiet"
          size="small"
        >
          {t('back')}
        </RouteButton>
        <Heading level={2} size="lead">
          <bdi>{type.name}</bdi>
        </Heading>
      </Row>
      {type.type === null ? <SubTypes parent={type} /> : <Rules type={type} />}
    </Stack>
  );
}

function SubTypes({ parent }: { parent: ItemType | null }) {
  const t = useT();
  const { lists, forms } = useMachines();
  const { list, sheet, task, asked, onFormDone } = useStaffList(lists.gameTypes, {
    filters: { parent: parent?.id ?? 0 },
    limit: 50,
  });
  const archived = asked?.name === 'archiveGameType' ? list.rows.find((row) => row.id === asked.id) : null;
  return (
    <Stack gap="x3">
      <Button icon={<Plus size={20} />} onClick={() => sheet.open('newItemType')}>
        {t('newItemType')}
      </Button>
      <StaffList label={parent?.name ?? t('gameTypes')} list={list}>
        {({ id, name, type }) => (
          <>
            <RowText
              name={
                <Link to="/staff" search={{ tab: 'types', id }}>
                  {name}
                </Link>
              }
              note={t(type === null ? 'itemTypeCategory' : `layout.${type}`)}
            />
            <ArchiveButton
              name={name}
              onClick={() => task.send({ type: 'command.ask', command: { name: 'archiveGameType', id } })}
            />
          </>
        )}
      </StaffList>
      {archived && (
        <ConfirmCommand
          actor={task}
          title={t('archiveName', { name: archived.name })}
          text={<T k={archived.subs > 0 ? 'archiveCategoryText' : 'archiveTypeText'} name={archived.name} />}
          action={t('archiveIt')}
        />
      )}
      {sheet.name === 'newItemType' && (
        <FormModal
          machine={forms.itemType}
          title={t('newItemType')}
          fields={gameTypeFields}
          values={{ type: 'vote' }}
          fixedValues={{ parent: parent?.id ?? null }}
          onDone={onFormDone}
        />
      )}
    </Stack>
  );
}

/** A type's rules: its own can be archived, those of its layout cannot. */
function Rules({ type }: { type: ItemType }) {
  const t = useT();
  const { lists, forms } = useMachines();
  const { list, sheet, task, asked, onFormDone } = useStaffList(lists.rules, {
    filters: { itemType: type.id },
    limit: 50,
  });
  const archived = asked?.name === 'archiveRule' ? list.rows.find((row) => row.id === asked.id) : null;
  return (
    <Stack gap="x3">
      <Button icon={<Plus size={20} />} onClick={() => sheet.open('newItemRule')}>
        {t('newItemRule')}
      </Button>
      <StaffList label={t('gameTypeRules')} list={list}>
        {({ id, name, type: kind, itemType }) => (
          <>
            <RowText name={name} note={t(`ruleType.${kind}`)} />
            {itemType === type.id && (
              <ArchiveButton
                name={name}
                onClick={() => task.send({ type: 'command.ask', command: { name: 'archiveRule', id } })}
              />
            )}
          </>
        )}
      </StaffList>
      {archived && (
        <ConfirmCommand
          actor={task}
          title={t('archiveName', { name: archived.name })}
          text={<T k="archiveRuleText" name={archived.name} />}
          action={t('archiveIt')}
        />
      )}
      {sheet.name === 'newItemRule' && (
        <FormModal
          machine={forms.itemRule}
          title={t('newItemRule')}
          fields={gameRuleFields}
          fixedValues={{ itemType: type.id }}
          onDone={onFormDone}
        />
      )}
    </Stack>
  );
}
