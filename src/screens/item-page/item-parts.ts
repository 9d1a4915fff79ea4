/** Parts of an item's page that are drawn once they are loaded: together, since the first chunk names every other. */
export { ResultObjections } from '#screens/objections/ResultObjections.tsx';
export { OwnSeal } from '#screens/seals/OwnSeal.tsx';
export { SealCheck } from '#screens/seals/SealCheck.tsx';
