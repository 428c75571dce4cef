import { createYieldPoint } from '../../../contract/index.ts'
import type { FieldFigures, MeasuredEvents } from '../../../contract/ontology/ontology.ts'
import { ontologyLimits } from '../../../contract/ontology/ontology-definitions.ts'
import type { Db } from '../../../ports/database.ts'
import type { DefinedAttribute } from '../definition/ontology.ts'
import { countBodies, type EventSelection, storedAs, visitBodies } from './event-bodies.ts'
import { createValueReader } from './value-reader.ts'

/** An event whose attributes are measured. */
export interface MeasuredEvent {
  event: string
  isAssessed: boolean
  attributes: readonly DefinedAttribute[]
}
export type FigureSelection = Omit<EventSelection, 'event'>

interface Tally {
  filled: number
  values: Set<string>
  lastSeen: number
}

/**
 * Measures how often the attributes of an event have a value, in its latest events of the selection. An empty text is
 * no value.
 */
export async function measureFields(
  db: Db,
  selection: FigureSelection,
  { event, isAssessed, attributes }: MeasuredEvent,
  signal: AbortSignal,
): Promise<{ measured: MeasuredEvents; figures: FieldFigures[] }> {
  const stored = storedAs(event, isAssessed)
  const reader = createValueReader(attributes)
  const tallies: Tally[] = []
  const pause = createYieldPoint()
  const events = await countBodies(db, stored, { ...selection, event }, signal)
  let measured = 0
  await visitBodies(db, stored, { ...selection, event }, ontologyLimits.measured, signal, async bodies => {
    for (const body of bodies) {
      measured += 1
      for (const [index, cell] of reader.read(body).entries()) {
        const values = valuesOf(cell)
        if (values.length === 0) continue
        const tally = (tallies[index] ??= { filled: 0, values: new Set(), lastSeen: 0 })
        tally.filled += 1
        tally.lastSeen = Math.max(tally.lastSeen, body.at.getTime())
        for (const value of values) if (tally.values.size < ontologyLimits.distinct) tally.values.add(value)
      }
      await pause()
    }
  })
  return {
    measured: { event, events, measured },
    figures: reader.paths.map((path, index): FieldFigures => {
      const tally = tallies[index]
      return {
        event,
        path,
        filled: tally?.filled ?? 0,
        distinct: tally?.values.size ?? 0,
        isDistinctLimited: tally?.values.size === ontologyLimits.distinct,
        lastSeen: tally === undefined ? null : new Date(tally.lastSeen).toISOString(),
      }
    }),
  }
}

/** Returns the values of a cell as texts; none for an empty one. */
export function valuesOf(cell: unknown): string[] {
  if (cell === null || cell === undefined) return []
  return (Array.isArray(cell) ? (cell as unknown[]) : [cell]).map(String).filter(value => value !== '')
}
