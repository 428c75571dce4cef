import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { WizardTemplate } from '../../../engine/ingest/event-schemas.ts'
import { places } from '../../../http/console-api/testing/console-bench.ts'
import { createAssessment } from '../../assessments/create-assessment.ts'
import { openResourceBench, type ResourceBench } from '../../lifecycle/testing/resource-bench.ts'
import { insertAssessmentRules } from './assessment-rules.ts'

const templates: readonly [template: WizardTemplate, rules: readonly string[]][] = [
  ['CardPayment', ['Support list rule', 'Sample template rule']],
  ['LoyaltyProgram', ['Support list rule', 'Sample template rule']],
  ['MoneyTransfer', ['Support list rule', 'Sample template rule']],
  ['SoftwarePiracy', ['Support list rule', 'Sample template rule']],
  ['DeviceFingerprinting', ['Sample template rule']],
  ['Custom', ['Support list rule']],
]
const author = { id: places.tenant, name: 'Somebody' }

let on: ResourceBench
beforeAll(async () => {
  on = await openResourceBench()
  const {
    store: { db },
  } = on.bench
  for (const [template] of templates) {
    await createAssessment(db, {
      id: crypto.randomUUID(),
      environmentId: places.root,
      kind: 'wizard',
      template,
      apiName: template,
      friendlyName: template,
      sample: { metadata: { eventId: '1' } },
      author,
    })
    for (const again of [false, true])
      await insertAssessmentRules(
        db,
        { clock: () => new Date(), newId: () => crypto.randomUUID() },
        again ? { id: places.tenant, name: 'Somebody else' } : author,
        places.root,
        { apiName: template, template, sample: { metadata: { eventId: '1' } } },
      )
  }
  await on.engine.reloadRules()
})
afterAll(() => on.close())

describe.each(templates)('an assessment of the template %s', (template, names) => {
  it('a new assessment starts with the rules of its template, active and in order, once', async () => {
    const rows = await on.bench.store.db
      .selectFrom('rule')
      .select(['name', 'status', 'position', 'published_by_name', 'body'])
      .where('event_type', '=', template)
      .orderBy('position')
      .execute()
    expect(
      rows.map(({ name, status, position, published_by_name }) => [name, status, position, published_by_name]),
    ).toEqual(names.map((name, index) => [name, 'active', index + 1, 'Somebody']))
    for (const { name, body } of rows)
      expect([name, await on.engine.checkRule(places.root, template, body as never)]).toEqual([name, []])
  })
  it('a new assessment decides nothing by the rules of its template for an event that is on no list', async () => {
    const result = await on.engine.decide({
      environmentId: places.root,
      eventType: template,
      generation: 'wizard',
      correlationId: null,
      receivedAt: new Date(),
      backfill: false,
      diagnostics: false,
      skipRecording: true,
      body: {
        ...bodies[template],
        metadata: { eventId: crypto.randomUUID(), timestamp: '2025-06-01T12:30:00Z' },
        user: { id: 'u', email: 'a@b.example' },
        deviceFingerprinting: { id: 's', ipAddress: '198.51.100.24' },
      },
    })
    if (result.kind !== 'answer') throw new Error(JSON.stringify(result))
    const { decisionDetails, ruleEvaluations, enrichments } = JSON.parse(result.answer) as {
      decisionDetails: object
      ruleEvaluations: { rule: string }[]
      enrichments: Record<string, unknown>
    }
    expect([decisionDetails, ruleEvaluations.map(({ rule }) => rule)]).toMatchObject([
      { merchantRuleDecision: 'Approve', rule: 'Default' },
      names,
    ])
    expect([enrichments.risk !== undefined, enrichments.bot !== undefined]).toEqual([
      names.includes('Sample template rule') && template !== 'DeviceFingerprinting',
      names.includes('Sample template rule'),
    ])
  })
})

/** Fields that events of a template require beside the sections that all have. */
const bodies: Partial<Record<WizardTemplate, Record<string, unknown>>> = {
  CardPayment: { transaction: { txnAmount: 1, currency: 'EUR' }, card: {} },
  MoneyTransfer: { transaction: { txnAmount: 1, currency: 'EUR' }, sender: { id: 's' }, recipient: { id: 'r' } },
  LoyaltyProgram: { loyalty: { programId: 'p', memberId: 'm', activityType: 'Earn' } },
  SoftwarePiracy: { software: { productId: 'p', licenseId: 'l', activityType: 'Activate' } },
}
