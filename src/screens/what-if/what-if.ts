/** What-if views in one chunk: the first chunk lists the names of all chunks. */
export { ProjectedPlace } from './ProjectedPlace.tsx';
export { ProjectedStandings } from './ProjectedStandings.tsx';
export { RulesLab } from './RulesLab.tsx';
export { RulesLabButton } from './RulesLabButton.tsx';
