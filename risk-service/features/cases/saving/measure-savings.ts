import type { Db } from '../../../ports/database.ts'
import type { StoredQueue } from '../model/case-record.ts'
import {
  addCases,
  amountBands,
  bandOf,
  estimateSaving,
  isRelevantChange,
  savingDefaults,
  scoreBands,
} from '../model/expected-saving.ts'
import { type BandSaving, deleteSavings, loadSavings, measureDecisions, putSavings } from '../store/saving-store.ts'
import { loadConfiguration, loadReportCosts } from '../store/settings-store.ts'

/** Lower ends of all bands: the first has every value below the second. */
const scoreStarts = [-32_768, ...scoreBands]
const amountStarts = [0, ...amountBands]

interface QueuePlace {
  tenantId: string
  rootId: string
  now: Date
}

/**
 * Measures what a minute of review saves in the bands of a queue, from the decided cases of its environment, and stores
 * the estimates that changed.
 */
export async function measureSavings(db: Db, queue: StoredQueue, { tenantId, rootId, now }: QueuePlace): Promise<void> {
  const { id, environment_id: environmentId, event_type: eventType, settings } = queue
  if (eventType === null) return
  const stored = await loadSavings(db, id)
  const { configuration } = await loadConfiguration(db, rootId, eventType)
  const decision = configuration.queueDecisions.find(({ name }) => name === settings.defaultAction)
  const groups = await measureDecisions(db, { environmentId, eventType, now })
  const own = groups.filter(({ queueId }) => queueId === id)
  const environment = addCases(groups)
  const inQueue = addCases(own)
  const margin = (await loadReportCosts(db, tenantId)).margin ?? savingDefaults.margin
  const measured = scoreStarts.flatMap(scoreFrom =>
    amountStarts.flatMap((amountFrom): BandSaving[] => {
      const band = own.find(
        ({ scoreBand, amountBand }) =>
          scoreBand === bandOf(scoreBands, scoreFrom) && amountBand === bandOf(amountBands, amountFrom),
      )
      const levels = { band: addCases(band === undefined ? [] : [band]), queue: inQueue, environment }
      const estimate = estimateSaving(levels, decision?.caseAction ?? 'None', margin)
      return estimate === null ? [] : [{ scoreFrom, amountFrom, estimate }]
    }),
  )
  // A default action that neither approves nor rejects: nothing can be said any more.
  if (measured.length === 0 && stored.length > 0) await deleteSavings(db, id)
  const changed = measured.filter(({ scoreFrom, amountFrom, estimate }) => {
    const before = stored.find(each => each.scoreFrom === scoreFrom && each.amountFrom === amountFrom)?.estimate
    return before?.defaultAction !== estimate.defaultAction || isRelevantChange(before.perMinute, estimate.perMinute)
  })
  await putSavings(db, id, changed, now)
}

/** The estimate of a case, as it was measured last; null without one. */
export async function findSaving(
  db: Db,
  queueId: string,
  { risk_score: score, amount_usd: amount }: { risk_score: number; amount_usd: number | null },
): Promise<BandSaving['estimate'] | null> {
  if (amount === null) return null
  const [scoreBand, amountBand] = [bandOf(scoreBands, score), bandOf(amountBands, amount)]
  const savings = await loadSavings(db, queueId)
  return (
    savings.find(
      each => bandOf(scoreBands, each.scoreFrom) === scoreBand && bandOf(amountBands, each.amountFrom) === amountBand,
    )?.estimate ?? null
  )
}
