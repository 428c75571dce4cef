import { createYieldPoint } from '../../../contract/index.ts'
import type { Db } from '../../../ports/database.ts'
import type { DefinedAttribute } from '../definition/ontology.ts'
import { type StoredBody, visitBodies } from '../figures/event-bodies.ts'
import { valuesOf } from '../figures/field-figures.ts'
import { createValueReader } from '../figures/value-reader.ts'
import { allEvents } from './fill-store.ts'

/** Latest events of an hour that are read: enough to see a drop, and no load for the largest merchants. */
const maxRead = 2000

export interface CountedHour {
  /** Events by API client and field; an empty field for all of them. */
  counts: Map<string, Map<string, number>>
  /** Time of the latest event that had a value, by API client and field, in milliseconds. */
  lastSeen: Map<string, number>
}

export const seenKeyOf = (clientId: string, field: string): string => `${clientId}\n${field}`

/** Counts in how many of the latest events of a time each field has a value. */
export async function countFills(
  db: Db,
  { environmentId, eventType, from, to }: { environmentId: string; eventType: string; from: Date; to: Date },
  attributes: readonly DefinedAttribute[],
  signal: AbortSignal,
): Promise<CountedHour> {
  const reader = createValueReader(attributes)
  const counts: CountedHour['counts'] = new Map()
  const lastSeen: CountedHour['lastSeen'] = new Map()
  const pause = createYieldPoint()
  const count = (body: StoredBody): void => {
    const clientId = body.client ?? ''
    const fields = counts.get(clientId) ?? new Map<string, number>()
    counts.set(clientId, fields)
    const add = (field: string): void => void fields.set(field, (fields.get(field) ?? 0) + 1)
    add(allEvents)
    for (const [index, cell] of reader.read(body).entries()) {
      const field = reader.paths[index]
      if (field === undefined || valuesOf(cell).length === 0) continue
      add(field)
      const key = seenKeyOf(clientId, field)
      lastSeen.set(key, Math.max(lastSeen.get(key) ?? 0, body.at.getTime()))
    }
  }
  const selection = { environmentIds: [environmentId], event: eventType, from, to }
  await visitBodies(db, 'event', selection, maxRead, signal, async bodies => {
    for (const body of bodies) {
      count(body)
      await pause()
    }
  })
  return { counts, lastSeen }
}
