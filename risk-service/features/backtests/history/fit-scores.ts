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

/** Labelled events that a model is fitted to at most; later ones are scored by the last model. */
const maxRows = 50_000
/** A new model is fitted once there are so many times the labelled events of the last one. */
const growth = 1.5

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

export interface HistoryScorer {
  /**
   * Adds an event to the histories. Returns its score by the model that is fitted to labelled events of earlier pieces;
   * null while there is none.
   */
  score: (event: RecordedEvent) => number | null
  /** Ends a piece: what became known of its events, by their ids. Fits another model once enough is known. */
  endPiece: (isFraudOf: (eventId: string) => boolean | undefined) => void
}

/**
 * Creates what scores a history that has no scores, in the order of time. An event is scored by a model of the events
 * before it, so that no model has seen its label. Labels are in no history of entities: when they arrived is not part of
 * a history that is uploaded.
 */
export function createHistoryScorer(): HistoryScorer {
  const history = createInMemoryHistory()
  const indexes = new Map(riskFeatures.map(({ id }, index) => [id, index]))
  const columns: number[][] = riskFeatures.map(() => [])
  const labels: number[] = []
  let frauds = 0
  let fittedRows = 0
  let card: Scorecard | null = null
  let piece = new Map<string, Float64Array>()
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
    endPiece(isFraudOf) {
      for (const [eventId, values] of piece) {
        const isFraud = isFraudOf(eventId)
        if (isFraud === undefined || labels.length >= maxRows) continue
        values.forEach((value, index) => columns[index]?.push(value))
        labels.push(Number(isFraud))
        if (isFraud) frauds += 1
      }
      piece = new Map()
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
