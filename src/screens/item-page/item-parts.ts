/** Parts of an item's page that are loaded on demand, in one chunk: the first chunk lists the names of all chunks. */
export { ResultObjections } from '#screens/objections/ResultObjections.tsx';
export { OwnSeal } from '#screens/seals/OwnSeal.tsx';
export { SealCheck } from '#screens/seals/SealCheck.tsx';
