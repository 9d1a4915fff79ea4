/** What-ifs in one chunk: the first chunk names every other. */
export { ProjectedPlace } from './ProjectedPlace.tsx';
export { ProjectedStandings } from './ProjectedStandings.tsx';
export { RulesLab } from './RulesLab.tsx';
export { RulesLabButton } from './RulesLabButton.tsx';
