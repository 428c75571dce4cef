import { createScope, type Readers } from '../fql/index.ts'
import type { Ports } from '../ports.ts'
import type { CallBook } from './calls/book.ts'
import type { DeviceBook } from './devices.ts'
import type { Json } from './json.ts'
import {
  type CountedSet,
  dataNames,
  dataSeen,
  purchaseOf,
  type StoredEvent,
  speaksOfPurchase,
  type storedEvents,
  type VelocityContribution,
  type VelocityStore,
} from './velocities/index.ts'

export interface DataCountDeps extends Pick<Ports, 'db'> {
  store: VelocityStore
  sets: (environmentId: string) => readonly CountedSet[]
  again: ReturnType<typeof storedEvents>
  readers: Readers
  devices: DeviceBook
  calls?: CallBook | undefined
}
/** A data event that is about to be stored. `purchaseId`: of the purchase that it speaks of, for those that do. */
interface CountedData {
  environmentId: string
  eventType: string
  event: Json
  purchaseId: string
  receivedAt: Date
  correlationId: string | null
  depth: number
}
export interface DataCounts {
  /** What it adds to velocities when it is new. Without a velocity that names it nothing is read. */
  contributions: (data: CountedData) => Promise<VelocityContribution[]>
  apply: VelocityStore['apply']
}

/** Longest wait for the linked purchase. */
const patienceMs = 500

/**
 * Counts chargebacks, bank events and observations. A purchase that cannot be read leaves them accepted and not
 * counted, which is counted.
 */
export function createDataCounts({ db, store, sets, again, readers, devices, calls }: DataCountDeps): DataCounts {
  async function linked(environmentId: string, eventType: string, purchaseId: string): Promise<StoredEvent | null> {
    if (purchaseId === '' || !speaksOfPurchase(eventType)) return null
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('The purchase was not read in time.')), patienceMs)
    })
    try {
      return await Promise.race([purchaseOf(db, environmentId, purchaseId), late])
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    async contributions({ environmentId, eventType, event, purchaseId, receivedAt, correlationId, depth }) {
      const naming = sets(environmentId).filter(({ compiled }) =>
        dataNames(compiled.velocities).includes(eventType.toLowerCase()),
      )
      if (naming.length === 0) return []
      // What fails here fails again for each velocity that names the event, and is counted there.
      const seen = await linked(environmentId, eventType, purchaseId).then(
        purchase => () => dataSeen(event, purchase, again),
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
            event: seen(),
            now: receivedAt,
            ...(correlationId === null ? {} : { correlationId }),
          }),
        receivedAt,
      )
    },
    apply: store.apply,
  }
}
