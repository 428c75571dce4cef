export { createVelocityAccess, type VelocityAccess } from './access.ts'
export type { Bucket } from './buckets.ts'
export { addContribution, contributionsOf, countedAtOnce, countedIn, pack } from './contributions.ts'
export { dataNames, dataOfPurchase, dataSeen, purchaseOf, type StoredDataEvent, speaksOfPurchase } from './data.ts'
export { namesOf, velocityEvent } from './event.ts'
export { addToHours, type Place } from './fold.ts'
export { storable } from './hash.ts'
export { countIn } from './memory.ts'
export { bucketsOf, entryParts, lockHours, type StoredCounts, toStored } from './rows.ts'
export { openVelocities, type VelocityStoreOptions } from './store.ts'
export { type StoredEvent, storedEvents } from './stored.ts'
export type {
  CountedSet,
  StoredVelocity,
  VelocityContribution,
  VelocityStore,
} from './types.ts'
