import {
  addMonths,
  type LossEntity,
  type LossEntityKind,
  type LossEntityMonth,
  type LossReason,
  type LossReasonValue,
  lossLimits,
  lossReasons,
  lossThresholds,
} from '../../../contract/index.ts'
import { summarizeScores } from '../../reports/model/loss-prevention/entity-scores.ts'
import { levelOf, reasonInterval } from '../report/reason-verdict.ts'
import { readClearances, readEntity, readOpenings } from './entity-reads.ts'
import { isInside, type ScoreFilter } from './load-summary.ts'
import { type LossCall, type MonthRow, readMonths } from './report-reads.ts'
import { readEntityTransactions } from './transaction-reads.ts'

interface EntityInput extends ScoreFilter {
  kind: LossEntityKind
  id: string
}

const meanOf = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length

/**
 * Returns the scores of a member of staff or a terminal, beside all others and beside those with the same work. The
 * name of a member of staff is in it only while the caller has the file open.
 * @throws NotFoundError for one without scores
 */
export async function loadEntity(call: LossCall, { kind, id, ...filter }: EntityInput): Promise<LossEntity> {
  const { db, environmentId } = call
  const entity = await readEntity(db, environmentId, kind, id)
  const rows = await readMonths(db, environmentId, kind)
  const own = rows.filter(row => row.id === id)
  const clearances = await readClearances(db, environmentId, kind, entity.id)
  const openings = kind === 'staff' ? await readOpenings(db, environmentId, entity.id) : []
  const now = call.ports.clock()
  const opening = openings.find(({ user_id, open_until }) => user_id === call.principal.id && open_until > now)
  const [summary] = summarizeScores([{ id, months: own }], { ...filter, threshold: lossThresholds[kind] }).top
  const cleared = new Set(clearances.map(({ month, reason }) => `${addMonths(month, 1)} ${reason}`))
  const last = filter.monthTo ?? rows.reduce((latest, { month }) => (month > latest ? month : latest), '0000-01')
  const anomalousStaff = kind === 'terminal' ? await readAnomalousStaff(call, filter) : new Set<string>()
  return {
    kind,
    id,
    name: kind === 'terminal' || opening ? entity.id : null,
    openUntil: opening?.open_until.toISOString() ?? null,
    openings: openings.map(({ user_name, at, reason }) => ({ by: user_name, at: at.toISOString(), reason })),
    maxScore: summary?.maxScore ?? null,
    averageScore: summary?.averageScore ?? null,
    scoreCount: summary?.scoreCount ?? 0,
    months: own.filter(isInside(filter)).map(row =>
      compareMonth(
        kind,
        row,
        rows.filter(({ month }) => month === row.month),
        cleared,
      ),
    ),
    clearances: clearances.map(({ month, reason, note, by_name, at }) => ({
      month,
      reason: reason as LossReason,
      note,
      by: by_name,
      at: at.toISOString(),
    })),
    ...(await readEntityTransactions(db, environmentId, { kind, id: entity.id, lastMonth: last, anomalousStaff })),
  }
}

async function readAnomalousStaff({ db, environmentId }: LossCall, filter: ScoreFilter): Promise<Set<string>> {
  const months = await readMonths(db, environmentId, 'staff')
  const inRange = isInside({ ...filter, scoreFrom: lossThresholds.staff, scoreTo: 999 })
  return new Set(months.filter(inRange).map(({ id }) => id))
}

/** Returns those with the same work in the month: at the same terminal, or else in the same store. */
function peersOf(kind: LossEntityKind, own: MonthRow, all: readonly MonthRow[]) {
  const others = all.filter(({ id }) => id !== own.id)
  const atTerminal = others.filter(({ unit, place }) => unit === own.unit && place === own.place)
  if (kind === 'staff' && atTerminal.length >= lossLimits.peers)
    return { group: 'terminal' as const, peers: atTerminal }
  const inStore = others.filter(({ unit }) => unit === own.unit)
  return inStore.length >= lossLimits.peers ? { group: 'store' as const, peers: inStore } : { group: null, peers: [] }
}

function compareMonth(
  kind: LossEntityKind,
  own: MonthRow,
  all: readonly MonthRow[],
  cleared: ReadonlySet<string>,
): LossEntityMonth {
  const { group, peers } = peersOf(kind, own, all)
  const reasons = lossReasons.map((reason): [LossReason, LossReasonValue] => {
    const counted = own.reasons[reason] ?? { value: 0, count: 0, size: 0, percentile: 0 }
    const averageOf = (rows: readonly MonthRow[]) => meanOf(rows.map(row => row.reasons[reason]?.value ?? 0))
    const averages = { population: averageOf(all), peers: group === null ? null : averageOf(peers) }
    return [
      reason,
      {
        value: counted.value,
        ...reasonInterval(reason, counted),
        size: Math.round(counted.size),
        percentile: counted.percentile,
        ...averages,
        level: levelOf(reason, counted, averages),
        damped: cleared.has(`${own.month} ${reason}`),
      },
    ]
  })
  return {
    month: own.month,
    score: own.score,
    plainScore: own.plain_score,
    populationScore: meanOf(all.map(({ score }) => score)),
    peerScore: group === null ? null : meanOf(peers.map(({ score }) => score)),
    peerGroup: group,
    peerCount: peers.length,
    transactions: own.transactions,
    reasons: Object.fromEntries(reasons) as Record<LossReason, LossReasonValue>,
  }
}
