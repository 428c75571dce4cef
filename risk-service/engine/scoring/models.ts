import type { EntityLink, Ports } from '../../ports.ts'
import type { DeviceSession } from '../devices.ts'
import type { EnrichedPurchase } from '../enrich.ts'
import { createLine } from '../in-turn.ts'
import type { Json } from '../json.ts'
import type { Scored } from '../score.ts'
import { type BotFeature, botFacts } from './bot-features.ts'
import type { ScoringInput } from './features.ts'
import { type EntityValues, historyKinds, type PastEvent, type Pasts } from './history.ts'
import { cardOf, createLiveHistory } from './live-history.ts'
import { ownFacts } from './own-facts.ts'
import { type Scorecard, scoreOf, scoreWith, weigh } from './scorecard.ts'

/** How assessments score a purchase, or an event in its words: the shipped scorecard or a fitted one. */
export type RiskScorer = (view: Json, facts: EnrichedPurchase, at: Date) => Scored
/** Bot score of a session; `shipped` is what the shipped model said. */
export type BotScorer = (attributes: Readonly<Record<string, unknown>>, shipped: number) => number

/** The models of every environment; environments without one use what ships with the product. */
export interface ModelBook {
  reload: (environmentId?: string) => Promise<void>
  /**
   * What scores an event; at once where the shipped models do, or the histories are in memory. `factsOf` is asked when
   * a history is needed.
   */
  scorers: (
    environmentId: string,
    eventId: string,
    session: DeviceSession | null,
    factsOf: () => EnrichedPurchase,
  ) => Scorers | Promise<Scorers>
  /** After the commit of an event. */
  decided: (environmentId: string, eventId: string, facts: EnrichedPurchase, at: Date) => void
  /** Reads of histories that failed or took too long, since the start. */
  unread: () => number
}
interface Scorers {
  risk?: RiskScorer
  bot?: BotScorer
}

const shipped: Scorers = {}

/** `patienceMs`: how long a decision waits for histories. */
export function createModelBook(ports: Pick<Ports, 'db' | 'clock' | 'log'>, patienceMs?: number): ModelBook {
  let cards = new Map<string, Scorecard>()
  const inTurn = createLine()
  const history = createLiveHistory(ports, patienceMs)
  return {
    reload: environmentId =>
      inTurn(async () => {
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
      if (riskCard === undefined && botCard === undefined) return shipped
      const bot = botCard === undefined ? {} : { bot: botScorer(botCard) }
      if (riskCard === undefined) return bot
      const risk = (pasts: Pasts): Scorers => ({ ...bot, risk: fittedScorer(riskCard, eventId, session, pasts) })
      const pasts = history.pasts(environmentId, entityValues(factsOf().entities))
      return pasts instanceof Promise ? pasts.then(risk) : risk(pasts)
    },
    decided(environmentId, eventId, facts, at) {
      if (cards.has(`${environmentId} risk`))
        history.add(environmentId, entityValues(facts.entities), livePast(eventId, facts, at))
    },
    unread: () => history.unread(),
  }
}

const botScorer =
  (card: Scorecard): BotScorer =>
  attributes => {
    const facts = botFacts(attributes)
    return scoreOf(weigh(card, id => facts[id as BotFeature] ?? null).logOdds)
  }

/** The entities of an event that have histories: the first of each kind. */
export function entityValues(entities: readonly Pick<EntityLink, 'type' | 'value'>[]): EntityValues {
  const values: EntityValues = {}
  for (const { type, value } of entities) {
    const kind = historyKinds.find(each => each === type)
    if (kind !== undefined) values[kind] ??= value
  }
  return values
}

/** What a model sees of an event that is decided now. */
const liveInput = (
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
  own: ownFacts(view, facts, at, session?.botScore ?? null),
})

/** How histories remember the event once it is stored. */
const livePast = (id: string, facts: EnrichedPurchase, at: Date): PastEvent => {
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

/** Scores with a fitted card. What could not be read is told among the contributions, with no points. */
const fittedScorer =
  (card: Scorecard, id: string, session: DeviceSession | null, pasts: Pasts): RiskScorer =>
  (view, facts, at) => {
    const { unread, contributions, ...scored } = scoreWith(card, liveInput(id, view, facts, at, session), pasts)
    return {
      ...scored,
      contributions:
        unread.length === 0
          ? contributions
          : [...contributions, { code: 'historyUnread', value: unread.length, points: 0 }],
    }
  }
