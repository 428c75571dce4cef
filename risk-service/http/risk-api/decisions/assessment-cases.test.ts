import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WizardTemplate } from '../../../engine/ingest/event-schemas.ts'
import { createAssessment } from '../../../features/assessments/create-assessment.ts'
import { type RiskApiUnderTest, startRiskApi } from '../testing/risk-api-bench.ts'

let api: RiskApiUnderTest
beforeAll(async () => {
  api = await startRiskApi()
})
afterAll(() => api.close())

/** Creates an assessment that sends every event to review. */
async function create(apiName: string, template: WizardTemplate, settings: Record<string, unknown>): Promise<void> {
  const author = { id: randomUUID(), name: 'Test' }
  await createAssessment(api.store.db, {
    id: randomUUID(),
    environmentId: api.ids.root,
    kind: 'wizard',
    template,
    apiName,
    friendlyName: apiName,
    schema: { sections: ['metadata'], custom: [] },
    settings,
    sample: {},
    author,
  })
  await api.store.db
    .insertInto('rule')
    .values({
      id: randomUUID(),
      environment_id: api.ids.root,
      event_type: apiName,
      type: 'decision',
      branch: 'production',
      name: 'Look',
      status: 'active',
      position: 1,
      version: 1,
      published_by: author.id,
      published_by_name: author.name,
      body: JSON.stringify({
        name: 'Look',
        description: '',
        condition: '',
        clauses: [{ name: 'c', section: 'prior', text: 'RETURN Review("look")' }],
        sample: { payload: {}, riskScore: 0 },
      }),
    })
    .execute()
  await api.engine.reloadRules()
}

async function sendReview(apiName: string): Promise<string> {
  const eventId = randomUUID()
  const { status, json } = await api.send(
    { metadata: { eventId, timestamp: new Date().toISOString() } },
    { path: `/v1.0/assessment/${apiName}` },
  )
  expect([status, json]).toMatchObject([200, { decisionDetails: { merchantRuleDecision: 'Review' } }])
  return eventId
}
const casesOf = async (apiName: string): Promise<string[]> => {
  const rows = await api.store.db
    .selectFrom('review_case')
    .select('external_id')
    .where('event_type', '=', apiName)
    .execute()
  return rows.map(row => row.external_id)
}

test.each([
  ['Piracy', 'SoftwarePiracy', {}, false],
  ['Own', 'Custom', {}, false],
  ['Watched', 'Custom', { features: { caseManagement: true } }, true],
  ['Transfers', 'MoneyTransfer', {}, true],
  ['Quiet', 'MoneyTransfer', { features: { caseManagement: false } }, false],
] as const)(
  '%s (%s, settings %j): an event with the decision Review becomes a case: %s',
  async (apiName, template, settings, cases) => {
    await create(apiName, template, settings)
    const eventId = await sendReview(apiName)
    expect(await casesOf(apiName)).toEqual(cases ? [eventId] : [])
  },
)

test('an assessment whose cases are switched off keeps those that it has', async () => {
  await create('Later', 'MoneyTransfer', {})
  const first = await sendReview('Later')
  await api.store.db
    .updateTable('assessment')
    .set({ settings: JSON.stringify({ features: { caseManagement: false } }) })
    .where('api_name', '=', 'Later')
    .execute()
  await api.engine.reloadRules()
  await sendReview('Later')
  expect(await casesOf('Later')).toEqual([first])
})
