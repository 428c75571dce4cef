import { createYieldPoint } from '../../../contract/index.ts'
import type { Db } from '../../../ports/database.ts'
import type { DefinedAttribute } from '../definition/ontology.ts'
import { type StoredBody, visitBodies } from '../figures/event-bodies.ts'
import { valuesOf } from '../figures/field-figures.ts'
import { createValueReader } from '../figures/value-reader.ts'
import { allEvents, type FillCounts } from './fill-store.ts'

/** Latest events of an hour that are read: enough to see a drop, and no load for the largest merchants. */
export const maxRead = 2000

/**
 * Counts in how many of the latest events of a time each field has a value: events by API client and field, an empty
 * field for all of them.
 */
export async function countFills(
  db: Db,
  { environmentId, eventType, from, to }: { environmentId: string; eventType: string; from: Date; to: Date },
  attributes: readonly DefinedAttribute[],
  signal: AbortSignal,
): Promise<FillCounts> {
  const reader = createValueReader(attributes)
  const counts = new Map<string, Map<string, number>>()
  const pause = createYieldPoint()
  const count = (body: StoredBody): void => {
    const clientId = body.client ?? ''
    const fields = counts.get(clientId) ?? new Map<string, number>()
    counts.set(clientId, fields)
    const add = (field: string): void => void fields.set(field, (fields.get(field) ?? 0) + 1)
    add(allEvents)
    for (const [index, cell] of reader.read(body).entries()) {
      const field = reader.paths[index]
      if (field !== undefined && valuesOf(cell).length > 0) add(field)
    }
  }
  const selection = { environmentIds: [environmentId], event: eventType, from, to }
  await visitBodies(db, 'event', selection, maxRead, signal, async bodies => {
    for (const body of bodies) {
      count(body)
      await pause()
    }
  })
  return counts
}
