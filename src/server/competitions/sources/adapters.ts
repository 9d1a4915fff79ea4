import type { SourceKind } from './addresses.ts';
import { footballData } from './football-data.ts';
import { openfootball } from './openfootball.ts';
import { openligadb } from './openligadb.ts';
import type { SourceAdapter } from './source.ts';

export const adapters: Readonly<Record<SourceKind, SourceAdapter>> = {
  openfootball,
  openligadb,
  'football-data': footballData,
};
