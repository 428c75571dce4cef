import { describe, expect, it } from 'vitest'
import { demoRules } from '../demo/rules.ts'
import { enrichPurchase } from '../engine/enrich.ts'
import { evaluateBody } from '../engine/evaluate.ts'
import { normalisePurchase } from '../engine/schemas.ts'
import { scorePurchase } from '../engine/score.ts'
import { ipCountry } from '../store/ip-country.ts'
import { samplePurchase } from './purchases.ts'

const now = new Date('2026-01-15T10:24:00Z')
const environmentId = 'a55a0002-0000-4000-8000-000000000001'

/** From here on the score bands decide, which every root starts with. */
const band = 650

/** What every rule of the demo would decide, each asked for itself. */
function decisions(kind: 'ordinary' | 'suspicious', at: Date): string[] {
  const payload = samplePurchase(kind, at)
  const { value } = normalisePurchase(payload)
  const riskScore = scorePurchase(value, enrichPurchase(value, ipCountry), at).score
  const decided = demoRules.flatMap(rule => {
    const result = evaluateBody(environmentId, { ...rule, sample: { payload, riskScore } }, at, ipCountry, 'closures').result
    return result?.clause ? [`${rule.name}: ${result.decision}`] : []
  })
  return riskScore >= band ? [...decided, `score ${riskScore}`] : decided
}
describe('a purchase that testers send', () => {
  it('is decided by no rule of the demo when it is ordinary, whatever the clock says', () => {
    for (let second = 0; second < 150; second++) expect(decisions('ordinary', new Date(now.getTime() + second * 1000))).toEqual([])
  })
  it('is decided by one nearly always when it is suspicious', () => {
    const decided = Array.from({ length: 40 }, (_, second) => decisions('suspicious', new Date(now.getTime() + second * 1000))).filter(each => each.length > 0)
    expect(decided.length).toBeGreaterThan(30)
  })
})
