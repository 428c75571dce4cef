import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { latencyBandOf, latencyBounds } from '../../contract/common/latency-bands.ts'
import { caseIds } from '../cases/testing/case-bench.ts'
import { type AlertBench, openAlertBench } from './testing/alert-bench.ts'

let alerts: AlertBench
beforeAll(async () => {
  alerts = await openAlertBench()
})
afterAll(() => alerts.bench.close())
beforeEach(() => alerts.reset())

const change = (id: string, baseVersion: number, more: object, as = 'Max', environmentId?: string) =>
  alerts.bench.call(as, 'PATCH', `${alerts.rulesPath(environmentId)}/${id}`, {
    baseVersion,
    settings: { ...alerts.settings, ...more },
  })
const remove = (id: string, baseVersion: number, as = 'Max', environmentId?: string) =>
  alerts.bench.call(as, 'DELETE', `${alerts.rulesPath(environmentId)}/${id}`, { baseVersion })

describe('alert rules', () => {
  it('whoever changes rules creates, changes and deletes them; whoever monitors reads them', async () => {
    const id = randomUUID()
    const made = await alerts.create({}, 'Max', id)
    expect(made.json).toMatchObject({
      id,
      settings: { name: 'Attack', eventType: null, enabled: true },
      checked: null,
      incidentId: null,
      precision: { fired: 0, acted: 0, unheeded: false },
      version: 1,
    })
    expect((await alerts.create({}, 'Max', id)).status).toBe(200)
    expect((await alerts.create({ fewest: 3 }, 'Max', id)).code).toBe('resource.exists')
    expect((await change(id, 1, { fewest: 5 }, 'Finn')).json).toMatchObject({ settings: { fewest: 5 }, version: 2 })
    expect((await change(id, 1, {})).status).toBe(409)
    expect(await alerts.list('Vera')).toHaveLength(1)
    expect((await remove(id, 2)).json).toEqual({ removed: true })
    expect(await alerts.list()).toEqual([])
    const audit = await alerts.db
      .selectFrom('audit_log')
      .select('operation')
      .where('resource_type', '=', 'AlertRule')
      .execute()
    expect(audit.map(({ operation }) => operation).sort()).toEqual(['Create', 'Delete', 'Update'])
  })

  it('others are refused, and another environment or tenant has none of them', async () => {
    const { json } = await alerts.create()
    expect((await alerts.create({ name: 'Other' }, 'Vera')).status).toBe(403)
    expect((await alerts.create({ name: 'Other' }, 'Ana')).status).toBe(403)
    expect((await alerts.create({ name: 'Other' }, 'Outsider')).status).toBe(404)
    expect((await alerts.bench.call('Ana', 'GET', alerts.rulesPath())).status).toBe(403)
    expect((await remove(json.id, 1, 'Max', caseIds.eu)).status).toBe(404)
    expect((await change(json.id, 1, {}, 'Max', caseIds.eu)).status).toBe(404)
    expect((await alerts.create({}, 'Max', json.id, caseIds.eu)).code).toBe('resource.exists')
    expect(await alerts.list('Max', caseIds.eu)).toEqual([])
    expect(await alerts.list()).toHaveLength(1)
  })

  it('what makes no sense is refused with the name of the field', async () => {
    await alerts.create()
    const refused = async (more: object) => {
      const { status, json } = await alerts.create({ name: 'Other', ...more })
      return [status, json.details.issues[0]?.path]
    }
    const fill = { metric: 'fillRate', eventType: 'purchase', window: '1h', condition: { kind: 'below', value: 0.5 } }
    expect(await refused({ name: 'ATTACK' })).toEqual([422, ['settings', 'name']])
    expect(await refused({ metric: 'weather' })).toEqual([422, ['settings', 'metric']])
    expect(await refused({ metric: 'ruleHits' })).toEqual([422, ['settings', 'ruleId']])
    expect(await refused({ metric: 'ruleHits', ruleId: randomUUID() })).toEqual([422, ['settings', 'ruleId']])
    expect(await refused({ ruleId: randomUUID() })).toEqual([422, ['settings', 'ruleId']])
    expect(await refused({ eventType: 'unknown' })).toEqual([422, ['settings', 'eventType']])
    expect(await refused({ ...fill, field: 'weather' })).toEqual([422, ['settings', 'field']])
    expect(await refused({ ...fill, field: 'user.email', window: '15m' })).toEqual([422, ['settings', 'window']])
    expect(await refused({ metric: 'rejectRate', condition: { kind: 'silent', usual: 5 } })).toEqual([
      422,
      ['settings', 'condition', 'kind'],
    ])
    expect(await refused({ metric: 'rejectRate', condition: { kind: 'above', value: 1.5 } })).toEqual([
      422,
      ['settings', 'condition', 'value'],
    ])
    expect((await alerts.create({ ...fill, name: 'Fill', field: 'user.email' })).status).toBe(200)
  })
})

describe('the preview', () => {
  const now = new Date('2025-03-03T09:00:00Z')
  beforeEach(() => alerts.bench.at(now))

  it('says what would have fired in the last 90 days, of the environment and those below it', async () => {
    await alerts.add(
      { from: '2025-02-10T10:00:00Z', count: 12, everySeconds: 60 },
      { from: '2025-02-10T10:00:30Z', count: 12, everySeconds: 60, environmentId: caseIds.eu },
      { from: '2025-02-20T10:00:00Z', count: 12, everySeconds: 60 },
    )
    const { json } = await alerts.preview({ condition: { kind: 'above', value: 20 } })
    // Windows from 10:00 on; the last one with more than 20 events begins at 10:01:30.
    expect(json.incidents).toEqual([
      {
        from: '2025-02-10T10:00:00.000Z',
        to: '2025-02-10T10:16:30.000Z',
        open: false,
        value: 24,
        usual: null,
        count: 24,
        of: null,
      },
    ])
    expect(json.found).toBe(1)
    expect(json.stepMs).toBe(30_000)
    expect(Math.max(...json.points.map(({ value }) => value ?? 0))).toBe(24)
    expect(await alerts.list()).toEqual([])
  })

  it('compares an hour with the same hour of earlier weeks', async () => {
    const mondays = ['2025-01-27', '2025-02-03', '2025-02-10', '2025-02-17', '2025-02-24']
    await alerts.add(
      ...mondays.map(day => ({
        from: `${day}T10:00:00Z`,
        count: 40,
        everySeconds: 60,
        decision: 'Reject',
      })),
      ...mondays.map(day => ({ from: `${day}T10:00:30Z`, count: day === '2025-02-24' ? 10 : 160, everySeconds: 15 })),
    )
    const rate = { metric: 'rejectRate', window: '1h', fewest: 20 }
    const { json } = await alerts.preview({ ...rate, condition: { kind: 'rises', times: 2 } })
    expect(json.incidents).toEqual([
      // At first 13 of 23 are rejected, at last 20 of 20: the others were all sent at the beginning of the hour.
      expect.objectContaining({
        from: '2025-02-24T09:13:00.000Z',
        to: '2025-02-24T11:20:00.000Z',
        value: 1,
        count: 20,
        of: 20,
      }),
    ])
    expect(json.incidents[0]?.usual).toBeCloseTo(10 / 51, 10)
    const calm = await alerts.preview({ ...rate, condition: { kind: 'rises', times: 6 } })
    expect(calm.json.incidents).toEqual([])
  })

  it('is coarser of very many events, and reads their roll-ups', async () => {
    await alerts.add({ from: '2025-02-20T10:00:00Z', count: 20, everySeconds: 60 })
    const settings = { window: '1h', condition: { kind: 'above', value: 5 } }
    expect((await alerts.preview(settings)).json).toMatchObject({ stepMs: 60_000, found: 1 })
    await alerts.db.updateTable('event_hour').set({ events: 500_001 }).execute()
    expect((await alerts.preview(settings)).json).toMatchObject({
      stepMs: 3_600_000,
      incidents: [{ from: '2025-02-20T10:00:00.000Z', to: '2025-02-20T11:00:00.000Z', value: 500_001 }],
    })
    expect((await alerts.preview({ ...settings, window: '30m' })).json).toMatchObject({ stepMs: 300_000, found: 1 })
  })

  it('nothing fires before anything was counted', async () => {
    await alerts.add({ from: '2025-03-03T08:00:00Z', count: 30, everySeconds: 60 })
    const { json } = await alerts.preview({ window: '1h', condition: { kind: 'below', value: 5 } })
    expect(json.incidents).toEqual([])
  })

  it('is refused for what the rule itself would be refused for, and to those who do not monitor', async () => {
    expect((await alerts.preview({ eventType: 'unknown' })).status).toBe(422)
    expect((await alerts.preview({}, 'Ana')).status).toBe(403)
    expect((await alerts.preview({}, 'Outsider')).status).toBe(404)
  })

  it('is limited for each user, as everything is that is evaluated while someone types', async () => {
    // All at once, so that the machine's speed does not count; none is read, as the assessment is unknown.
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => alerts.preview({ eventType: 'unknown' }, 'Vera')),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([422, 429]))
    expect((await alerts.preview()).status).toBe(200)
  })

  it.each([
    [{ metric: 'fraudRate', condition: { kind: 'above', value: 0.7 } }, 0.75],
    [{ metric: 'errorRate', condition: { kind: 'above', value: 0.7 } }, 0.8],
    [{ metric: 'slowCallRate', slowerThanMs: 1000, condition: { kind: 'above', value: 0.2 } }, 0.3],
    [{ metric: 'fillRate', eventType: 'purchase', field: 'user.email', condition: { kind: 'below', value: 0.5 } }, 0.4],
  ])('reads labels, calls and fields: %j', async (settings, value) => {
    const { db } = alerts
    const environment_id = caseIds.root
    const hour = new Date('2025-02-20T10:00:00Z')
    await db
      .insertInto('event_label')
      .values(
        [true, true, true, false].map((is_fraud, n) => ({
          environment_id,
          label_key: `k${n}`,
          object_type: 'Purchase',
          object_id: `o${n}`,
          is_fraud,
          label_at: hour,
          received_at: new Date(hour.getTime() + n * 60_000),
          body: '{}',
        })),
      )
      .execute()
    const calls = { environment_id, api_name: 'purchase', experience: 'Protect', latency_ms: 0, longest_ms: 0 }
    const bandsOf = (...counts: [latency: number, calls: number][]): number[] =>
      [...latencyBounds, Infinity].map((_, band) =>
        counts.reduce((sum, [latency, count]) => sum + (latencyBandOf(latency) === band ? count : 0), 0),
      )
    await db
      .insertInto('api_call_hour')
      .values([
        { ...calls, hour, status: 200, calls: 2, latency_bands: bandsOf([1000, 2]) },
        { ...calls, hour, status: 500, calls: 8, latency_bands: bandsOf([5, 5], [Infinity, 3]) },
        // Refused before their environment was known, or by a rehearsal.
        { ...calls, experience: 'Refused', hour, status: 401, calls: 90, latency_bands: bandsOf([Infinity, 90]) },
      ])
      .execute()
    await db
      .insertInto('field_fill')
      .values(
        [
          { field: '', events: 10 },
          { field: 'user.email', events: 4 },
          { field: 'user.phoneNumber', events: 9 },
        ].map(each => ({ ...each, environment_id, event_type: 'purchase', client_id: '', hour })),
      )
      .execute()
    const { json } = await alerts.preview({ window: '1h', fewest: 4, ...settings })
    expect(json.incidents).toEqual([
      expect.objectContaining({ from: '2025-02-20T10:00:00.000Z', to: '2025-02-20T11:00:00.000Z', value }),
    ])
  })
})
