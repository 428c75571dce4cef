import { sql } from 'kysely'
import type { z } from 'zod'
import type { ContrastCounts, contrastCountsInputSchema } from '../../contract/contrast/contrast.ts'
import { contrastLimits, type VelocityEntity, velocityEventTypes } from '../../contract/index.ts'
import { limitsOf } from '../../engine/contrast/count-limits.ts'
import { cancellable } from '../../kernel/store/connection/query-cancellation.ts'
import { scanIds } from '../search/scan/scan-events.ts'
import { limited, type SearchReader } from '../search/search.ts'
import type { EventQueries, SetName } from './set-queries.ts'
import { planSet } from './sets.ts'

type Input = z.output<typeof contrastCountsInputSchema>

/**
 * Counts, for some events of two sets, the earlier events with the same entity, as the velocities of attempts do.
 * @throws ConflictError `search.timeout` when the limit is over
 */
export function countEarlier(
  reader: SearchReader,
  { entity, window }: Pick<Input, 'entity' | 'window'>,
  queries: Record<SetName, EventQueries>,
): Promise<ContrastCounts> {
  const started = performance.now()
  return limited(reader.signal, reader.seconds, async signal => {
    const inA = new Set(await drawIds(reader, queries.a, signal))
    const inB = (await drawIds(reader, queries.b, signal)).filter(id => !inA.has(id))
    const count = (ids: readonly string[]) => countsOf(reader, { entity, window, ids }, signal)
    const [a, b] = [await count([...inA]), await count(inB)]
    return {
      a: a.length,
      b: b.length,
      ...limitsOf(a, b, contrastLimits.steps),
      queryMs: Math.round(performance.now() - started),
    }
  })
}

/** Draws ids of events of a set evenly, and the same ones each time. */
async function drawIds(reader: SearchReader, set: EventQueries, signal: AbortSignal): Promise<string[]> {
  const { parts } = await planSet(reader, set, contrastLimits.counted, signal)
  const ids: string[] = []
  for (const part of parts) ids.push(...(await scanIds(reader.db, part, signal)))
  return ids
}

/** Returns for each event the number of earlier ones; of several entities of one event, that of the busiest. */
async function countsOf(
  { db, scope }: SearchReader,
  { entity, window, ids }: Pick<Input, 'window'> & { entity: VelocityEntity; ids: readonly string[] },
  signal: AbortSignal,
): Promise<number[]> {
  if (ids.length === 0) return []
  const types = velocityEventTypes(entity).map(name => name.toLowerCase())
  const { rows } = await sql<{ earlier: number }>`
    select coalesce(max(n.earlier), 0)::int as earlier
    from event_key k
    join event_body b on b.environment_id = k.environment_id and b.at = k.at and b.event_id = k.event_id
    left join lateral json_to_recordset(coalesce(b.enrichment -> 'entities', '[]')) as x(type text, value text) on x.type = ${entity}
    left join lateral (select count(*) as earlier from (
      select 1 from event_entity p
      where p.environment_id = k.environment_id and p.entity_type = x.type and p.entity_value = x.value
        and p.event_type = any(${types}::text[])
        and p.at >= k.at - ${window}::interval and (p.at, p.event_id) < (k.at, k.event_id)
      limit ${contrastLimits.earlier}) as p) as n on true
    where k.event_id = any(${ids}::uuid[]) and k.environment_id = any(${scope}::uuid[])
    group by k.environment_id, k.event_id`.execute(db, cancellable(signal))
  return rows.map(({ earlier }) => earlier)
}
