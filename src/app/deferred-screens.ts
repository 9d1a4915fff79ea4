/**
 * Folders of screens and sheets that few visits open. Their messages load with them (screens/deferred-component.ts).
 * Read by the build.
 */
export const deferredScreens = [
  'src/screens/feed/PostActionsSheet.tsx',
  'src/screens/game/CreatedSheet.tsx',
  'src/screens/item-card/OptionActionsSheet.tsx',
  'src/screens/staff',
  'src/screens/wizard',
  'src/screens/profile',
  'src/screens/tournament',
  'src/screens/offers',
  'src/screens/share-target',
  'src/screens/seals',
  'src/screens/objections',
  'src/screens/item-page/item-parts.ts',
  'src/screens/statistics',
  'src/screens/what-if',
  'src/screens/print',
  'src/screens/results/RoundResults.tsx',
  'src/screens/league/LeagueSettings.tsx',
  'src/screens/league/EditLeague.tsx',
  'src/screens/league/TransferLeague.tsx',
  'src/screens/groups/GroupSettings.tsx',
  'src/ui/board',
  'src/ui/statistics',
  'src/ui/what-if',
  'src/ui/print',
  'src/domain/wizard',
  'src/domain/notification-switches.ts',
];
