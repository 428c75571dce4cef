import type { DeviceSession } from '../enrich/device-sessions.ts'
import type { EnrichedPurchase } from '../enrich/enrich-purchase.ts'
import { createInMemoryHistory } from './history/entity-history.ts'
import {
  type BotScorer,
  createBotScorer,
  createPastEvent,
  createTrainedScorer,
  entityValues,
  type RiskScorer,
} from './model-registry.ts'
import type { Scorecard } from './scorecard.ts'

/** The scorers of an environment over events in order of time, whose histories are those of the events before. */
export interface ReplayScorers {
  scorers: (
    eventId: string,
    session: DeviceSession | null,
    factsOf: () => EnrichedPurchase,
  ) => { risk?: RiskScorer; bot?: BotScorer }
  add: (eventId: string, facts: EnrichedPurchase, at: Date) => void
}

/** Creates scorers from the trained models of an environment; a model that is absent is the shipped one. */
export function createReplayScorers(cards: { risk?: Scorecard; bot?: Scorecard }): ReplayScorers {
  const history = createInMemoryHistory()
  const bot = cards.bot === undefined ? {} : { bot: createBotScorer(cards.bot) }
  const { risk } = cards
  return {
    scorers: (eventId, session, factsOf) =>
      risk === undefined
        ? bot
        : {
            ...bot,
            risk: createTrainedScorer(risk, eventId, session, history.histories(entityValues(factsOf().entities))),
          },
    add(eventId, facts, at) {
      if (risk !== undefined) history.add(entityValues(facts.entities), createPastEvent(eventId, facts, at))
    },
  }
}
