import { sql } from 'kysely'
import { productionBranch } from '../../../contract/common/constants.ts'
import { cancellable } from '../../../kernel/store/connection/query-cancellation.ts'
import type { Db } from '../../../ports/database.ts'
import type { DayRange } from '../../case-report/figures/periods.ts'
import { scoreBinOf } from '../refresh/attribute-columns.ts'
import type { ReportScope } from '../summary/report-scope.ts'
import {
  added,
  counted,
  inBins,
  inScope,
  isByOutcomeAlone,
  isByScoreAlone,
  isCounted,
  isSummed,
  isUnfiltered,
  type OutcomeVolume,
  outcomeOf,
  type TransactionFilter,
  within,
} from '../summary/summary-reads.ts'

/** What rules said of a transaction: paths are numbered in each environment. */
export interface StoredPath {
  environment_id: string
  path: number
  rule_id: string | null
  rule: string | null
  clause: string | null
  observed: readonly (readonly [ruleId: string, rule: string, clause: string])[]
}
/** Transactions of a day with the same path and outcome. */
export type PathVolume = OutcomeVolume & Pick<StoredPath, 'environment_id' | 'path'>
/** Transactions of a range with the same path and bin of ten scores; `bin` -1: without a score. */
export type PathScore = PathVolume & { bin: number }

/** Reads the paths of environments. */
export async function readPaths(
  db: Db,
  environmentIds: readonly string[],
  signal?: AbortSignal,
): Promise<StoredPath[]> {
  const { rows } = await sql<StoredPath>`
    select environment_id, path, rule_id, rule, clause, observed from report_path
    where environment_id = any(${[...environmentIds]}::uuid[]) order by environment_id, path`.execute(
    db,
    cancellable(signal),
  )
  return rows
}

/** Returns the volumes of the transactions of some days by path and outcome. */
async function readPathVolumes(
  db: Db,
  filter: TransactionFilter,
  range: DayRange,
  signal?: AbortSignal,
): Promise<PathVolume[]> {
  const source = isByOutcomeAlone(filter)
    ? sql`${added} from report_path_day where ${isSummed(filter)}`
    : sql`${counted} from report_transaction where ${isCounted(filter)}`
  const { rows } = await sql<PathVolume>`
    select environment_id, path, day, ${outcomeOf(filter)} as outcome, ${source} and ${within(sql`day`, range)}
    group by environment_id, path, day, 4`.execute(db, cancellable(signal))
  return rows
}

/** Returns the volumes of the transactions of some days by path and bin of scores, whatever their outcome. */
async function readPathScores(
  db: Db,
  filter: TransactionFilter,
  range: DayRange,
  signal?: AbortSignal,
): Promise<PathScore[]> {
  const stored = isByScoreAlone(filter) && isUnfiltered({ ...filter, scores: null })
  const bin = scoreBinOf(filter.scoreType ?? 'risk')
  const source = stored
    ? sql`bin, ${added} from report_path_score where ${inScope(filter)} and ${inBins(filter)}`
    : sql`${bin} as bin, ${counted} from report_transaction where ${isCounted(filter)}`
  const { rows } = await sql<PathScore>`
    select environment_id, path, ${range.from}::int as day, 0 as outcome, ${source} and ${within(sql`day`, range)}
    group by environment_id, path, 5`.execute(db, cancellable(signal))
  return rows
}

/**
 * Returns the volumes of transactions by path: those since a day by outcome, and those of a range by bin of scores. Where
 * no sums are stored of what the filter leaves, all transactions are read, once for both.
 */
export async function readPathFigures(
  db: Db,
  filter: TransactionFilter,
  { since, range }: { since: number; range: DayRange },
  signal?: AbortSignal,
): Promise<{ volumes: PathVolume[]; scoreVolumes: PathScore[] }> {
  const covered = { from: since, to: range.to }
  if (isByScoreAlone(filter))
    return {
      volumes: await readPathVolumes(db, filter, covered, signal),
      scoreVolumes: await readPathScores(db, filter, range, signal),
    }
  const bin = scoreBinOf(filter.scoreType ?? 'risk')
  const sums = sql`sum(events)::int as events, sum(cents)::float8 as cents`
  const { rows } = await sql<PathScore & { by_bin: boolean }>`
    with volumes as materialized (
      select environment_id, path, day, ${outcomeOf(filter)} as outcome, ${bin} as bin, ${counted}
      from report_transaction where ${isCounted(filter)} and ${within(sql`day`, covered)} group by 1, 2, 3, 4, 5
    )
    select false as by_bin, environment_id, path, day, outcome, 0 as bin, ${sums} from volumes group by 2, 3, 4, 5
    union all
    select true, environment_id, path, ${range.from}::int, 0, bin, ${sums} from volumes where ${within(sql`day`, range)}
    group by 2, 3, 6`.execute(db, cancellable(signal))
  return { volumes: rows.filter(({ by_bin }) => !by_bin), scoreVolumes: rows.filter(({ by_bin }) => by_bin) }
}

/** How often a clause was among the rules of a transaction, was tested, and had an effect. */
export interface ClauseTests {
  rule_id: string
  clause: string
  events: number
  tested: number
  effects: number
}

/** Returns the tests of all clauses in a range, whatever the other filters. */
export async function readClauseTests(
  db: Db,
  scope: ReportScope,
  range: DayRange,
  signal?: AbortSignal,
): Promise<ClauseTests[]> {
  const { rows } = await sql<ClauseTests>`
    select rule_id, clause, sum(events)::int as events, sum(tested)::int as tested, sum(effects)::int as effects
    from report_clause_day where ${inScope(scope)} and ${within(sql`day`, range)}
    group by rule_id, clause`.execute(db, cancellable(signal))
  return rows
}

/** A rule that is published now, with the names of its clauses. */
export interface PublishedRule {
  id: string
  name: string
  status: 'active' | 'inactive'
  environment_id: string
  clauses: readonly string[]
}

/** Returns the decision rules of environments that are published now. */
export async function readPublishedRules(
  db: Db,
  environmentIds: readonly string[],
  eventType: string,
): Promise<PublishedRule[]> {
  const { rows } = await sql<PublishedRule>`
    select id, name, status, environment_id, array(
      select c ->> 'name' from jsonb_array_elements(body -> 'clauses') c
    ) as clauses
    from rule where environment_id = any(${[...environmentIds]}::uuid[]) and event_type = ${eventType}
      and type = 'decision' and branch = ${productionBranch}`.execute(db)
  return rows
}

/** Transactions that a clause decided. */
export interface DecidedClause {
  rule_id: string
  clause: string
  events: number
}

/** Returns the clauses that decided transactions, whatever their days. */
export async function readDecidedClauses(db: Db, scope: ReportScope, signal?: AbortSignal): Promise<DecidedClause[]> {
  const { rows } = await sql<DecidedClause>`
    select p.rule_id, coalesce(p.clause, '') as clause, sum(d.events)::int as events
    from (
      select environment_id, path, sum(events) as events from report_path_day where ${inScope(scope)} group by 1, 2
    ) d join report_path p on p.environment_id = d.environment_id and p.path = d.path
    where p.rule_id is not null group by 1, 2 having sum(d.events) > 0`.execute(db, cancellable(signal))
  return rows
}
