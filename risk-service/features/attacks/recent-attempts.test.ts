import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { caseIds } from '../cases/testing/case-bench.ts'
import { takeAttempts } from './recent/take-attempts.ts'
import { type AttackBench, openAttackBench } from './testing/attack-bench.ts'

let bench: AttackBench
beforeAll(async () => {
  bench = await openAttackBench()
})
afterAll(() => bench.close())
beforeEach(() => bench.reset())

const traffic = { environmentId: caseIds.root, eventType: 'accountlogin' }
const at = (second: number) => new Date(Date.parse('2025-03-03T09:00:00Z') + second * 1000)
const recentAttempts = async () => {
  const { rows } = await sql<{ attempts: number; failed: number; counted: number; counted_failed: number }>`
    select count(*)::int as attempts, (count(*) filter (where state = 1))::int as failed,
      (select coalesce(sum(judged), 0)::int from recent_attempt_count) as counted,
      (select coalesce(sum(failed), 0)::int from recent_attempt_count) as counted_failed
    from recent_attempt`.execute(bench.db)
  return rows[0]
}

describe('a slow attack', () => {
  it('at a high rate of other attempts is found with all of its attempts', async () => {
    // 45,000 sign-ins in two hours, of which one in twenty fails; most come from devices and addresses of their own.
    await bench.background({ count: 45_000, from: -7200, to: 0 })
    await bench.spray({ count: 14, everySeconds: 480, startSecond: -6600, existing: false })
    await bench.check(0)
    const [attack, ...others] = await bench.list()
    expect(attack).toMatchObject({ attempts: 14, failed: 14, startedAt: '2025-03-03T07:10:00.000Z' })
    expect(others).toEqual([])
    const { json } = await bench.get(attack?.id ?? '')
    expect(json.keys.map(({ type, value }) => `${type} ${value}`).sort()).toEqual([
      'device bot-0',
      'device bot-1',
      'ip 203.0.113.0',
      'ip 203.0.113.1',
      'ip 203.0.113.2',
      'network 203.0.113.0/24',
    ])
  }, 120_000)
})

describe('attempts that are taken', () => {
  it('are counted once, in however many rounds and checks', async () => {
    await bench.spray({ count: 30, everySeconds: 10, existing: false, fallen: [3] })
    const range = { from: at(-7200), to: at(300) }
    let rounds = 1
    while (await takeAttempts(bench.db, traffic, range, 7)) rounds++
    expect(rounds).toBe(4)
    const expected = { attempts: 30, failed: 29, counted: 30, counted_failed: 29 }
    expect(await recentAttempts()).toEqual(expected)
    await bench.check(300)
    expect(await recentAttempts()).toEqual(expected)
    // Those that are older than the window are deleted.
    await takeAttempts(bench.db, traffic, { from: at(100), to: at(7300) })
    expect(await recentAttempts()).toMatchObject({ attempts: 20, failed: 20 })
  })

  it('include those that are committed after later ones were read', async () => {
    await bench.spray({ count: 9, everySeconds: 10, existing: false })
    await bench.check(115)
    expect(await bench.list()).toEqual([])
    // Decided before the check, and stored after it.
    await bench.spray({ count: 3, everySeconds: 10, startSecond: 90, first: 9, existing: false })
    await bench.check(130)
    expect(await bench.list()).toMatchObject([{ attempts: 12, failed: 12 }])
  })

  it('fail by answers that come later, and by those that change', async () => {
    await bench.spray({ count: 14, everySeconds: 10, existing: false, fallen: Array.from({ length: 14 }, (_, n) => n) })
    await bench.check(150)
    expect(await recentAttempts()).toMatchObject({ attempts: 14, failed: 0 })
    // The merchant sends the same status again, with another text.
    await sql`update data_event set received_at = ${at(1000)}::timestamptz,
      body = '{"statusDetails":{"statusType":"Rejected","reasonType":"ChallengeFailed"}}'`.execute(bench.db)
    await bench.check(990)
    expect(await bench.list()).toEqual([])
    await bench.check(1005)
    expect(await bench.list()).toMatchObject([{ attempts: 14, failed: 14, fallen: 0 }])
    expect(await recentAttempts()).toEqual({ attempts: 14, failed: 14, counted: 14, counted_failed: 14 })
    // One was right after all.
    await sql`update data_event set received_at = ${at(1100)}::timestamptz, body = '{"statusDetails":{"statusType":"Approved"}}'
      where at = ${at(61)}::timestamptz`.execute(bench.db)
    await bench.check(1110)
    expect(await recentAttempts()).toMatchObject({ failed: 13, counted_failed: 13 })
    expect(await bench.list()).toMatchObject([{ attempts: 14, failed: 13, fallen: 1 }])
  })

  it('are taken again where the store lost them in a crash, and the attack is the same', async () => {
    await bench.quiet()
    await bench.spray({ count: 30, everySeconds: 10, fallen: [20] })
    await bench.check(300)
    const before = await bench.list()
    await sql`truncate recent_attempt, recent_attempt_count, recent_attempt_cursor`.execute(bench.db)
    await bench.check(300)
    expect(await bench.list()).toEqual(before)
    expect(before).toMatchObject([{ attempts: 30, failed: 29, fallen: 1 }])
    expect(await bench.notices()).toHaveLength(1)
  })
})

it('networks are those of the engine, of version 6 too', async () => {
  await bench.sprayFrom(number => `2001:DB8:${number % 2 === 0 ? '07' : '7'}:${number}::1`)
  await bench.check(300)
  const [attack] = await bench.list()
  const { json } = await bench.get(attack?.id ?? '')
  expect(json.keys).toMatchObject([{ type: 'network', value: '2001:db8:7::/48', attempts: 20, failed: 20 }])
})
