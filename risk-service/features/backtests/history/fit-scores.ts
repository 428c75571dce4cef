import { sql } from 'kysely'
import { minimumLabels } from '../../../contract/models/model-definitions.ts'
import type { Scorecard } from '../../../contract/models/models.ts'
import { type ScoredFacts, streamStoredEvent } from '../../../engine/replay/stream-stored-event.ts'
import { riskFeatures } from '../../../engine/score/features/risk-features.ts'
import { createInMemoryHistory, historyMs } from '../../../engine/score/history/entity-history.ts'
import { computeLogOdds, scoreOf } from '../../../engine/score/scorecard.ts'
import { pastEventOf } from '../../../engine/score/training/sample.ts'
import { splitByTime, trainScorecard } from '../../../engine/score/training/train-scorecard.ts'
import type { Db } from '../../../ports/database.ts'
import type { EventSlice, RecordedEvent } from '../run/past-events.ts'
import type { SignalVerdict } from '../run/run-types.ts'

/** Labelled events that a model is fitted to at most; later ones are scored by the last model. */
const maxRows = 50_000
/** A new model is fitted once there are so many times the labelled events of the last one. */
const growth = 1.5
/** Events at most that wait until the run reaches the time at which they became known; later ones are not used. */
const maxWaiting = 2 * maxRows

const noFacts: ScoredFacts = {
  email: null,
  ip: null,
  ipCountry: null,
  billingCountry: null,
  shippingCountry: null,
  itemCount: null,
  bin: null,
  lastFour: null,
}

/** Whether an event was fraud, and when that became known, in milliseconds. */
type KnownVerdict = Pick<SignalVerdict, 'isFraud' | 'knownAt'>

export interface HistoryScorer {
  /**
   * Adds an event to the histories. Returns its score by the model that is fitted to events of earlier pieces of which
   * it was known by then whether they were fraud; null while there is none.
   */
  score: (event: RecordedEvent) => number | null
  /** Ends a piece: what became known of its events, by their ids. Fits another model once enough is known. */
  endPiece: (verdictOf: (eventId: string) => KnownVerdict | undefined) => void
}

/**
 * Creates what scores a history that has no scores, in the order of time. An event is scored by a model of the events
 * before it that were known as fraud or good before it came, so that no model has seen its label, or a chargeback of its
 * future. Labels are in no history of entities.
 * @param until the end of the history: what became known later is not used
 */
export function createHistoryScorer(until: number): HistoryScorer {
  const history = createInMemoryHistory()
  const indexes = new Map(riskFeatures.map(({ id }, index) => [id, index]))
  const columns: number[][] = riskFeatures.map(() => [])
  const labels: number[] = []
  let frauds = 0
  let fittedRows = 0
  let card: Scorecard | null = null
  let piece = new Map<string, Float64Array>()
  /** Events whose verdict the run has not reached. */
  let waiting: (KnownVerdict & { values: Float64Array })[] = []
  let clock = Number.NEGATIVE_INFINITY
  let clearedAt = Number.NEGATIVE_INFINITY

  function fit(): void {
    const isEnough =
      labels.length >= Math.max(minimumLabels.rows, fittedRows * growth) &&
      Math.min(frauds, labels.length - frauds) >= minimumLabels.perClass
    if (!isEnough) return
    fittedRows = labels.length
    const outcome = trainScorecard(
      {
        features: riskFeatures,
        columns: columns.map(column => Float64Array.from(column)),
        labels: Uint8Array.from(labels),
      },
      // Histories are short at first, as in a training.
      splitByTime(labels.length, Math.floor(labels.length / 10)),
    )
    if (outcome.kind === 'trained') card = outcome.quality.weak ? null : outcome.card
  }

  return {
    score(event) {
      const stream = streamStoredEvent({ ...event, facts: event.scoring ?? noFacts })
      const pasts = history.histories(stream.entities)
      const values = Float64Array.from(riskFeatures, ({ value }) => value(stream, pasts) ?? Number.NaN)
      if (labels.length < maxRows) piece.set(event.eventId, values)
      clock = Math.max(clock, event.at)
      history.add(stream.entities, pastEventOf({ ...stream, fraud: null, labelAt: Number.POSITIVE_INFINITY }))
      if (event.at - clearedAt > historyMs / 3) {
        history.dropBefore(event.at - historyMs)
        clearedAt = event.at
      }
      if (card === null) return null
      const valueOf = (id: string): number | null => {
        const value = values[indexes.get(id) ?? -1] ?? Number.NaN
        return Number.isNaN(value) ? null : value
      }
      return scoreOf(computeLogOdds(card, valueOf).logOdds)
    },
    endPiece(verdictOf) {
      for (const [eventId, values] of piece) {
        const verdict = verdictOf(eventId)
        if (verdict === undefined || verdict.knownAt >= until || waiting.length >= maxWaiting) continue
        waiting.push({ isFraud: verdict.isFraud, knownAt: verdict.knownAt, values })
      }
      piece = new Map()
      // In the order in which they became known, so that the last part of a training has each kind of them.
      const due = waiting.filter(({ knownAt }) => knownAt <= clock).toSorted((a, b) => a.knownAt - b.knownAt)
      waiting = waiting.filter(({ knownAt }) => knownAt > clock)
      for (const { isFraud, values } of due.slice(0, maxRows - labels.length)) {
        values.forEach((value, index) => columns[index]?.push(value))
        labels.push(Number(isFraud))
        if (isFraud) frauds += 1
      }
      if (labels.length >= maxRows) waiting = []
      fit()
    },
  }
}

/** Whether an event of a slice has no score, such as one of an uploaded file. */
export async function hasUnscoredEvents(
  db: Db,
  { environmentIds, eventTypes, from, to }: EventSlice,
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select 1 from event where environment_id = any(${environmentIds}::uuid[]) and at >= ${from}
      and at < ${to} and risk_score < 0 and lower(event_type) = any(${eventTypes}::text[])) as found`.execute(db)
  return rows[0]?.found ?? false
}
