import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { applyRetention } from '../../kernel/store/maintenance/retention.ts'
import { caseIds } from '../cases/testing/case-bench.ts'
import { type AlertBench, attack, earlierEvent, openAlertBench } from './testing/alert-bench.ts'

let alerts: AlertBench
beforeAll(async () => {
  alerts = await openAlertBench()
})
afterAll(() => alerts.bench.close())
beforeEach(async () => {
  await alerts.reset()
  await alerts.add(earlierEvent)
})

const at = (clock: string) => `2025-03-03T${clock}Z`

describe('the check', () => {
  it('opens one incident, notifies once, and ends it once the rule was calm for the length of its window', async () => {
    await alerts.create()
    await alerts.add(attack)
    // Ten events in the window that ends at 9:04:30, more than ten from 9:05 on.
    await alerts.check(at('09:04:30'))
    expect(await alerts.incidents()).toEqual([])
    for (const clock of ['09:05:30', '09:06:00', '09:10:00', '09:16:00']) await alerts.check(at(clock))
    const [incident, ...others] = await alerts.incidents()
    expect(others).toEqual([])
    expect(incident).toMatchObject({ name: 'Attack', openedAt: at('09:05:30.000'), endedAt: null, status: 'open' })
    expect(incident?.peak).toMatchObject({ value: 20, count: 20, at: at('09:10:00.000') })
    expect((await alerts.list())[0]).toMatchObject({
      incidentId: incident?.id,
      checked: { state: 'fires', value: 18 },
      precision: { fired: 1, acted: 0 },
    })
    await alerts.check(at('09:22:00'))
    await alerts.check(at('09:36:00'))
    expect((await alerts.incidents())[0]?.endedAt).toBeNull()
    await alerts.check(at('09:37:00'))
    expect((await alerts.incidents())[0]?.endedAt).toBe(at('09:37:00.000'))
    expect(await alerts.notices()).toEqual([{ params: { name: 'Attack', incidentId: incident?.id }, user_id: null }])
  })

  it('a second attack is another incident', async () => {
    await alerts.openOne()
    await alerts.add({ ...attack, from: at('11:00:00') })
    for (const clock of ['10:00:00', '10:30:00', '11:08:00']) await alerts.check(at(clock))
    expect((await alerts.incidents()).map(({ openedAt }) => openedAt)).toEqual([at('11:08:00.000'), at('09:06:00.000')])
    expect(await alerts.notices()).toHaveLength(2)
  })

  it('two processes at the same time open one', async () => {
    await alerts.create()
    await alerts.add(attack)
    await Promise.all([alerts.check(at('09:08:00')), alerts.check(at('09:08:00'))])
    expect(await alerts.incidents()).toHaveLength(1)
    expect(await alerts.notices()).toHaveLength(1)
  })

  it('compares the window that ends now with those of earlier weeks', async () => {
    await alerts.create({ condition: { kind: 'rises', times: 3 } })
    await alerts.add(
      ...['02-03', '02-10', '02-17', '02-24'].map(day => ({
        from: `2025-${day}T09:00:00Z`,
        count: 3,
        everySeconds: 60,
      })),
      attack,
    )
    await alerts.check(at('09:11:00'))
    expect((await alerts.incidents())[0]?.peak).toMatchObject({ value: 20, usual: 3 })
  })

  it('a rule that is off is not checked, and a change ends the incident that goes on', async () => {
    const incident = await alerts.openOne()
    const [rule] = await alerts.list()
    const off = { ...alerts.settings, enabled: false }
    await alerts.bench.call('Max', 'PATCH', `${alerts.rulesPath()}/${rule?.id ?? ''}`, {
      baseVersion: 1,
      settings: off,
    })
    expect((await alerts.incidents())[0]?.endedAt).not.toBeNull()
    await alerts.check(at('09:08:00'))
    expect((await alerts.incidents()).map(({ id }) => id)).toEqual([incident.id])
  })
})

describe('an incident', () => {
  it('shows the distribution of its events beside earlier weeks', async () => {
    await alerts.add(
      { from: '2025-02-24T09:00:00Z', count: 4, everySeconds: 60, decision: 'Reject', score: 900 },
      { from: '2025-02-17T09:00:00Z', count: 2, everySeconds: 60, environmentId: caseIds.eu },
    )
    const { id } = await alerts.openOne()
    const { json } = await alerts.incident(id, 'Vera')
    expect(json).toMatchObject({ from: at('08:51:00.000'), to: at('09:06:00.001'), precision: { fired: 1 } })
    expect(json.distribution).toEqual({
      weeks: 2,
      decisions: [
        { key: 'Approve', count: 13, before: 2 },
        { key: 'Reject', count: 0, before: 4 },
      ],
      scores: [
        { key: '1', count: 13, before: 2 },
        { key: '5', count: 0, before: 4 },
      ],
      assessments: [{ key: 'purchase', count: 13, before: 6 }],
    })
    // The largest of the windows that end from then on.
    expect(json.points.at(-1)).toMatchObject({ at: at('09:05:00.000'), value: 12 })
  })

  it('is acknowledged, snoozed and resolved, and its rule counts what led to an act', async () => {
    const { id } = await alerts.openOne()
    const acknowledged = await alerts.act(id, 1, { kind: 'acknowledge', note: 'Looking' })
    expect(acknowledged.json).toMatchObject({
      status: 'acknowledged',
      act: { by: 'Max', note: 'Looking', until: null },
      acted: null,
    })
    const snoozed = await alerts.act(id, 2, { kind: 'snooze', hours: 3 })
    expect(snoozed.json).toMatchObject({ status: 'snoozed', act: { until: at('12:06:00.000') } })
    expect((await alerts.list())[0]?.snoozedUntil).toBe(at('12:06:00.000'))
    // Further incidents are recorded without a notification.
    await alerts.add({ ...attack, from: at('11:00:00') })
    for (const clock of ['10:00:00', '10:30:00', '11:08:00']) await alerts.check(at(clock))
    expect(await alerts.incidents()).toHaveLength(2)
    expect(await alerts.notices()).toHaveLength(1)
    expect((await alerts.act(id, 3, { kind: 'resolve', acted: true })).json).toMatchObject({
      status: 'resolved',
      acted: true,
      version: 4,
    })
    expect((await alerts.list())[0]?.precision).toEqual({ fired: 2, acted: 1, unheeded: false })
    expect((await alerts.act(id, 4, { kind: 'acknowledge' })).status).toBe(422)
    expect((await alerts.act(id, 3, { kind: 'resolve', acted: false })).status).toBe(409)
  })

  it('one that is resolved while it goes on does not fire again', async () => {
    const { id } = await alerts.openOne()
    await alerts.act(id, 1, { kind: 'resolve', acted: false })
    await alerts.check(at('09:09:00'))
    expect(await alerts.incidents()).toHaveLength(1)
    expect(await alerts.notices()).toHaveLength(1)
  })

  it('is of its environment and tenant, and only those who change rules act on it', async () => {
    const { id } = await alerts.openOne()
    expect((await alerts.incident(id, 'Max', caseIds.eu)).status).toBe(404)
    expect((await alerts.incident(id, 'Outsider')).status).toBe(404)
    expect((await alerts.incident(id, 'Ana')).status).toBe(403)
    expect((await alerts.act(id, 1, { kind: 'acknowledge' }, 'Vera')).status).toBe(403)
    expect((await alerts.act(id, 1, { kind: 'acknowledge' }, 'Max', caseIds.eu)).status).toBe(404)
    expect(await alerts.incidents('Max', caseIds.eu)).toEqual([])
  })

  it('a rule on whose incidents nobody acted is proposed for removal', async () => {
    const { id, alertId } = await alerts.openOne()
    const { db } = alerts
    const stored = await db.selectFrom('alert_incident').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    for (let n = 1; n <= 4; n++)
      await db
        .insertInto('alert_incident')
        .values({
          ...stored,
          id: `30000000-0000-4000-8000-00000000000${n}`,
          settings: JSON.stringify(stored.settings),
          peak: JSON.stringify(stored.peak),
          act: null,
          ended_at: stored.opened_at,
        })
        .execute()
    expect((await alerts.list())[0]).toMatchObject({ id: alertId, precision: { fired: 5, acted: 0, unheeded: true } })
  })

  it('one that ended is deleted with the logs of its time', async () => {
    await alerts.openOne()
    await alerts.check(at('10:00:00'))
    await alerts.check(at('10:30:00'))
    const retention = { eventMonths: 24, logMonths: 2, telemetryDays: 30 }
    await applyRetention(alerts.db, retention, new Date('2025-05-03T10:00:00Z'))
    expect(await alerts.incidents()).toHaveLength(1)
    await applyRetention(alerts.db, retention, new Date('2025-05-03T11:00:00Z'))
    expect(await alerts.incidents()).toEqual([])
  })
})
