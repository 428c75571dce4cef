import { describe, expect, it } from 'vitest'
import { builtInAssessments } from '../engine/assessments/assessment-info.ts'
import { enrichPurchase } from '../engine/enrich/enrich-purchase.ts'
import { normalisePurchase } from '../engine/ingest/precompiled-schemas.ts'
import { type EvaluationContext, evaluateRule } from '../engine/rules/evaluate-rule.ts'
import { scorePurchase } from '../engine/score/score-purchase.ts'
import { ipCountry } from '../kernel/ip-country.ts'
import { demoRules } from '../tools/demo/seed/rules/purchase-rules.ts'
import { createSamplePurchase } from './sample-purchase.ts'

const now = new Date('2026-01-15T10:24:00Z')
const environmentId = 'a55a0002-0000-4000-8000-000000000001'

/** Score from which on the score bands decide, which every root starts with. */
const band = 650

/** Returns what every rule of the demo would decide, each on its own. */
async function decisions(kind: 'ordinary' | 'suspicious', at: Date): Promise<string[]> {
  const payload = createSamplePurchase(kind, at)
  const { value } = normalisePurchase(payload)
  const riskScore = scorePurchase(value, enrichPurchase(value, ipCountry), at).score
  const assessment = builtInAssessments.find(environmentId, 'purchase')
  if (assessment === null) throw new Error('no purchases')
  const how: EvaluationContext = {
    environmentId,
    assessment,
    check: assessment.check,
    readers: {},
    now: at,
    countryOf: ipCountry,
    mode: 'closures',
  }
  const decided = (
    await Promise.all(
      demoRules.map(async rule => {
        const { result } = await evaluateRule({ ...rule, sample: { payload, riskScore } }, 'decision', how)
        return result?.clause ? [`${rule.name}: ${result.decision}`] : []
      }),
    )
  ).flat()
  return riskScore >= band ? [...decided, `score ${riskScore}`] : decided
}
describe('a purchase that testers send', () => {
  it('a purchase that testers send is decided by no rule of the demo when it is ordinary, whatever the clock says', async () => {
    for (let second = 0; second < 150; second++)
      expect(await decisions('ordinary', new Date(now.getTime() + second * 1000))).toEqual([])
  })
  it('a purchase that testers send is decided by one nearly always when it is suspicious', async () => {
    const decided = (
      await Promise.all(
        Array.from({ length: 40 }, (_, second) => decisions('suspicious', new Date(now.getTime() + second * 1000))),
      )
    ).filter(each => each.length > 0)
    expect(decided.length).toBeGreaterThan(30)
  })
})
