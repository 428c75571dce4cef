import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { applyRetention } from '../../kernel/store/maintenance/retention.ts'
import { caseIds } from '../cases/testing/case-bench.ts'
import { findAttack, type StoredAttack, writeAttempts } from './store/attack-store.ts'
import { type AttackBench, openAttackBench } from './testing/attack-bench.ts'

let bench: AttackBench
beforeAll(async () => {
  bench = await openAttackBench()
})
afterAll(() => bench.close())
beforeEach(() => bench.reset())

/** The only attack there is. */
const single = async () => {
  const [attack, ...others] = await bench.list()
  if (attack === undefined || others.length > 0) throw new Error(`There are ${others.length} more attacks than one.`)
  return attack
}

describe('an attack that runs', () => {
  it('is found within a minute of the attempt that makes it one, and announced once', async () => {
    await bench.quiet()
    await bench.spray({ count: 40, everySeconds: 10 })
    // The tenth failure arrives at 9:01:30; a check follows every 15 seconds.
    for (let second = 0; second <= 150; second += 15) await bench.check(second)
    const attack = await single()
    expect(attack).toMatchObject({
      kind: 'passwordSpraying',
      eventType: 'accountlogin',
      endedAt: null,
      contained: false,
    })
    expect(Date.parse(attack.foundAt) - Date.parse('2025-03-03T09:01:30Z')).toBeLessThanOrEqual(60_000)
    for (let second = 165; second <= 600; second += 15) await bench.check(second)
    const [notice, ...more] = await bench.notices()
    expect(notice?.params).toEqual({ kind: 'passwordSpraying', attackId: attack.id })
    expect(more).toEqual([])
  })

  it('has all its attempts and nobody else, and lists every account that fell', async () => {
    await bench.quiet()
    await bench.spray({ count: 60, everySeconds: 10, fallen: [20, 41, 59] })
    for (let second = 0; second <= 660; second += 60) await bench.check(second)
    const { id, attempts, failed, accounts, fallen } = await single()
    expect({ attempts, failed, accounts, fallen }).toEqual({ attempts: 60, failed: 57, accounts: 60, fallen: 3 })
    const { json } = await bench.get(id)
    expect(json.fallenAccounts.map(({ userId, confirmed, failedBefore }) => [userId, confirmed, failedBefore])).toEqual(
      [
        ['victim-20', true, 0],
        ['victim-41', true, 0],
        ['victim-59', true, 0],
      ],
    )
    expect(json.fingerprint).toMatchObject({
      devices: 2,
      addresses: 3,
      networks: 1,
      failures: [{ outcome: 'refused', detail: 'ChallengeFailed', count: 57 }],
      rhythm: { gapMs: 10_000, even: true },
    })
    expect(json.keys.filter(({ type }) => type === 'device').map(({ attempts: count }) => count)).toEqual([30, 30])
    expect(json.timeline.steps.reduce((sum, { failed: f, passed: p }) => sum + f + p, 0)).toBe(60)
    expect(json.checklist.every(({ done }) => done === null)).toBe(true)
  })

  it('counts the failures of an account before it fell', async () => {
    await bench.spray({ count: 40, everySeconds: 10, accounts: 20, fallen: [25] })
    await bench.check(420)
    const { json } = await bench.get((await single()).id)
    expect(json.fallenAccounts).toMatchObject([{ userId: 'victim-5', failedBefore: 1 }])
  })

  it('is of stuffed credentials where nobody has the accounts', async () => {
    await bench.spray({ count: 30, everySeconds: 10, existing: false })
    await bench.check(300)
    expect((await single()).kind).toBe('credentialStuffing')
  })

  it('of card testing is found by declined orders', async () => {
    await bench.testCards({ count: 30, everySeconds: 20, approved: [12, 25] })
    await bench.check(660)
    const attack = await single()
    expect(attack).toMatchObject({ kind: 'cardTesting', attempts: 30, failed: 28, fallen: 2 })
    const { json } = await bench.get(attack.id)
    expect(json.fingerprint.failures).toEqual([{ outcome: 'declined', detail: '14', count: 28 }])
    expect(json.fallenAccounts.map(({ lastFour }) => lastFour)).toEqual(['0012', '0025'])
  })

  it('ends half an hour after its last attempt, and is continued by later attempts of its devices', async () => {
    await bench.spray({ count: 30, everySeconds: 10 })
    await bench.check(300)
    await bench.check(300 + 29 * 60)
    expect((await single()).endedAt).toBeNull()
    await bench.check(300 + 31 * 60)
    expect((await single()).endedAt).toBe('2025-03-03T09:04:50.000Z')
    await bench.spray({ count: 30, everySeconds: 10, startSecond: 3600, first: 30 })
    await bench.check(3900)
    const continued = await single()
    expect(continued).toMatchObject({ endedAt: null, attempts: 60 })
    // The fingerprint is of all its attempts, not of the latest alone.
    expect((await bench.get(continued.id)).json.fingerprint.failures).toMatchObject([{ count: 60 }])
    expect(await bench.notices()).toHaveLength(1)
  })

  it('ends while customers go on buying from its addresses, and none of them is listed', async () => {
    await bench.quiet()
    await bench.testCards({ count: 30, everySeconds: 10, approved: [12] })
    await bench.check(300)
    await bench.buy({ count: 60, everySeconds: 30, startSecond: 310, ip: '203.0.113.1' })
    for (let second = 330; second <= 2190; second += 60) await bench.check(second)
    const attack = await single()
    expect(attack).toMatchObject({ endedAt: '2025-03-03T09:04:50.000Z', failed: 29, fallen: 1 })
    expect((await bench.get(attack.id)).json.fallenAccounts.map(({ lastFour }) => lastFour)).toEqual(['0012'])
  })

  it('has no customers of its network among the accounts that fell', async () => {
    await bench.quiet()
    await bench.testCards({ count: 60, everySeconds: 10, approved: [] })
    await bench.buy({ count: 8, everySeconds: 10, startSecond: 300, ip: '203.0.113.200' })
    await bench.buy({ count: 4, everySeconds: 10, startSecond: 400, ip: '203.0.113.1', unanswered: true })
    await bench.check(660)
    const attack = await single()
    expect(attack).toMatchObject({ attempts: 72, fallen: 0 })
    expect((await bench.get(attack.id)).json.fallenAccounts).toEqual([])
  })

  it('is announced as critical until it ends, and again when it goes on', async () => {
    await bench.spray({ count: 30, everySeconds: 10 })
    await bench.check(300)
    expect(await bench.notices()).toMatchObject([{ type: 'Critical' }])
    await bench.check(300 + 31 * 60)
    expect(await bench.notices()).toMatchObject([{ type: 'Warning' }])
    await bench.spray({ count: 30, everySeconds: 10, startSecond: 3600, first: 30 })
    await bench.check(3900)
    expect(await bench.notices()).toMatchObject([{ type: 'Critical' }])
  })

  it('has what the bank says long after its attempts were read', async () => {
    await bench.testCards({ count: 30, everySeconds: 10, approved: [] })
    const { data_id: last } = await bench.db
      .selectFrom('data_event')
      .select('data_id')
      .where('event_type', '=', 'bankevent')
      .orderBy('happened_at', 'desc')
      .executeTakeFirstOrThrow()
    const [answer] = await bench.db.deleteFrom('data_event').where('data_id', '=', last).returningAll().execute()
    await bench.check(300)
    expect(await single()).toMatchObject({ attempts: 30, failed: 29, fallen: 1 })
    if (answer === undefined) throw new Error('There is no answer.')
    await bench.db
      .insertInto('data_event')
      .values({ ...answer, body: JSON.stringify(answer.body) })
      .execute()
    await bench.check(3 * 3600)
    expect(await single()).toMatchObject({ attempts: 30, failed: 30, fallen: 0 })
  })

  it('keeps its kind when its first attempts no longer describe it: what it attacked was not there before', async () => {
    for (let startSecond = 0; startSecond <= 7500; startSecond += 1500) {
      await bench.spray({ count: 30, everySeconds: 10, startSecond, existing: false })
      if (startSecond === 7500)
        await bench.db.deleteFrom('attack_attempt').where('at', '<', new Date('2025-03-03T09:10:00Z')).execute()
      await bench.check(startSecond + 315)
    }
    expect(await single()).toMatchObject({ attempts: 150, kind: 'credentialStuffing' })
  })

  it('is the same after a repeated check, and after two at once', async () => {
    await bench.quiet()
    await bench.spray({ count: 30, everySeconds: 10 })
    await Promise.all([bench.check(300), bench.check(300)])
    const before = await bench.list()
    await bench.check(300)
    expect(await bench.list()).toEqual(before)
    expect(await bench.notices()).toHaveLength(1)
  })
})

it('attempts beyond the limit are left out, the latest of what comes at once too', async () => {
  await bench.spray({ count: 20, everySeconds: 10 })
  await bench.check(200)
  const attack = (await findAttack(bench.db, {
    environmentId: caseIds.root,
    attackId: (await single()).id,
  })) as StoredAttack
  const attempts = Array.from({ length: 10 }, (_, number) => ({
    eventId: randomUUID(),
    at: attack.last_at.getTime() + number,
    outcome: 'refused' as const,
    detail: null,
    account: null,
    target: null,
    device: null,
    ip: null,
  }))
  expect(await writeAttempts(bench.db, attack, attempts, 23)).toBe(true)
  const stored = await bench.db.selectFrom('attack_attempt').select('event_id').execute()
  const ids = new Set(stored.map(row => row.event_id))
  expect(ids.size).toBe(23)
  expect(attempts.map(({ eventId }) => ids.has(eventId)).lastIndexOf(true)).toBe(2)
  expect(await writeAttempts(bench.db, attack, attempts, 23)).toBe(false)
})

describe('quiet traffic', () => {
  it('is no attack, and nobody is notified', async () => {
    await bench.quiet()
    for (let second = 0; second <= 3600; second += 600) await bench.check(second)
    expect([await bench.list(), await bench.notices()]).toEqual([[], []])
  })
})

describe('the checklist', () => {
  it('has who ticked a step and when; the tick can be taken back', async () => {
    await bench.spray({ count: 30, everySeconds: 10 })
    await bench.check(300)
    const { id } = await single()
    const ticked = await bench.setStep(id, 'verify', true)
    expect(ticked.json[0]).toEqual({ step: 'verify', done: { by: 'Max', at: '2025-03-03T09:05:00.000Z' } })
    // Somebody else ticks it once more: it stays with the first.
    await bench.setStep(id, 'verify', true, 'Finn')
    expect((await bench.get(id)).json.checklist[0]?.done?.by).toBe('Max')
    expect((await bench.setStep(id, 'verify', false)).json[0]?.done).toBeNull()
    expect(await bench.audits()).toEqual(['Update', 'Update'])
  })

  it('is for those who change rules: others are refused with the capability', async () => {
    await bench.spray({ count: 30, everySeconds: 10 })
    await bench.check(300)
    const { id } = await single()
    expect((await bench.setStep(id, 'verify', true, 'Vera')).status).toBe(403)
    expect((await bench.setStep(id, 'shout' as 'verify', true)).status).toBe(422)
  })
})

describe('an attack of another environment', () => {
  it('below is in the list, with its environment, and opens in it', async () => {
    await bench.spray({ count: 30, everySeconds: 10 })
    await bench.check(300)
    const { id } = await single()
    await bench.db.updateTable('attack').set({ environment_id: caseIds.eu }).execute()
    expect(await bench.list()).toMatchObject([{ id, environmentId: caseIds.eu }])
    expect((await bench.get(id, 'Max', caseIds.eu)).status).toBe(200)
  })

  it('is in no list and cannot be opened or ticked', async () => {
    await bench.spray({ count: 30, everySeconds: 10 })
    await bench.check(300)
    const { id } = await single()
    expect(await bench.list('Max', caseIds.eu)).toEqual([])
    expect((await bench.get(id, 'Max', caseIds.eu)).status).toBe(404)
    expect((await bench.setStep(id, 'verify', true, 'Max', caseIds.eu)).status).toBe(404)
    expect((await bench.get(id, 'Outsider')).status).toBe(404)
    expect((await bench.get(id, 'Sam')).status).toBe(403)
  })
})

it('attacks are deleted with the events they consist of', async () => {
  await bench.spray({ count: 30, everySeconds: 10 })
  await bench.check(300)
  const retention = { eventMonths: 13, logMonths: 13, telemetryDays: 30 }
  await applyRetention(bench.db, retention, new Date('2026-02-03T09:00:00Z'))
  expect(await bench.list()).toHaveLength(1)
  await applyRetention(bench.db, retention, new Date('2026-05-03T09:00:00Z'))
  expect(await bench.list()).toEqual([])
  expect(await bench.db.selectFrom('attack_attempt').select('event_id').execute()).toEqual([])
})
