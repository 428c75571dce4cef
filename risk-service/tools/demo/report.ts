import type { Db } from '../../ports/database.ts'
import { computeDemoFigures, type DecidedEventFigures, type DemoFigures } from './demo-figures.ts'
import { generateDemo } from './history/generate.ts'
import { firstHistory } from './seed/seed.ts'

/** Computes the figures of the demo's first history from the store; null without one. */
export async function reportDemo(db: Db): Promise<DemoFigures | null> {
  const demo = await firstHistory(db)
  if (demo === null) return null
  const { events, later } = generateDemo(demo)
  const ends = events.map(({ at }) => at)
  const rows = await db
    .selectFrom('event')
    .select(['environment_id', 'event_type', 'external_id', 'decision'])
    .where('at', '>=', new Date(Math.min(...ends) - 1000))
    .execute()
  const decisions = new Map(
    rows.map(row => [`${row.environment_id} ${row.event_type} ${row.external_id}`, row.decision]),
  )
  const decided = events.flatMap((event): DecidedEventFigures[] => {
    const decision = decisions.get(`${event.environmentId} ${event.eventType} ${event.id}`)
    return decision === undefined ? [] : [{ event, decision }]
  })
  return decided.length === 0 ? null : computeDemoFigures(decided, later)
}
