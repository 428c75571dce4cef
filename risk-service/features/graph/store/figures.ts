import { type RawBuilder, sql } from 'kysely'
import type { GraphHub } from '../../../contract/graph/graph-entities.ts'
import { graphLimits } from '../../../contract/index.ts'
import type { GraphRef } from '../../../engine/graph/types.ts'
import { cancellable } from '../../../kernel/store/connection/query-cancellation.ts'
import type { Db } from '../../../ports/database.ts'
import { newestKeys } from './event-keys.ts'
import type { GraphScope } from './graph-scope.ts'

/** What the newest events of a node have in common with one user, currency, decision and label. */
interface FigureRow {
  n: number
  user_id: string | null
  currency: string | null
  decision: string
  label: 'Fraud' | 'NonFraud' | null
  events: number
  amount: number
  amount_usd: number
  first: Date
  last: Date
  /** Null: nothing has scored them. */
  highest: number | null
  latest: number | null
  /** There are more events than were counted. */
  exceeds: boolean
}

/** Figures of a node over its newest events. */
export interface Figures {
  events: number
  /** False: it has more events than were counted. */
  complete: boolean
  users: Set<string>
  /** Events without a user. */
  guests: number
  first: Date
  last: Date
  amounts: Map<string, number>
  amountUsd: number
  /** Null: nothing has scored its events. */
  highestScore: number | null
  lastScore: number | null
  decisions: Record<string, number>
  fraud: number
  good: number
}

/** Adds rows of figures of one node. */
export function sumFigures(rows: readonly Omit<FigureRow, 'n' | 'exceeds'>[]): Figures {
  const [row] = rows
  const figures: Figures = {
    events: 0,
    complete: true,
    users: new Set(),
    guests: 0,
    first: row?.first ?? new Date(0),
    last: row?.last ?? new Date(0),
    amounts: new Map(),
    amountUsd: 0,
    highestScore: null,
    lastScore: row?.latest ?? null,
    decisions: {},
    fraud: 0,
    good: 0,
  }
  for (const each of rows) {
    figures.events += each.events
    if (each.user_id === null) figures.guests += each.events
    else figures.users.add(each.user_id)
    if (each.first < figures.first) figures.first = each.first
    if (each.last > figures.last) {
      figures.last = each.last
      figures.lastScore = each.latest ?? figures.lastScore
    }
    if (each.highest !== null) figures.highestScore = Math.max(figures.highestScore ?? 0, each.highest)
    if (each.currency !== null)
      figures.amounts.set(each.currency, (figures.amounts.get(each.currency) ?? 0) + each.amount)
    figures.amountUsd += each.amount_usd
    figures.decisions[each.decision] = (figures.decisions[each.decision] ?? 0) + each.events
    if (each.label === 'Fraud') figures.fraud += each.events
    if (each.label === 'NonFraud') figures.good += each.events
  }
  return figures
}

/** Selects so many keys of each node, and whether it has more: `keys` contains one more. */
const counted = (keys: RawBuilder<unknown>, limit: number): RawBuilder<unknown> =>
  sql`select * from (select *, max(position) over (partition by n) > ${limit} as exceeds from (${keys}) as found) as marked
    where position <= ${limit}`

/** Returns the figures of entities in their order, over at most `graphLimits.countedEvents` events of each; null for none. */
export async function loadFigures(
  db: Db,
  scope: GraphScope,
  refs: readonly GraphRef[],
  signal: AbortSignal,
): Promise<(Figures | null)[]> {
  const keys = newestKeys(scope, refs, graphLimits.countedEvents + 1)
  if (keys === null) return refs.map(() => null)
  const { rows } = await sql<FigureRow>`
    select k.n, lower(btrim(e.user_id)) as user_id, e.currency, e.decision, e.label, count(*)::int as events,
      coalesce(sum(e.amount), 0)::bigint as amount, coalesce(sum(e.amount_usd), 0)::bigint as amount_usd,
      min(e.at) as first, max(e.at) as last, max(nullif(e.risk_score, -1))::int as highest,
      (array_agg(nullif(e.risk_score, -1) order by e.at desc))[1]::int as latest, k.exceeds
    from (${counted(keys, graphLimits.countedEvents)}) as k
    join event e on e.environment_id = k.environment_id and e.at = k.at and e.event_id = k.event_id
    group by 1, 2, 3, 4, 5, k.exceeds`.execute(db, cancellable(signal))
  const byNode = Map.groupBy(rows, ({ n }) => n)
  return refs.map((_, index) => {
    const found = byNode.get(index)
    if (found === undefined) return null
    return { ...sumFigures(found), complete: !found.some(({ exceeds }) => exceeds) }
  })
}

/** Returns the positions of the nodes that have more events than are counted, from the index alone. */
export async function findBusy(
  db: Db,
  scope: GraphScope,
  refs: readonly GraphRef[],
  signal: AbortSignal,
): Promise<ReadonlySet<number>> {
  const keys = newestKeys(scope, refs, graphLimits.countedEvents + 1)
  if (keys === null) return new Set()
  const { rows } = await sql<{ n: number }>`
    select n from (${keys}) as k group by n having count(*) > ${graphLimits.countedEvents}`.execute(
    db,
    cancellable(signal),
  )
  return new Set(rows.map(({ n }) => n))
}

type HubFigures = Omit<GraphHub, 'base' | 'fraud'> & { links: number; fraud: number }

/** Counts the links of nodes with many events: the accounts of an entity, or the entities of a user. */
export async function countHubLinks(
  db: Db,
  scope: GraphScope,
  refs: readonly GraphRef[],
  signal?: AbortSignal,
): Promise<HubFigures[]> {
  const keys = newestKeys(scope, refs, graphLimits.hubEvents + 1)
  if (keys === null) return []
  type Row = Record<'n' | 'events' | 'accounts' | 'guests' | 'entities' | 'fraud', number> & { exceeds: boolean }
  const { rows } = await sql<Row>`
    select k.n, count(*)::int as events, count(distinct lower(btrim(e.user_id)))::int as accounts,
      (count(*) filter (where e.user_id is null))::int as guests,
      (count(distinct e.device_id) + count(distinct e.email) + count(distinct e.phone) + count(distinct (e.bin, e.last_four)))::int as entities,
      (count(*) filter (where e.label = 'Fraud'))::int as fraud, k.exceeds
    from (${counted(keys, graphLimits.hubEvents)}) as k
    join event e on e.environment_id = k.environment_id and e.at = k.at and e.event_id = k.event_id
    group by k.n, k.exceeds`.execute(db, cancellable(signal))
  const byNode = new Map(rows.map(row => [row.n, row]))
  return refs.map(({ type }, index) => {
    const row = byNode.get(index)
    const accounts = type === 'user' ? 1 : (row?.accounts ?? 0)
    const links = type === 'user' ? (row?.entities ?? 0) : accounts + (row?.guests ?? 0)
    return { accounts, links, events: row?.events ?? 0, complete: row?.exceeds !== true, fraud: row?.fraud ?? 0 }
  })
}

/** Returns how many events of the range are fraud, from the hourly roll-up. */
export async function loadBaseRate(
  db: Db,
  { environmentIds, from, to }: Pick<GraphScope, 'environmentIds' | 'from' | 'to'>,
  signal: AbortSignal,
): Promise<GraphHub['base']> {
  const { rows } = await sql<{ events: number; fraud: number }>`
    select coalesce(sum(events), 0)::bigint as events, coalesce(sum(events) filter (where label = 'Fraud'), 0)::bigint as fraud
    from event_hour where environment_id = any(${environmentIds}::uuid[]) and hour >= date_trunc('hour', ${from}::timestamptz, 'UTC')
      and (${to}::timestamptz is null or hour < ${to}::timestamptz)`.execute(db, cancellable(signal))
  const { events = 0, fraud = 0 } = rows[0] ?? {}
  return { events, fraud, share: events === 0 ? 0 : fraud / events }
}

/** Events of entities in environments that the caller does not see, each up to a limit. */
export async function countHidden(
  db: Db,
  scope: GraphScope,
  refs: readonly GraphRef[],
  limit: number,
  signal: AbortSignal,
): Promise<number[]> {
  const keys = newestKeys({ ...scope, conditions: [] }, refs, limit)
  if (keys === null || scope.environmentIds.length === 0) return refs.map(() => 0)
  const { rows } = await sql<{ n: number; events: number }>`
    select n, count(*)::int as events from (${keys}) as k group by n`.execute(db, cancellable(signal))
  const byNode = new Map(rows.map(({ n, events }) => [n, events]))
  return refs.map((_, index) => byNode.get(index) ?? 0)
}
