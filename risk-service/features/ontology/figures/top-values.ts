import { createYieldPoint } from '../../../contract/index.ts'
import type { MeasuredEvents } from '../../../contract/ontology/ontology.ts'
import { ontologyLimits } from '../../../contract/ontology/ontology-definitions.ts'
import type { Masking } from '../../../kernel/personal-data/masking.ts'
import type { Db } from '../../../ports/database.ts'
import { countBodies, type StoredBody, storedAs, visitBodies } from './event-bodies.ts'
import { type FigureSelection, type MeasuredEvent, valuesOf } from './field-figures.ts'
import { createValueReader, type ValueReader } from './value-reader.ts'

interface Counted {
  events: number
  /** An event with the value, which shows whether the caller may see it. */
  body: StoredBody
}

/** Different values that are counted while events are read; further ones are left out. */
const maxCounted = 50_000

interface TopValues {
  measured: MeasuredEvents
  values: { name: string; value: string; events: number }[]
  /** Events by API client, the one with the most first; without those whose client is unknown. */
  clients: { id: string; filled: number; events: number }[]
}

/**
 * Returns the most frequent values of an attribute in its latest events, as the caller may see them: a value is hidden
 * where its event hides it, whatever attribute it stands in.
 */
export async function loadTopValues(
  db: Db,
  selection: FigureSelection,
  { event, isAssessed, attributes }: MeasuredEvent,
  path: string,
  masking: Masking,
  signal: AbortSignal,
): Promise<TopValues> {
  const stored = storedAs(event, isAssessed)
  const reader = createValueReader(attributes)
  const counts = new Map<string, Counted>()
  const clients = new Map<string, { id: string; filled: number; events: number }>()
  const pause = createYieldPoint()
  const events = await countBodies(db, stored, { ...selection, event }, signal)
  let measured = 0
  await visitBodies(db, stored, { ...selection, event }, ontologyLimits.measured, signal, async bodies => {
    for (const body of bodies) {
      measured += 1
      const found = new Set(valuesAt(reader, body, path))
      if (body.client !== null) {
        const client = clients.get(body.client) ?? { id: body.client, filled: 0, events: 0 }
        clients.set(body.client, client)
        client.events += 1
        if (found.size > 0) client.filled += 1
      }
      for (const value of found) {
        const counted = counts.get(value)
        if (counted !== undefined) counted.events += 1
        else if (counts.size < maxCounted) counts.set(value, { events: 1, body })
      }
      await pause()
    }
  })
  const top = [...counts]
    .toSorted(([x, a], [y, b]) => b.events - a.events || (x < y ? -1 : 1))
    .slice(0, ontologyLimits.topValues)
  return {
    measured: { event, events, measured },
    clients: [...clients.values()].toSorted((a, b) => b.events - a.events),
    values: top.map(([value, { events: count, body }]) => ({
      name: path,
      value: shownValue(reader, body, path, value, masking).slice(0, ontologyLimits.value),
      events: count,
    })),
  }
}

function valuesAt(reader: ValueReader, body: StoredBody, path: string): string[] {
  const cells = reader.read(body)
  return valuesOf(cells[reader.paths.findIndex(each => each.toLowerCase() === path.toLowerCase())])
}

/** Returns a value as the caller sees it in its event. */
function shownValue(reader: ValueReader, body: StoredBody, path: string, value: string, masking: Masking): string {
  if (masking.kinds.size === 0) return value
  const at = valuesAt(reader, body, path).indexOf(value)
  const { sent, device } = masking.apply({ sent: body.sent, device: body.device })
  return valuesAt(reader, { ...body, sent, device }, path)[at] ?? ''
}
