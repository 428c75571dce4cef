import type { DeviceSession } from '../enrich/device-sessions.ts'
import type { EnrichedPurchase } from '../enrich/enrich-purchase.ts'
import { type Json, objectOf } from '../lib/json.ts'
import type { BotScorer, RiskScorer } from './model-registry.ts'
import { baseScore, type Scored, scorePurchase } from './score-purchase.ts'

/** Both scores of an account event without fingerprinting. */
export const withoutFingerprint = 999
/** Bot score of a session that has not arrived: no evidence for or against a bot. */
const unknownBot = 500
const day = 24 * 3_600_000

/**
 * Scores a sign-up or sign-in. Risk is the scorecard of purchases on the same facts, plus signs of a taken-over
 * account: a mail address, phone or address that was changed within the last day, and a browser that seems to be
 * automated.
 */
export function scoreAccount(
  event: Json,
  view: Json,
  facts: EnrichedPurchase,
  session: DeviceSession | null,
  at: Date,
  models: { risk?: RiskScorer | undefined; bot?: BotScorer | undefined } = {},
): { risk: Scored; bot: { score: number } } {
  if (typeof objectOf(event.device).deviceContextId !== 'string') {
    const missing = { code: 'deviceMissing', value: null, points: withoutFingerprint - baseScore }
    return {
      risk: { score: withoutFingerprint, contributions: [missing], reasonCodes: '1100-DEVICE_INFORMATION:GENERAL' },
      bot: { score: withoutFingerprint },
    }
  }
  const base = (models.risk ?? scorePurchase)(view, facts, at)
  const bot = session === null ? unknownBot : (models.bot?.(session.attributes, session.botScore) ?? session.botScore)
  const contributions = [...base.contributions]
  for (const [name, value] of Object.entries(objectOf(event.recentUpdate))) {
    const age = at.getTime() - Date.parse(String(value))
    if (age >= 0 && age < day) contributions.push({ code: 'recentChange', value: name, points: 60 })
  }
  if (session !== null && bot >= 700) contributions.push({ code: 'botLikely', value: bot, points: 120 })
  contributions.sort((a, b) => Math.abs(b.points) - Math.abs(a.points))
  const sum = contributions.reduce((total, { points }) => total + points, baseScore)
  return { risk: { ...base, contributions, score: Math.min(999, Math.max(0, sum)) }, bot: { score: bot } }
}
