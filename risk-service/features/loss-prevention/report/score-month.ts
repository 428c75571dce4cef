import { sql } from 'kysely'
import { addMonths, type LossEntityKind, type LossReason, lossLimits, lossReasons } from '../../../contract/index.ts'
import type { Db } from '../../../ports/database.ts'
import { anomalyScoresOf, percentilesOf, weightedScoresOf } from '../../reports/model/loss-prevention/entity-scores.ts'
import { compareEntities } from './compare-entities.ts'
import type { CountedReason } from './reason-verdict.ts'

/** What scores depend on: the values of an entity by reason. */
interface ReasonValues {
  id: string
  reasons: Record<string, { value: number }>
}
/** A reason of somebody that was cleared in the month before. */
interface ClearedReason {
  id: string
  reason: string
}
interface EntityScores {
  score: number
  /** Without regard to what was cleared. */
  plainScore: number
  /** By reason. */
  percentiles: Record<string, number>
}

/** Scores the entities of one kind in one month. What was cleared in the month before counts less. */
function scoreEntities(
  entities: readonly ReasonValues[],
  cleared: readonly ClearedReason[],
): ReadonlyMap<string, EntityScores> {
  const values = entities.map(({ id, reasons }) => ({
    id,
    values: Object.fromEntries(lossReasons.map(reason => [reason, reasons[reason]?.value ?? 0])),
  }))
  const clearances = new Set(cleared.map(({ id, reason }) => `${reason} ${id}`))
  const plain = anomalyScoresOf(values)
  const damped = weightedScoresOf(values, (id, reason) =>
    clearances.has(`${reason} ${id}`) ? lossLimits.clearedWeight : 1,
  )
  const percentiles = lossReasons.map(
    reason => [reason, percentilesOf(values.map(({ id, values: of }) => ({ id, value: of[reason] ?? 0 })))] as const,
  )
  return new Map(
    entities.map(({ id }) => [
      id,
      {
        score: damped[id] ?? 0,
        plainScore: plain[id] ?? 0,
        percentiles: Object.fromEntries(percentiles.map(([reason, of]) => [reason, of[id] ?? 0])),
      },
    ]),
  )
}

/** Scores the stored entities of one kind in a month of a run, and compares them with each other. */
export async function scoreMonth(
  db: Db,
  { environmentId, run, kind, month }: { environmentId: string; run: string; kind: LossEntityKind; month: string },
): Promise<void> {
  const entities = await db
    .selectFrom('loss_month')
    .select(['id', 'unit', 'place', 'reasons'])
    .where('environment_id', '=', environmentId)
    .where('run', '=', run)
    .where('kind', '=', kind)
    .where('month', '=', month)
    .execute()
  const cleared = await db
    .selectFrom('loss_clearance')
    .select(['entity_id as id', 'reason'])
    .where('environment_id', '=', environmentId)
    .where('kind', '=', kind)
    .where('month', '=', addMonths(month, -1))
    .execute()
  const scores = scoreEntities(entities, cleared)
  const scored = entities.map(({ reasons, ...entity }) => {
    const { score, plainScore, percentiles } = scores.get(entity.id) ?? { score: 0, plainScore: 0, percentiles: {} }
    return {
      ...entity,
      score,
      plainScore,
      reasons: Object.fromEntries(
        lossReasons.map(reason => {
          const { value = 0, count = 0, size = 0 } = reasons[reason] ?? {}
          return [reason, { value, count, size, percentile: percentiles[reason] ?? 0 }]
        }),
      ) as Record<LossReason, CountedReason>,
    }
  })
  const comparisons = compareEntities(kind, scored)
  const rows = scored.map(({ id, score, plainScore }) => ({ id, score, plainScore, ...comparisons.get(id) }))
  await sql`update loss_month m set score = s.score, plain_score = s."plainScore",
      population_score = s."populationScore", peer_score = s."peerScore", peer_group = s."peerGroup",
      peer_count = s."peerCount", level = s.level, reasons = s.reasons
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as s (id text, score int, "plainScore" int,
      "populationScore" double precision, "peerScore" double precision, "peerGroup" text, "peerCount" int, level text,
      reasons jsonb)
    where m.environment_id = ${environmentId}::uuid and m.run = ${run}::uuid and m.kind = ${kind}
      and m.month = ${month} and m.id = s.id`.execute(db)
}
