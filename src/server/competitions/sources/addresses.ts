/** Parser of COMPETITION_SOURCES: `bundesliga=openligadb:bl1/2026`. */

export const sourceKinds = ['openfootball', 'openligadb', 'football-data'] as const;
export type SourceKind = (typeof sourceKinds)[number];
export type SourceAddress = {
  /** Id in the catalogue, or of a competition that only the source has. */
  readonly competition: string;
  readonly kind: SourceKind;
  readonly url: string;
};

export type SourceHosts = { readonly openligadb: string; readonly 'football-data': string };
export const sourceHosts: SourceHosts = {
  openligadb: 'https://api.openligadb.de',
  'football-data': 'https://api.football-data.org',
};

/** `openfootball` takes the address of a file, the others the code of a league and its season. */
const entryPattern =
  /^([A-Za-z0-9][A-Za-z0-9._-]{0,39})=(?:(openfootball):(https?:\/\/\S+)|(openligadb|football-data):([A-Za-z0-9]{1,20})\/(\d{4}))$/;

/** The sources in a list; null if an entry is invalid or a competition occurs twice. */
export function parseSources(list: string, hosts: SourceHosts): SourceAddress[] | null {
  const sources: SourceAddress[] = [];
  for (const entry of list.split(/\s+/).filter(Boolean)) {
    const [, competition = '', file, url = '', api, code, season] = entryPattern.exec(entry) ?? [];
    const at = (path: string) => new URL(path, hosts[api === 'openligadb' ? api : 'football-data']).href;
    if (sources.some((source) => source.competition === competition)) return null;
    if (file && URL.canParse(url)) sources.push({ competition, kind: 'openfootball', url });
    else if (api === 'openligadb')
      sources.push({ competition, kind: api, url: at(`/getmatchdata/${code}/${season}`) });
    else if (api === 'football-data')
      sources.push({ competition, kind: api, url: at(`/v4/competitions/${code}/matches?season=${season}`) });
    else return null;
  }
  return sources;
}
