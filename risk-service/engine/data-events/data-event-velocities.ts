import { createScope, type ResourceReaders } from '../../fql/index.ts'
import type { Ports } from '../../ports/index.ts'
import type { CallRegistry } from '../calls/types.ts'
import type { DeviceRegistry } from '../enrich/device-sessions.ts'
import type { Json } from '../lib/json.ts'
import {
  type CountedSet,
  countedDataEventNames,
  createDataVelocityEvent,
  type createEventRebuilder,
  findStoredEvent,
  refersToPurchase,
  type StoredEvent,
  type VelocityContribution,
  type VelocityStore,
} from '../velocities/index.ts'

export interface DataEventVelocityDeps extends Pick<Ports, 'db'> {
  store: VelocityStore
  sets: (environmentId: string) => readonly CountedSet[]
  rebuildEvent: ReturnType<typeof createEventRebuilder>
  readers: ResourceReaders
  devices: DeviceRegistry
  calls?: CallRegistry | undefined
  /** Longest wait for the linked purchase in milliseconds; 500 ms when absent. */
  purchaseTimeoutMs?: number | undefined
}
/** A data event that is about to be stored. `purchaseId`: of the purchase that it refers to, for those that do. */
interface CountedDataEvent {
  environmentId: string
  eventType: string
  event: Json
  purchaseId: string
  receivedAt: Date
  correlationId: string | null
  depth: number
}
export interface DataEventVelocities {
  /** Returns its velocity contributions when it is new. Without a velocity that names it nothing is read. */
  contributions: (data: CountedDataEvent) => Promise<VelocityContribution[]>
  apply: VelocityStore['apply']
}

/**
 * Counts chargebacks, bank events and observations. When a purchase cannot be read, they are accepted without being
 * counted; these failures are counted.
 */
export function createDataEventVelocities({
  db,
  store,
  sets,
  rebuildEvent,
  readers,
  devices,
  calls,
  purchaseTimeoutMs = 500,
}: DataEventVelocityDeps): DataEventVelocities {
  async function linked(environmentId: string, eventType: string, purchaseId: string): Promise<StoredEvent | null> {
    if (purchaseId === '' || !refersToPurchase(eventType)) return null
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('The purchase was not read in time.')), purchaseTimeoutMs)
    })
    try {
      return await Promise.race([findStoredEvent(db, environmentId, 'purchase', purchaseId), late])
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    async contributions({ environmentId, eventType, event, purchaseId, receivedAt, correlationId, depth }) {
      const naming = sets(environmentId).filter(({ compiled }) =>
        countedDataEventNames(compiled.velocities).includes(eventType.toLowerCase()),
      )
      if (naming.length === 0) return []
      // A failure here is repeated for each velocity that names the event, and is counted there.
      const createEvent = await linked(environmentId, eventType, purchaseId).then(
        purchase => () => createDataVelocityEvent(event, purchase, rebuildEvent),
        (error: unknown) => () => {
          throw error
        },
      )
      const velocities = store.reader(receivedAt)
      return await store.contributions(
        naming,
        [eventType],
        () =>
          createScope({
            ...readers,
            velocities,
            devices: devices.readerOf(environmentId),
            ...(calls === undefined ? {} : { calls: calls.reader(environmentId, { correlationId, eventType, depth }) }),
            event: createEvent(),
            now: receivedAt,
            ...(correlationId === null ? {} : { correlationId }),
          }),
        receivedAt,
      )
    },
    apply: store.apply,
  }
}
