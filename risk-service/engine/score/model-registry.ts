import type { EntityLink, Ports } from '../../ports/index.ts'
import type { DeviceSession } from '../enrich/device-sessions.ts'
import type { EnrichedPurchase } from '../enrich/enrich-purchase.ts'
import type { Json } from '../lib/json.ts'
import { createSerialQueue } from '../lib/serial-queue.ts'
import { type BotFeature, computeBotFeatures } from './features/bot-features.ts'
import { computeEventFeatures } from './features/event-features.ts'
import type { ScoringInput } from './features/risk-features.ts'
import { type EntityHistories, type EntityValues, historyKinds, type PastEvent } from './history/entity-history.ts'
import { cardOf, createLiveHistory } from './history/live-history.ts'
import type { Scored } from './score-purchase.ts'
import { computeLogOdds, type Scorecard, scoreOf, scoreWithCard } from './scorecard.ts'

/** Scores a purchase, or an event by its purchase view: with the shipped scorecard or a trained one. */
export type RiskScorer = (view: Json, facts: EnrichedPurchase, at: Date) => Scored
/** Returns the bot score of a session; `shipped` is the score of the shipped model. */
export type BotScorer = (attributes: Readonly<Record<string, unknown>>, shipped: number) => number

/** The models of every environment; environments without one use the shipped models. */
export interface ModelRegistry {
  reload: (environmentId?: string) => Promise<void>
  /**
   * Returns the scorers of an event; synchronously for the shipped models, and when the histories are in memory.
   * `factsOf` is called when a history is needed.
   */
  scorers: (
    environmentId: string,
    eventId: string,
    session: DeviceSession | null,
    factsOf: () => EnrichedPurchase,
  ) => Scorers | Promise<Scorers>
  /** Called after the commit of an event. */
  recordDecision: (environmentId: string, eventId: string, facts: EnrichedPurchase, at: Date) => void
  /** Reads of histories that failed or timed out, since the start. */
  failedReads: () => number
}
interface Scorers {
  risk?: RiskScorer
  bot?: BotScorer
}

const defaultScorers: Scorers = {}

/**
 * @param patienceMs milliseconds for which a decision waits for histories
 * @param isShared whether other processes decide, too
 */
export function createModelRegistry(
  ports: Pick<Ports, 'db' | 'clock' | 'log'>,
  patienceMs?: number,
  isShared?: () => boolean,
): ModelRegistry {
  let cards = new Map<string, Scorecard>()
  const reloads = createSerialQueue()
  const history = createLiveHistory(ports, patienceMs, isShared)
  return {
    reload: environmentId =>
      reloads(async () => {
        const rows = await ports.db
          .selectFrom('model_version')
          .select(['environment_id', 'kind', 'scorecard'])
          .where('state', '=', 'active')
          .$if(environmentId !== undefined, query => query.where('environment_id', '=', environmentId ?? ''))
          .execute()
        const fresh = new Map(
          environmentId === undefined ? [] : [...cards].filter(([key]) => !key.startsWith(environmentId)),
        )
        for (const row of rows) fresh.set(`${row.environment_id} ${row.kind}`, row.scorecard)
        cards = fresh
      }),
    scorers(environmentId, eventId, session, factsOf) {
      const riskCard = cards.get(`${environmentId} risk`)
      const botCard = cards.get(`${environmentId} bot`)
      if (riskCard === undefined && botCard === undefined) return defaultScorers
      const bot = botCard === undefined ? {} : { bot: createBotScorer(botCard) }
      if (riskCard === undefined) return bot
      const risk = (pasts: EntityHistories): Scorers => ({
        ...bot,
        risk: createTrainedScorer(riskCard, eventId, session, pasts),
      })
      const pasts = history.histories(environmentId, entityValues(factsOf().entities))
      return pasts instanceof Promise ? pasts.then(risk) : risk(pasts)
    },
    recordDecision(environmentId, eventId, facts, at) {
      if (cards.has(`${environmentId} risk`))
        history.add(environmentId, entityValues(facts.entities), createPastEvent(eventId, facts, at))
    },
    failedReads: () => history.failedReads(),
  }
}

export const createBotScorer =
  (card: Scorecard): BotScorer =>
  attributes => {
    const facts = computeBotFeatures(attributes)
    return scoreOf(computeLogOdds(card, id => facts[id as BotFeature] ?? null).logOdds)
  }

/** Returns the entities of an event that have histories: the first of each kind. */
export function entityValues(entities: readonly Pick<EntityLink, 'type' | 'value'>[]): EntityValues {
  const values: EntityValues = {}
  for (const { type, value } of entities) {
    const kind = historyKinds.find(each => each === type)
    if (kind !== undefined) values[kind] ??= value
  }
  return values
}

/** Returns the input of a model for the event that is being decided. */
const createScoringInput = (
  id: string,
  view: Json,
  facts: EnrichedPurchase,
  at: Date,
  session: DeviceSession | null,
): ScoringInput => ({
  id,
  at: at.getTime(),
  amount: facts.amountUsd === null ? null : facts.amountUsd / 100,
  entities: entityValues(facts.entities),
  card: cardOf(facts.bin, facts.lastFour),
  own: computeEventFeatures(view, facts, at, session?.botScore ?? null),
})

/** Returns the event in the form of histories, for the time after it is stored. */
export const createPastEvent = (id: string, facts: EnrichedPurchase, at: Date): PastEvent => {
  const { user, device } = entityValues(facts.entities)
  return {
    id,
    at: at.getTime(),
    amount: facts.amountUsd === null ? null : facts.amountUsd / 100,
    user: user ?? null,
    device: device ?? null,
    card: cardOf(facts.bin, facts.lastFour),
    fraud: null,
    labelAt: at.getTime(),
  }
}

/**
 * Creates a scorer with a trained scorecard. Features that could not be read are listed among the contributions, with
 * no points.
 */
export const createTrainedScorer =
  (card: Scorecard, id: string, session: DeviceSession | null, pasts: EntityHistories): RiskScorer =>
  (view, facts, at) => {
    const { unread, contributions, ...scored } = scoreWithCard(
      card,
      createScoringInput(id, view, facts, at, session),
      pasts,
    )
    return {
      ...scored,
      contributions:
        unread.length === 0
          ? contributions
          : [...contributions, { code: 'historyUnread', value: unread.length, points: 0 }],
    }
  }
