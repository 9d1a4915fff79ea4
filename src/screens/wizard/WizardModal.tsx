import { useMatch, useNavigate } from '@tanstack/react-router';
import { useActorRef } from '@xstate/react';
import { Suspense, use } from 'react';
import type { DraftKey, Organizer } from '#domain/wizard/wizard-context.ts';
import type { League } from '#contract/models.ts';
import { useT } from '#i18n/react.tsx';
import { useAfterLayers } from '#screens/back-layer.tsx';
import { useDone } from '#screens/actor-hooks.ts';
import { sheetState } from '#screens/history-entry.ts';
import { useApp, useAppData, useMachines } from '#screens/app-context.tsx';
import { useResource } from '#screens/use-resource.ts';
import { LoadError } from '#screens/LoadError.tsx';
import { Sheet } from '#ui/sheet/Sheet.ts';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import { WizardSheet } from './WizardSheet.tsx';
import * as css from './wizard.css.ts';

type Props = { onClose: () => void };

/** The wizard that creates games, over any route. On a league's page that league is preselected. */
export function WizardModal({ onClose }: Props) {
  const data = useAppData();
  const league = useCurrentLeague();
  // Guests cannot create games.
  if (!data?.appuser) return null;
  const { id: member, is_staff: staff } = data.appuser;
  const WizardComponent = staff ? StaffWizard : Wizard;
  return (
    <Suspense>
      <WizardComponent
        key={league}
        draftKey={{ member, league }}
        leagues={data.sections.filter(canCreateGames)}
        staff={staff}
        onClose={onClose}
      />
    </Suspense>
  );
}

const canCreateGames = (league: League) => league.is_staff && league.active;

/** Id of the league whose page is behind the wizard. From the router's match, because the address changes before the screen does. */
function useCurrentLeague(): number | null {
  const below = useMatch({ from: '/section/$id', shouldThrow: false });
  const { id }: { id?: string } = below?.params ?? {};
  return id === undefined ? null : Number(id);
}

type WizardModalProps = Props & Organizer & { draftKey: DraftKey };

/** Staff may create games in every league. */
function StaffWizard({ draftKey, ...props }: WizardModalProps) {
  const t = useT();
  const { leaguesToRun } = useMachines().resources;
  const params = draftKey.league === null ? {} : { league: draftKey.league };
  const { value: leagues, failure, refresh } = useResource(leaguesToRun, params);
  if (leagues) return <Wizard {...props} draftKey={draftKey} leagues={leagues} />;
  return (
    <Sheet open tall onClose={props.onClose} title={t('wizardTitle')}>
      <div className={css.scroller}>
        {failure ? <LoadError failure={failure} onRetry={refresh} /> : <Skeleton shape="row" count={4} />}
      </div>
    </Sheet>
  );
}

function Wizard({ draftKey, leagues, staff, onClose }: WizardModalProps) {
  const app = useApp();
  const navigate = useNavigate();
  const afterLayers = useAfterLayers();
  const { wizard: loadMachine } = useMachines();
  const actor = useActorRef(use(loadMachine()), { input: { ...draftKey, leagues, staff } });
  useDone(actor, (end) => {
    if (end.outcome === 'closed') return onClose();
    app.send({ type: 'data.refresh' });
    const game = { to: '/post/$id', params: { id: String(end.post.id) } } as const;
    const openGame = async () => {
      await navigate({ ...game, search: {}, replace: true });
      // A history entry of its own: Back closes the sheet, and the game stays.
      await navigate({ ...game, search: { sheet: 'created' }, state: sheetState });
    };
    afterLayers(0, () => void openGame());
  });
  return <WizardSheet actor={actor} />;
}
