export { storageKey } from '../lib/murmur-hash.ts'
export type { Bucket } from './buckets/buckets.ts'
export { addToHours, type HourBuckets } from './buckets/fold.ts'
export { countContributions } from './buckets/memory.ts'
export {
  announceChangedHours,
  bucketsOf,
  entryParts,
  lockHours,
  type StoredCounts,
  serialiseBuckets,
} from './buckets/rows.ts'
export type { CountedSet, VelocityContribution } from './events/contribution-types.ts'
export {
  addContribution,
  collectContributions,
  countSync,
  matchingVelocities,
  serialiseContributions,
} from './events/contributions.ts'
export {
  countedDataEventNames,
  createDataVelocityEvent,
  findStoredEvent,
  purchaseDataEventTypes,
  refersToPurchase,
  type StoredDataEvent,
} from './events/data-events.ts'
export { createEventRebuilder, type StoredEvent } from './events/stored-events.ts'
export { createVelocityEvent, velocityEventNames } from './events/velocity-event.ts'
export type { VelocityStore } from './types.ts'
export { createVelocityAccess, type VelocityAccess } from './velocity-access.ts'
export { openVelocityStore, type VelocityStoreOptions } from './velocity-store.ts'
