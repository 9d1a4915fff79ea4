import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { useT } from '#i18n/react.tsx';
import { useAppChild, useMe } from '#screens/app-context.tsx';
import { deferredComponent } from '#screens/deferred-component.ts';
import { useCloseAddressed, useSearchParams, useSheet } from '#screens/search-params.ts';
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
const BetNews = lazyComponent(async () => (await import('#screens/item-card/BetNews.tsx')).BetNews);
const Panes = lazyComponent(async () => (await import('./Panes.tsx')).Panes);
const NewGroup = lazyComponent(async () => (await import('#screens/groups/NewGroup.tsx')).NewGroup);

/** Frame of every screen with bars: the bars, the digit pad, and the sheets that open from anywhere. */
export function AppShell({ pathname, children }: { pathname: string; children: ReactNode }) {
  const t = useT();
  const sheet = useSheet();
  const { wizard, match, game } = useSearchParams().search;
  const close = useCloseAddressed();
  const closeWizard = () => close({ wizard: undefined });
  const wide = useIsDesktop();
  const hasPanes = useHasPanes();
  const me = useMe();
  const connection = useSelector(useAppChild('connection'), (snapshot) =>
    snapshot.hasTag('live') ? 'live' : snapshot.hasTag('online') ? 'online' : 'offline',
  );
  const chat = !hasPanes && sheet.name === 'chat' && sheet.of !== null && (
    <SheetBoundary of={sheet.of} onClose={sheet.close}>
      <Chat key={sheet.of} post={sheet.of} asAside={wide} onClose={sheet.close} />
    </SheetBoundary>
  );
  return (
    <DigitPadProvider>
      <Shell
        connection={connection}
        top={<AppTopBar pathname={pathname} />}
        tabs={<MainTabs pathname={pathname} />}
        strip={<OfflineBanner />}
        label={t('mainScreen')}
        aside={wide && chat}
        panes={
          hasPanes &&
          (me || match !== undefined || game !== undefined || sheet.name === 'chat') && (
            <SheetBoundary of={sheet.of} onClose={sheet.close}>
              <Panes />
            </SheetBoundary>
          )
        }
      >
        {children}
      </Shell>
      {!wide && chat}
      <SheetBoundary of={sheet.name} onClose={sheet.close}>
        {sheet.name === 'menu' && <SideMenu />}
        {sheet.name === 'newLeague' && <NewLeague />}
        {sheet.name === 'newGroup' && <NewGroup />}
        {sheet.name === 'results' && sheet.of !== null && (
          <RoundResults key={sheet.of} post={sheet.of} onClose={sheet.close} />
        )}
      </SheetBoundary>
      {me && <BetNews />}
      <SheetBoundary of={wizard} onClose={closeWizard}>
        {wizard && <Wizard onClose={closeWizard} />}
      </SheetBoundary>
    </DigitPadProvider>
  );
}
