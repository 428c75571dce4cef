import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { RuleBody } from '../../../contract/index.ts'
import type { BacktestResult } from '../../../contract/rules/backtests.ts'
import type { DeviceRegistry, DeviceSession } from '../../../engine/enrich/device-sessions.ts'
import { runBacktest } from '../../../features/backtests/run/run-backtest.ts'
import { loadEventDetail, loadLinkedEvents } from '../../../features/review/event-detail.ts'
import { loadStoredDecision } from '../../../features/review/stored-decisions.ts'
import { labelPath, minimalPurchase, type RiskApiUnderTest, startRiskApi } from '../testing/risk-api-bench.ts'

/*
 * Decisions on accounts and on tenant assessments are explained and replayed like those on purchases: counterfactuals,
 * back-tests, and the page of the event.
 */

const countryOf = (ip: string): string | null => (ip === '203.0.113.77' ? 'HR' : null)
/** Returns sessions by their id: `s-640-linux` has a bot score of 640. */
const session = (id: string): DeviceSession | null => {
  const [, score, platform = ''] = id.split('-')
  return score === undefined
    ? null
    : {
        at: new Date(),
        deviceId: `device-${platform}`,
        ip: '203.0.113.77',
        botScore: Number(score),
        attributes: { platform, deviceId: `device-${platform}`, botScore: score },
      }
}
const devices: DeviceRegistry = {
  find: (_environmentId, id) => session(id),
  readerOf: () => ({ attributes: id => session(id)?.attributes, speedOfTravel: () => 0 }),
}

let api: RiskApiUnderTest
beforeAll(async () => {
  api = await startRiskApi({ devices: () => Promise.resolve(devices) })
  for (const [template, apiName, schema] of [
    [
      'Custom',
      'Enrolment',
      { sections: ['metadata', 'user', 'deviceFingerprinting'], custom: [{ name: 'tier', type: 'String' }] },
    ],
    ['CardPayment', 'Card', { sections: ['metadata', 'user'], custom: [] }],
  ] as const) {
    await api.store.db
      .insertInto('assessment')
      .values({
        id: randomUUID(),
        environment_id: api.ids.root,
        kind: 'wizard',
        template,
        api_name: apiName,
        friendly_name: apiName,
        settings: '{}',
        observations: '[]',
        has_label: true,
        sample: '{}',
        schema: JSON.stringify(schema),
        created_by: randomUUID(),
        created_by_name: 'Test',
      })
      .execute()
  }
  await api.engine.reloadRules()
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.store.db.deleteFrom('rule').execute()
  await api.engine.reloadRules()
})

type Section = RuleBody['clauses'][number]['section']
const rule = (name: string, ...clauses: [Section, string][]): RuleBody => ({
  name,
  description: '',
  condition: '',
  sample: { payload: {}, riskScore: 0 },
  clauses: clauses.map(([section, text], index) => ({ name: `c${index}`, section, text })),
})
const merchantTime = '2025-02-12T07:00:01Z'

async function login(sessionId: string, username: string): Promise<string> {
  const id = randomUUID()
  const { status, text } = await api.send(
    {
      name: 'AP.AccountLogin',
      version: '0.5',
      metadata: { loginId: id, customerLocalDate: merchantTime, merchantTimeStamp: merchantTime },
      device: { deviceContextId: sessionId, ipAddress: '203.0.113.77' },
      user: { userId: `u-${username}`, userType: 'Consumer', username },
    },
    { path: `/v1.0/action/account/login/${id}` },
  )
  expect([status, text]).toEqual([200, text])
  return id
}
async function enrol(sessionId: string, tier: string): Promise<string> {
  const id = randomUUID()
  const { status, text } = await api.send(
    {
      metadata: { eventId: id, timestamp: merchantTime },
      user: { id: `u-${tier}`, email: `${tier}@mail.example` },
      deviceFingerprinting: { id: sessionId, ipAddress: '203.0.113.77' },
      custom: { tier },
    },
    { path: '/v1.0/assessment/Enrolment' },
  )
  expect([status, text]).toEqual([200, text])
  return id
}
async function counterfactualsOf(eventType: string, id: string) {
  const stored = await loadStoredDecision(api.store.db, {
    environmentId: api.ids.root,
    eventType,
    id,
  })
  const { state, counterfactuals } =
    stored === null ? { state: 'missing', counterfactuals: [] } : await api.engine.counterfactuals(stored)
  return [
    state,
    ...counterfactuals.map(({ decision, changes }) =>
      [decision, ...changes.map(({ name, now, to, how }) => `${name} ${now} → ${to ?? how}`)].join(' '),
    ),
  ]
}
const tried = (eventType: string, ruleId: string, body: RuleBody): Promise<BacktestResult> =>
  runBacktest(
    { ...api.ports, countryOf },
    {
      environmentId: api.ids.root,
      eventType,
      ruleId,
      branch: null,
      body,
      from: new Date(Date.now() - 3_600_000),
      to: new Date(Date.now() + 60_000),
    },
    { progress: () => Promise.resolve() },
  )

describe('what would have decided it otherwise', () => {
  test('the counterfactuals of a login change the bot score, the recognised device and the features of the address', async () => {
    await api.addRule(
      api.ids.root,
      rule(
        'Guard',
        [
          'prior',
          'RETURN Reject() WHEN @"deviceAttributes.platform" == "bsd" && @"calculatedFeatures.emailDomain" == "mail.example"',
        ],
        ['postBot', 'RETURN Challenge("SMS") WHEN @"botScore" >= 700'],
      ),
      'accountlogin',
    )
    expect(await counterfactualsOf('accountlogin', await login('s-820-linux', 'ana@shop.example'))).toEqual([
      'ready',
      'Approve bot 820 → 699',
      'Reject deviceAttributes.platform linux → bsd calculatedFeatures.emailDomain shop.example → mail.example',
    ])
    expect(await counterfactualsOf('accountlogin', await login('s-100-bsd', 'ana@mail.example'))).toEqual([
      'ready',
      'Approve deviceAttributes.platform bsd → other',
      'Approve calculatedFeatures.emailDomain mail.example → other',
    ])
  })
  test('the counterfactuals of a tenant’s own assessment change model scores that a rule read', async () => {
    await api.addRule(
      api.ids.root,
      rule('Guard', [
        'prior',
        'RETURN Review() WHEN Model.Bot(@"deviceFingerprinting.id").Score > 500 && @"custom.tier" == "gold"',
      ]),
      'Enrolment',
    )
    expect(await counterfactualsOf('Enrolment', await enrol('s-640-linux', 'gold'))).toEqual([
      'ready',
      'Approve bot 640 → 500',
      'Approve custom.tier gold → other',
    ])
    expect(await counterfactualsOf('Enrolment', randomUUID())).toEqual(['missing'])
  })
})

describe('a back-test', () => {
  test('a back-test of a rule for logins decides as before, with the recorded scores and devices', async () => {
    const text = (least: number) =>
      rule(
        'Guard',
        ['postBot', `RETURN Challenge("SMS") WHEN @"botScore" >= ${least}`],
        ['postRisk', 'RETURN Reject() WHEN @"riskScore" > 9 && @"deviceAttributes.platform" == "bsd"'],
      )
    const ruleId = await api.addRule(api.ids.root, text(700), 'accountlogin')
    await api.store.db.deleteFrom('event').execute()
    const scores = [100, 499, 500, 640, 699, 700, 820]
    for (const score of scores) await login(`s-${score}-${score === 500 ? 'bsd' : 'linux'}`, `ana${score}@mail.example`)
    const result = await tried('accountlogin', ruleId, text(500))
    expect(result).toMatchObject({ events: 7, asDecided: 7, amountUsd: 0, changed: { events: 3 }, notes: [] })
    expect(result.matrix.map(({ before, after, events }) => `${before} ${after} ${events}`).toSorted()).toEqual([
      'Approve Approve 2',
      'Approve Challenge 2',
      'Challenge Challenge 2',
      'Reject Challenge 1',
    ])
  })
  test('a back-test of a tenant’s own assessment has the scores that were read, and names those that are missing', async () => {
    const text = (least: number) =>
      rule('Guard', [
        'prior',
        `RETURN Review() WHEN Model.Bot(@"deviceFingerprinting.id").Score > ${least} && @"custom.tier" == "gold"`,
      ])
    const ruleId = await api.addRule(api.ids.root, text(500), 'Enrolment')
    await api.store.db.deleteFrom('event').execute()
    for (const [score, tier] of [
      [640, 'gold'],
      [640, 'tin'],
      [400, 'gold'],
      [900, 'gold'],
    ] as const)
      await enrol(`s-${score}-linux`, tier)
    expect(await tried('Enrolment', ruleId, text(700))).toMatchObject({
      events: 4,
      asDecided: 4,
      changed: { events: 1 },
      notes: ['models'],
    })
  })
})

describe('the page of an event', () => {
  const detailOf = (eventType: string, id: string) =>
    loadEventDetail(
      api.store.db,
      { environmentId: api.ids.root, scope: [api.ids.root], eventType, id },
      request => api.engine.purchaseView(api.ids.root, eventType, request),
      new Date(),
    )
  test('the page of a login shows it in the terms of a purchase, with both scores, its labels and linked logins', async () => {
    const [id, other] = [await login('s-640-linux', 'ana@mail.example'), await login('s-10-linux', 'ana@mail.example')]
    for (const labelObjectType of ['AccountLogin', 'Purchase']) {
      const { status, text } = await api.send(
        {
          labelObjectType,
          labelObjectId: id,
          labelSource: 'ManualReview',
          labelState: 'Fraud',
          eventTimeStamp: merchantTime,
          isFraud: true,
          _metadata: { trackingId: randomUUID() },
        },
        { path: labelPath },
      )
      expect([status, text]).toEqual([200, text])
    }
    const detail = await detailOf('accountlogin', id)
    expect(detail).toMatchObject({
      row: { eventType: 'accountlogin', externalId: id, decision: 'Approve', label: 'Fraud' },
      botScore: 640,
      request: { device: { deviceContextId: 's-640-linux' } },
      view: { deviceContext: { deviceContextId: 's-640-linux' }, user: { email: 'ana@mail.example' } },
      labels: [{ isFraud: true }],
    })
    expect(detail?.entities.find(({ type }) => type === 'email')).toMatchObject({ value: 'ana@mail.example' })
    const linked = await loadLinkedEvents(
      api.store.db,
      { environmentId: api.ids.root, scope: [api.ids.root], eventType: 'accountlogin', id: other },
      request => api.engine.purchaseView(api.ids.root, 'accountlogin', request),
      new Date(),
    )
    expect(linked?.find(({ type }) => type === 'user')?.events.map(({ externalId }) => externalId)).toContain(id)
    const { json } = await api.send(minimalPurchase({ user: { userId: 'u-ana@mail.example' } }))
    const bought = String((json.resultDetails as Record<string, unknown>).PurchaseId)
    const eventsOf = async (eventType: string, of: string) =>
      (
        await loadLinkedEvents(
          api.store.db,
          { environmentId: api.ids.root, scope: [api.ids.root], eventType, id: of },
          request => api.engine.purchaseView(api.ids.root, eventType, request),
          new Date(),
        )
      )?.find(({ type }) => type === 'user')?.events
    expect((await eventsOf('accountlogin', other))?.map(event => `${event.eventType} ${event.externalId}`)).toEqual(
      expect.arrayContaining([`accountlogin ${id}`, `purchase ${bought}`]),
    )
    expect(await eventsOf('purchase', bought)).toEqual([])
  })
  test('the page of a tenant’s own assessment shows the content of its sections', async () => {
    const id = await enrol('s-640-linux', 'gold')
    expect(await detailOf('Enrolment', id)).toMatchObject({
      row: { eventType: 'Enrolment' },
      view: { user: { email: 'gold@mail.example', userId: 'u-gold' } },
      botScore: null,
    })
    expect(await detailOf('purchase', id)).toBeNull()
    expect(await detailOf('enrolment', id)).toBeNull()
  })
  test('the page of an assessment whose rule read the risk score shows the contributions', async () => {
    const detailOfCard = async () => {
      const id = randomUUID()
      const { status, text } = await api.send(
        { metadata: { eventId: id, timestamp: merchantTime }, user: { id: 'u-1', email: 'u@mail.example' } },
        { path: '/v1.0/assessment/Card' },
      )
      expect([status, text]).toEqual([200, text])
      return detailOf('Card', id)
    }
    expect(await detailOfCard()).toMatchObject({ row: { riskScore: 0 }, explanation: { contributions: [] } })
    await api.addRule(
      api.ids.root,
      rule('Scored', ['prior', 'OBSERVE Output(risk = Model.Risk().Score)\nWHEN Model.Risk().Score > 0']),
      'Card',
    )
    const detail = await detailOfCard()
    expect(detail?.explanation.contributions).toContainEqual({ code: 'deviceMissing', value: null, points: 23 })
    expect(detail?.row.riskScore).toBe(173)
  })
})
