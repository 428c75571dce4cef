import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { lockOpenIncident } from './incidents/incident-store.ts'
import { putRule, type StoredRule } from './rules/rule-store.ts'
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
const stored = async () =>
  (await alerts.db.selectFrom('alert_rule').selectAll().executeTakeFirstOrThrow()) as StoredRule

/** An attack that begins after a snooze of an hour did, and is at work when it ends. */
async function openSnoozed() {
  const { id } = await alerts.openOne()
  await alerts.act(id, 1, { kind: 'snooze', hours: 1 })
  await alerts.check(at('09:30:00'))
  await alerts.check(at('09:46:00'))
  await alerts.add({ from: at('09:50:00'), count: 60, everySeconds: 30 })
  await alerts.check(at('10:00:00'))
  expect(await alerts.incidents()).toHaveLength(2)
  expect(await alerts.notices()).toHaveLength(1)
  return id
}

describe('the end of a snooze', () => {
  it('notifies of an incident that began meanwhile and goes on, once', async () => {
    await openSnoozed()
    for (const clock of ['10:05:30', '10:06:00', '10:06:30', '10:07:00']) await alerts.check(at(clock))
    const [later, first] = await alerts.incidents()
    expect((await alerts.notices()).map(({ params }) => params)).toEqual([
      { name: 'Attack', incidentId: first?.id },
      { name: 'Attack', incidentId: later?.id },
    ])
  })

  it('notifies anew of its own incident where that goes on, and opens it', async () => {
    const { id } = await alerts.openOne()
    await alerts.add({ from: at('09:10:00'), count: 150, everySeconds: 30 })
    await alerts.act(id, 1, { kind: 'snooze', hours: 1 })
    await alerts.check(at('10:05:30'))
    expect(await alerts.notices()).toHaveLength(1)
    await alerts.check(at('10:06:30'))
    await alerts.check(at('10:07:00'))
    expect(await alerts.notices()).toHaveLength(2)
    expect(await alerts.incidents()).toMatchObject([{ id, status: 'open', endedAt: null }])
  })

  it('notifies of nothing that is over or on which somebody acted', async () => {
    await openSnoozed()
    const [later] = await alerts.incidents()
    await alerts.act(later?.id ?? '', 1, { kind: 'acknowledge' })
    await alerts.check(at('10:06:30'))
    expect(await alerts.notices()).toHaveLength(1)
  })

  it.each([{ kind: 'acknowledge' }, { kind: 'resolve', acted: true }] as const)('comes with an act: %j', async act => {
    const id = await openSnoozed()
    expect((await alerts.act(id, 2, act)).status).toBe(200)
    expect((await alerts.list())[0]?.snoozedUntil).toBeNull()
    await alerts.check(at('10:01:00'))
    expect(await alerts.notices()).toHaveLength(2)
  })

  it('is not that of a later one', async () => {
    const id = await openSnoozed()
    const [later] = await alerts.incidents()
    await alerts.act(later?.id ?? '', 1, { kind: 'snooze', hours: 5 })
    await alerts.act(id, 2, { kind: 'resolve', acted: false })
    expect((await alerts.list())[0]?.snoozedUntil).toBe(at('15:00:00.000'))
  })

  it('is kept by a change of the rule that was read before the snooze', async () => {
    const { id } = await alerts.openOne()
    const before = await stored()
    await alerts.act(id, 1, { kind: 'snooze', hours: 1 })
    await alerts.db.transaction().execute(trx => putRule(trx, { ...before, version: 2 }))
    expect((await alerts.list())[0]).toMatchObject({ version: 2, snoozedUntil: at('10:06:00.000') })
  })
})

describe('an act and a check at the same time', () => {
  it('lock the rule before its incident, so that neither waits for the other', async () => {
    const { db } = alerts
    const { id, alertId } = await alerts.openOne()
    const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    const { act } = await db.transaction().execute(async trx => {
      await trx.updateTable('alert_rule').set({ checked: null }).where('id', '=', alertId).execute()
      const call = alerts.act(id, 1, { kind: 'snooze', hours: 1 })
      await expect.poll(async () => (await waiting.execute(db)).rows.length).toBe(1)
      expect(await lockOpenIncident(trx, alertId)).toMatchObject({ id })
      return { act: call }
    })
    expect((await act).json).toMatchObject({ status: 'snoozed' })
  })
})

describe('an incident of which nothing can be said', () => {
  const rate = { metric: 'rejectRate', condition: { kind: 'above', value: 0.5 }, fewest: 5 }
  const stretch = { ...attack, decision: 'Reject' }
  const openRejected = async () => {
    await alerts.create(rate)
    await alerts.add(stretch)
    await alerts.check(at('09:06:00'))
    // What is approved makes it calm; then nothing more comes.
    await alerts.add({ from: at('09:10:00'), count: 40, everySeconds: 10 })
  }

  it('ends after the calm of a window, although some windows had too few events', async () => {
    await openRejected()
    await alerts.check(at('09:20:00'))
    // No events: unknown.
    await alerts.check(at('09:33:00'))
    expect((await alerts.list())[0]?.checked?.state).toBe('unknown')
    expect((await alerts.incidents())[0]?.endedAt).toBeNull()
    await alerts.add({ from: at('09:40:00'), count: 10, everySeconds: 10 })
    await alerts.check(at('09:42:00'))
    expect((await alerts.incidents())[0]?.endedAt).toBe(at('09:42:00.000'))
  })

  it('ends a week after it fired last', async () => {
    await openRejected()
    const week = (clock: string) => `2025-03-10T${clock}Z`
    await alerts.check(week('09:05:00'))
    expect((await alerts.incidents())[0]?.endedAt).toBeNull()
    await alerts.check(week('09:06:00'))
    expect((await alerts.incidents())[0]?.endedAt).toBe(week('09:06:00.000'))
  })
})
