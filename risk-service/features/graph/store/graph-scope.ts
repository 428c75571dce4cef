import { type RawBuilder, sql } from 'kysely'
import type { GraphViewInput } from '../../../contract/graph/graph.ts'
import { addDays, dayIn, graphLimits, monthsBefore, startOfDay } from '../../../contract/index.ts'
import { loadHiddenQueues } from '../../../kernel/access/hidden-queues.ts'
import type { EnvironmentCallContext } from '../../../kernel/console-api/context.ts'
import { ValidationError } from '../../../kernel/errors/errors.ts'
import { typesIn } from '../../search/catalogue.ts'
import { loadSearchStart } from '../../search/switch/search-switch.ts'

/** Which events a graph is made of. */
export interface GraphScope {
  environmentIds: readonly string[]
  from: Date
  /** Exclusive; null: no limit. */
  to: Date | null
  /** Assessments whose events nobody searches. */
  excludedTypes: readonly string[]
  /** Conditions on the events `e`; empty: all count. */
  conditions: readonly RawBuilder<boolean>[]
}

const day = 86_400_000

/**
 * Returns the events that a call may see and asks for: those that a search would find, in the range and by the filters.
 * @throws ConflictError `search.off` while the tenant has no search; ValidationError for a day before the earliest one
 */
export async function graphScopeOf(
  { db, scope, tree, engine, ports, principal }: EnvironmentCallContext,
  { dates, timeZone, filter }: Pick<GraphViewInput, 'dates' | 'timeZone' | 'filter'>,
): Promise<GraphScope> {
  const start = await loadSearchStart(db, principal.tenantId)
  const now = ports.clock().getTime()
  let from = new Date(now - graphLimits.defaultDays * day)
  let to: Date | null = null
  if (dates !== undefined) {
    const earliest = monthsBefore(dayIn(now, timeZone), graphLimits.months)
    if (dates.from < earliest)
      throw new ValidationError(['dates', 'from'], `Events are searched from ${earliest} on.`, {
        code: 'search.tooEarly',
      })
    from = new Date(startOfDay(dates.from, timeZone))
    to = new Date(startOfDay(addDays(dates.to, 1), timeZone))
  }
  const chosen = filter.environmentIds
  return {
    environmentIds: chosen === undefined ? scope : scope.filter(id => chosen.includes(id)),
    from: start !== null && start > from ? start : from,
    to,
    excludedTypes: typesIn(scope, engine)
      .filter(({ search }) => !search)
      .map(({ key }) => key),
    conditions: conditionsOf(filter, filter.reviews ? await loadHiddenQueues(db, principal, scope, tree) : []),
  }
}

function conditionsOf(filter: GraphViewInput['filter'], hidden: readonly string[]): RawBuilder<boolean>[] {
  const { eventTypes, decisions, labels, riskScore, amountUsd, countries, reviews } = filter
  const conditions: RawBuilder<boolean>[] = []
  const oneOf = (column: string, values: readonly string[] | undefined): void => {
    if (values !== undefined) conditions.push(sql`${sql.ref(`e.${column}`)} = any(${values}::text[])`)
  }
  const within = (column: string, limits: { from?: number | undefined; to?: number | undefined } = {}): void => {
    if (limits.from !== undefined) conditions.push(sql`${sql.ref(`e.${column}`)} >= ${limits.from}`)
    if (limits.to !== undefined) conditions.push(sql`${sql.ref(`e.${column}`)} <= ${limits.to}`)
  }
  oneOf('event_type', eventTypes)
  oneOf('decision', decisions)
  oneOf(
    'ip_country',
    countries?.map(country => country.toUpperCase()),
  )
  within('risk_score', riskScore)
  within('amount_usd', amountUsd)
  if (labels !== undefined) conditions.push(sql`coalesce(e.label, 'none') = any(${labels}::text[])`)
  if (reviews !== undefined) conditions.push(reviewIn(reviews, hidden))
  return conditions
}

/** What became of the case of an event: the decision of a person, `open`, or `noCase`, also for a hidden queue. */
const reviewIn = (reviews: readonly string[], hidden: readonly string[]): RawBuilder<boolean> =>
  sql`coalesce((select case when c.state = 'Decided' then coalesce(c.outcome ->> 'caseAction', 'None')
      when c.state in ('Pending', 'InReview', 'OnHold', 'AwaitingApproval') then 'open' end
    from review_case c where c.id = e.event_id and (c.queue_id is null or c.queue_id <> all(${hidden}::uuid[]))), 'noCase') = any(${reviews}::text[])`

/** Condition: an index row of events `x` lies in the range, and its type may be searched. */
export function inRange({ from, to, excludedTypes }: GraphScope): RawBuilder<boolean> {
  const parts = [sql<boolean>`x.at >= ${from}::timestamptz`]
  if (to !== null) parts.push(sql`x.at < ${to}::timestamptz`)
  if (excludedTypes.length > 0) parts.push(sql`x.event_type <> all(${excludedTypes}::text[])`)
  return sql`${sql.join(parts, sql` and `)}`
}
