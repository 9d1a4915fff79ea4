/** Where the results of a competition come from, as COMPETITION_SOURCES says: `bundesliga=openligadb:bl1/2026`. */

export const sourceKinds = ['openfootball', 'openligadb', 'football-data'] as const;
export type SourceKind = (typeof sourceKinds)[number];
export type SourceAddress = {
  /** As the catalogue has it, or will once the source has answered. */
  readonly competition: string;
  readonly kind: SourceKind;
  readonly url: string;
};

export type SourceHosts = { readonly openligadb: string; readonly 'football-data': string };
export const sourceHosts: SourceHosts = {
  openligadb: 'https://api.openligadb.de',
  'football-data': 'https://api.football-data.org',
};

/** `openfootball` has the address of a file, the others a league's code and its season. */
const entryPattern =
  /^([A-Za-z0-9][A-Za-z0-9._-]{0,39})=(?:(openfootball):(https?:\/\/\S+)|(openligadb|football-data):([A-Za-z0-9]{1,20})\/(\d{4}))$/;

/** The sources of a list, or null where one of them is none, or names a competition twice. */
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
