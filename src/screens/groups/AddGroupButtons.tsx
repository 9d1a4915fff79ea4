import { Plus } from 'lucide-react';
import { useT } from '#i18n/react.tsx';
import { useOpenSheet } from '#screens/search-params.ts';
import { RouteButton } from '#screens/RouteButton.ts';
import { Button } from '#ui/primitives/Button.tsx';
import { Row } from '#ui/primitives/Stack.tsx';

/** Buttons to create a group and to join one by code. */
export function AddGroupButtons({ first }: { first: boolean }) {
  const t = useT();
  const openSheet = useOpenSheet();
  return (
    <Row gap="x2" wrap>
      <Button
        tone={first ? 'main' : 'quiet'}
        size="small"
        icon={<Plus size={18} />}
        onClick={() => openSheet('newGroup')}
      >
        {t('addNewClan')}
      </Button>
      <RouteButton to="/join" tone="quiet" size="small">
        {t('joinAClan')}
      </RouteButton>
    </Row>
  );
}
