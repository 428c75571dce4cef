import { randomUUID } from 'node:crypto'
import type { Decision } from '../../../contract/index.ts'
import { decisions } from '../../../contract/index.ts'
import { rebuildRollups } from '../../../kernel/store/maintenance/rollups.ts'
import type { Store } from '../../../kernel/store/store.ts'

export interface MonitoredEvent {
  environment: string
  eventType: string
  /** Milliseconds. */
  at: number
  decision: Decision
  score: number
  /** Number of the rule that decided; null for none. */
  rule: number | null
  ipCountry: string
  deviceCountry: string | null
  bot: number | null
}

export const ruleIdOf = (n: number): string => `50000000-0000-4000-8000-0000000000${String(n).padStart(2, '0')}`

/** A sequence of numbers from 0 up to 1 that is the same in every run. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Events at random times of the `days` before `now`, half of them in its last two hours. */
export function randomEvents(
  count: number,
  { now, days, environments, seed }: { now: Date; days: number; environments: readonly string[]; seed: number },
): MonitoredEvent[] {
  const random = createRandom(seed)
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!
  return Array.from({ length: count }, (): MonitoredEvent => {
    const span = random() < 0.5 ? 2 * 3_600_000 : days * 86_400_000
    const eventType = pick(['purchase', 'purchase', 'accountcreation'])
    return {
      environment: pick(environments),
      eventType,
      at: now.getTime() - Math.floor(random() * span),
      decision: pick(decisions),
      // Also the values that stand for no score, and the highest one.
      score: pick([-10, -9, -1, 0, 999, Math.floor(random() * 1000), Math.floor(random() * 1000)]),
      rule: random() < 0.2 ? null : Math.floor(random() ** 2 * 30),
      ipCountry: pick(['DE', 'NL', 'FR']),
      deviceCountry: random() < 0.6 ? pick(['DE', 'NL', 'US', 'BR']) : null,
      bot: eventType === 'purchase' ? null : pick([null, 0, 901, 999, Math.floor(random() * 1000)]),
    }
  })
}

/** Whether an event is stored as by earlier releases: what monitors count of it stands in its body alone. */
const isEarlier = (index: number): boolean => index % 3 === 0

/** Stores events with what the monitors read of their bodies, and the roll-ups of their environments. */
export async function storeMonitored(store: Store, events: readonly MonitoredEvent[]): Promise<void> {
  const rows = events.map(event => ({ ...event, id: randomUUID() }))
  await store.db
    .insertInto('event')
    .values(
      rows.map((event, index) => ({
        environment_id: event.environment,
        at: new Date(event.at),
        event_id: event.id,
        event_type: event.eventType,
        external_id: event.id,
        assessment_type: 'Protect',
        decision: event.decision,
        reason: '',
        risk_score: event.score,
        rule_id: event.rule === null ? null : ruleIdOf(event.rule),
        rule: event.rule === null ? null : `Rule ${event.rule}`,
        clause: event.rule === null ? null : `clause ${event.rule % 2}`,
        ip_country: event.ipCountry,
        ...(isEarlier(index) ? {} : { device_country: event.deviceCountry ?? '', bot_score: event.bot }),
      })),
    )
    .execute()
  await store.db
    .insertInto('event_body')
    .values(
      rows.map((event, index) => ({
        environment_id: event.environment,
        at: new Date(event.at),
        event_id: event.id,
        request: JSON.stringify({}),
        enrichment: JSON.stringify(
          event.deviceCountry === null || !isEarlier(index)
            ? {}
            : { deviceAttributes: { deviceCountryCode: event.deviceCountry } },
        ),
        explanation: JSON.stringify(event.bot === null || !isEarlier(index) ? {} : { reads: { bot: event.bot } }),
      })),
    )
    .execute()
  for (const id of new Set(events.map(({ environment }) => environment))) await rebuildRollups(store.db, id)
}
