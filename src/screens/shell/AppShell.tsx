import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { useT } from '#i18n/react.tsx';
import { useAppChild, useMe } from '#screens/app-context.tsx';
import { deferredComponent } from '#screens/deferred-component.ts';
import { useCloseAddressed, useSearchParam, useSheet } from '#screens/search-params.ts';
import { DigitPadProvider } from '#screens/item-card/DigitPadProvider.tsx';
import { useHasPanes, useIsDesktop } from './use-is-desktop.ts';
import { lazyComponent } from '#ui/primitives/lazy-component.tsx';
import { Shell } from '#ui/shell/Shell.tsx';
import { MainTabs } from './MainTabs.tsx';
import { OfflineBanner } from './OfflineBanner.tsx';
import { AppTopBar } from './AppTopBar.tsx';
import { SheetBoundary } from './SheetBoundary.tsx';

const SideMenu = lazyComponent(async () => (await import('./SideMenu.tsx')).SideMenu);
const NewLeague = lazyComponent(async () => (await import('#screens/league/NewLeague.tsx')).NewLeague);
const Chat = lazyComponent(async () => (await import('#screens/chat/Chat.tsx')).Chat);
const Wizard = deferredComponent(async () => (await import('#screens/wizard/WizardModal.tsx')).WizardModal);
const RoundResults = deferredComponent(
  async () => (await import('#screens/results/RoundResults.tsx')).RoundResults,
);
const BetAnnouncer = lazyComponent(
  async () => (await import('#screens/item-card/BetAnnouncer.tsx')).BetAnnouncer,
);
const Panes = lazyComponent(async () => (await import('./Panes.tsx')).Panes);
const NewGroup = lazyComponent(async () => (await import('#screens/groups/NewGroup.tsx')).NewGroup);

/** Frame of every screen with bars: the bars, the digit pad, and the sheets that open from anywhere. */
export function AppShell({ pathname, children }: { pathname: string; children: ReactNode }) {
  const t = useT();
  const wide = useIsDesktop();
  const hasPanes = useHasPanes();
  const me = useMe();
  const hasChatBeside = useSearchParam(({ sheet, of }) => wide && sheet === 'chat' && of !== undefined);
  const isOpenBeside = useSearchParam(
    ({ match, game, sheet }) => hasPanes && (match !== undefined || game !== undefined || sheet === 'chat'),
  );
  const connection = useSelector(useAppChild('connection'), (snapshot) =>
    snapshot.hasTag('live') ? 'live' : snapshot.hasTag('online') ? 'online' : 'offline',
  );
  return (
    <DigitPadProvider>
      <Shell
        connection={connection}
        top={<AppTopBar pathname={pathname} />}
        tabs={<MainTabs pathname={pathname} />}
        strip={<OfflineBanner />}
        label={t('mainScreen')}
        aside={!hasPanes && hasChatBeside && <OpenChat asAside />}
        panes={hasPanes && (me || isOpenBeside) && <OpenPanes />}
      >
        {children}
      </Shell>
      {!wide && <OpenChat asAside={false} />}
      <OpenSheet />
      {me && <BetAnnouncer />}
      <OpenWizard />
    </DigitPadProvider>
  );
}

// Each reads the address by itself, so that opening one does not render the frame and the screen again.

/** The chat that is open over the screen, or beside it. */
function OpenChat({ asAside }: { asAside: boolean }) {
  const { name, of, close } = useSheet();
  return (
    name === 'chat' &&
    of !== null && (
      <SheetBoundary of={of} onClose={close}>
        <Chat key={of} post={of} asAside={asAside} onClose={close} />
      </SheetBoundary>
    )
  );
}

/** What is open beside the screen, where there is space for panes. */
function OpenPanes() {
  const { of, close } = useSheet();
  return (
    <SheetBoundary of={of} onClose={close}>
      <Panes />
    </SheetBoundary>
  );
}

/** The open sheet, if it is one of those that open from any screen. */
function OpenSheet() {
  const { name, of, close } = useSheet();
  return (
    <SheetBoundary of={name} onClose={close}>
      {name === 'menu' && <SideMenu />}
      {name === 'newLeague' && <NewLeague />}
      {name === 'newGroup' && <NewGroup />}
      {name === 'results' && of !== null && <RoundResults key={of} post={of} onClose={close} />}
    </SheetBoundary>
  );
}

/** The wizard. It has a parameter of its own, because its steps open sheets. */
function OpenWizard() {
  const isOpen = useSearchParam(({ wizard }) => wizard !== undefined);
  const close = useCloseAddressed();
  const onClose = () => close({ wizard: undefined });
  return (
    <SheetBoundary of={isOpen ? 1 : 0} onClose={onClose}>
      {isOpen && <Wizard onClose={onClose} />}
    </SheetBoundary>
  );
}
