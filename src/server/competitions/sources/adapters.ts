import type { SourceAddress, SourceKind } from './addresses.ts';
import { footballData } from './football-data.ts';
import { openfootball } from './openfootball.ts';
import { openligadb } from './openligadb.ts';
import type { Source, SourceAdapter } from './source.ts';

export const adapters: Readonly<Record<SourceKind, SourceAdapter>> = {
  openfootball,
  openligadb,
  'football-data': footballData,
};

/** The source configured by an entry of COMPETITION_SOURCES. */
export const sourceAt = ({ competition, kind, url }: SourceAddress): Source => ({
  competition,
  url,
  adapter: adapters[kind],
});
