import { sql } from 'kysely'
import {
  type LossEntityKind,
  type LossKindSummary,
  lossLevels,
  lossThresholds,
  type RankedLossEntity,
} from '../../../contract/index.ts'
import type { LossCall, ScoreFilter } from './report-reads.ts'

interface EntityRow extends Omit<RankedLossEntity, 'averageScore' | 'level'> {
  sum: number
  /** Place of the strongest level of its anomalous months; null: it has none. */
  level: number | null
  returns: number
  discounts: number
}

/** The run of the report that is shown; null: none has ended. */
interface ShownRun extends Pick<LossCall, 'db' | 'environmentId'> {
  run: string | null
}

/**
 * Summarises the scores of one kind as `summarizeScores` does, in the database: a report of years has hundreds of
 * thousands of months. Each has the strongest level that any reason has in its anomalous months.
 */
export async function summarizeKind(
  { db, environmentId, run }: ShownRun,
  kind: LossEntityKind,
  { monthFrom, monthTo, scoreFrom, scoreTo }: ScoreFilter,
): Promise<LossKindSummary> {
  const isAnomalous = sql`m.score >= ${lossThresholds[kind]}`
  const scored = sql`loss_month m
    where m.environment_id = ${environmentId}::uuid and m.kind = ${kind}
      and m.run = ${run}::uuid
      and m.score >= ${scoreFrom} and m.score <= ${scoreTo}
      and ${monthFrom === undefined ? sql`true` : sql`m.month >= ${monthFrom}`}
      and ${monthTo === undefined ? sql`true` : sql`m.month <= ${monthTo}`}`
  const { rows } = await sql<EntityRow>`
    select e.pseudonym as id, g."maxScore", g.sum, g."scoreCount", g."anomalousMonths", g.level, g.returns, g.discounts
    from (
      select m.id, max(m.score) as "maxScore", sum(m.score)::float8 as sum, count(*)::int as "scoreCount",
        (count(*) filter (where ${isAnomalous}))::int as "anomalousMonths",
        min(array_position(${[...lossLevels]}::text[], m.level)) filter (where ${isAnomalous}) as level,
        coalesce(sum(m.returns_usd) filter (where ${isAnomalous}), 0)::float8 as returns,
        coalesce(sum(m.discounts_usd) filter (where ${isAnomalous}), 0)::float8 as discounts
      from ${scored} group by m.id
    ) as g
    join loss_entity e on e.environment_id = ${environmentId}::uuid and e.kind = ${kind} and e.id = g.id
    order by g."maxScore" desc, g.sum / g."scoreCount" desc, e.pseudonym collate "C"`.execute(db)
  const { rows: byMonth } = await sql<LossKindSummary['byMonth'][number]>`
    select m.month, (count(*) filter (where not ${isAnomalous}))::int as unlikely,
      (count(*) filter (where ${isAnomalous}))::int as "veryLikely"
    from ${scored} group by m.month order by m.month`.execute(db)
  const total = (field: 'sum' | 'scoreCount' | 'returns' | 'discounts') =>
    rows.reduce((sum, row) => sum + row[field], 0)
  return {
    returnsUsd: total('returns') / 100,
    discountsUsd: total('discounts') / 100,
    uniqueIds: rows.length,
    scoreCount: total('scoreCount'),
    averageScore: rows.length === 0 ? null : total('sum') / total('scoreCount'),
    top: rows.map(({ sum, level, returns: _returns, discounts: _discounts, ...row }) => ({
      ...row,
      averageScore: sum / row.scoreCount,
      level: lossLevels[(level ?? lossLevels.length) - 1] ?? 'usual',
    })),
    byMonth,
  }
}
