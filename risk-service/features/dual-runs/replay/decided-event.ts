import type { Decision } from '../../../contract/index.ts'
import type { Json } from '../../../engine/lib/json.ts'
import type { FormerAnswer } from '../formats/former-event.ts'

/** Scores of an event; null where there is none. */
export interface Scores {
  risk: number | null
  bot: number | null
}

/** An event that both systems decide. */
export interface DecidedEvent {
  at: number
  environmentId: string
  eventType: string
  externalId: string
  /** As the product reads it. */
  request: Json
  /** As the answer of the former system has them. */
  deviceAttributes: Json
  amountUsd: number | null
  former: FormerAnswer & { decision: Decision }
  own: Scores
}

/** The scores of the former system, and those of the product where its answer has none. */
export const formerScoresOf = ({ former, own }: Pick<DecidedEvent, 'former' | 'own'>): Scores => ({
  risk: former.risk ?? own.risk,
  bot: former.bot ?? own.bot,
})
