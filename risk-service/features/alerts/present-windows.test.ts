import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AlertRuleSettings } from '../../contract/index.ts'
import { caseIds } from '../cases/testing/case-bench.ts'
import { readBeginning } from './reads/alert-counts.ts'
import { readPresentWindow } from './reads/alert-series.ts'
import { type AlertBench, earlierEvent, openAlertBench, type Stretch } from './testing/alert-bench.ts'

let alerts: AlertBench
beforeAll(async () => {
  alerts = await openAlertBench()
})
afterAll(() => alerts.bench.close())
beforeEach(async () => {
  await alerts.reset()
  await alerts.db.deleteFrom('rule_version').execute()
})

const now = Date.parse('2025-03-03T09:20:00Z')
const weekMs = 7 * 86_400_000
/** The same stretch as many weeks before. */
const before = (stretch: Stretch, weeks: number): Stretch => ({
  ...stretch,
  from: new Date(Date.parse(stretch.from) - weeks * weekMs).toISOString(),
})
const hour: Stretch = { from: '2025-03-03T08:30:00Z', count: 10, everySeconds: 60 }
const read = async (more: Partial<AlertRuleSettings> = {}, time = now) => {
  const settings = { ...alerts.settings, eventType: null, ruleId: null, field: null, slowerThanMs: null, ...more }
  return readPresentWindow(alerts.db, settings as AlertRuleSettings, [caseIds.root, caseIds.eu], time)
}
const counts = async (more: Partial<AlertRuleSettings> = {}, time = now) =>
  (await read(more, time)).map(({ count }) => count)

describe('the beginning of what is counted', () => {
  it('leaves out weeks before the first event of the assessment', async () => {
    const first: Stretch = { ...hour, from: '2025-03-03T08:15:00Z', count: 1 }
    await alerts.add(hour, before(hour, 1), before({ ...hour, eventType: 'login' }, 40), before(hour, 2))
    // The window of two weeks ago begins before the first event.
    expect(await counts({ window: '1h', eventType: 'purchase' })).toEqual([10, 10])
    await alerts.add(before(first, 2))
    expect(await counts({ window: '1h', eventType: 'purchase' })).toEqual([10, 10, 10])
    expect(await counts({ window: '1h' })).toEqual([0, 0, 0, 0, 0, 0, 10, 10, 10])
  })

  it('leaves out weeks before the rule whose hits are counted', async () => {
    const [ruleId, young] = [randomUUID(), randomUUID()]
    await alerts.add(...Array.from({ length: 12 }, (_, week) => before({ ...hour, ruleId }, week)))
    await alerts.add(before({ ...hour, count: 4, ruleId: young }, 1))
    const published_at = new Date(now - 2 * weekMs - 3_600_000)
    await alerts.db
      .insertInto('rule_version')
      .values({
        rule_id: young,
        version: 1,
        environment_id: caseIds.root,
        event_type: 'purchase',
        name: 'Young',
        status: 'active',
        body: '{}',
        published_by: randomUUID(),
        published_by_name: 'Max',
        published_at,
      })
      .execute()
    expect(await counts({ metric: 'ruleHits', ruleId, window: '1h' })).toHaveLength(9)
    expect(await counts({ metric: 'ruleHits', ruleId: young, window: '1h' })).toEqual([0, 4, 0])
  })

  it('opens no incident where there is no data, or none for a whole window', async () => {
    await alerts.create({ condition: { kind: 'below', value: 5 } })
    await alerts.check('2025-03-03T09:00:00Z')
    expect(await read()).toEqual([])
    await alerts.add({ from: '2025-03-03T09:02:00Z', count: 1, everySeconds: 60 })
    await alerts.check('2025-03-03T09:10:00Z')
    expect(await alerts.incidents()).toEqual([])
    // This window begins in the hour of the first event, and before it.
    await alerts.check('2025-03-03T09:16:59Z')
    expect(await alerts.incidents()).toEqual([])
    await alerts.check('2025-03-03T09:20:00Z')
    expect(await alerts.incidents()).toHaveLength(1)
  })

  it('is the moment of the first event of any assessment, in the environment and those below it', async () => {
    const login: Stretch = { from: '2025-03-03T09:01:30Z', count: 1, everySeconds: 60, eventType: 'login' }
    await alerts.add(
      { from: '2025-03-03T09:04:10Z', count: 3, everySeconds: 60 },
      { ...login, environmentId: caseIds.eu },
    )
    const beginning = (eventType: string | null, scope: string[] = [caseIds.root, caseIds.eu]) =>
      readBeginning(
        alerts.db,
        { metric: 'transactions', eventType, ruleId: null, field: null, slowerThanMs: null },
        scope,
      )
    expect(await beginning(null)).toBe(Date.parse('2025-03-03T09:01:30Z'))
    expect(await beginning('purchase')).toBe(Date.parse('2025-03-03T09:04:10Z'))
    expect(await beginning(null, [caseIds.root])).toBe(Date.parse('2025-03-03T09:04:10Z'))
    expect(await beginning('custom')).toBeNull()
    // Events are deleted before their roll-ups: what is left of the hour is its beginning.
    await alerts.db.deleteFrom('event').execute()
    expect(await beginning(null)).toBe(Date.parse('2025-03-03T09:00:00Z'))
  })
})

describe('a window of an hour and more', () => {
  const shape = (weeks: number): Stretch[] => [
    before({ from: '2025-03-03T06:19:30Z', count: 4, everySeconds: 30, decision: 'Reject' }, weeks),
    before({ from: '2025-03-03T06:58:00Z', count: 30, everySeconds: 240, score: 900 }, weeks),
    before({ from: '2025-03-03T09:19:00Z', count: 4, everySeconds: 30, environmentId: caseIds.eu }, weeks),
  ]
  const shares = { metric: 'highScoreRate', window: '2h' } as const

  it.each([
    ['2025-03-03T09:20:00Z', '1h'],
    ['2025-03-03T09:20:00Z', '2h'],
    ['2025-03-03T09:00:00Z', '2h'],
    ['2025-03-03T09:19:30.500Z', '6h'],
    ['2025-03-03T09:30:00Z', '24h'],
  ] as const)('counts what lies in it, to the moment: %s, %s', async (end, window) => {
    const { db } = alerts
    await alerts.add(...shape(0), ...shape(1), ...shape(2), before(earlierEvent, 9))
    const to = Date.parse(end)
    const expected = async (weeks: number) => {
      const last = to - weeks * weekMs
      const { count } = await db
        .selectFrom('event')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .where('at', '>=', new Date(last - { '1h': 1, '2h': 2, '6h': 6, '24h': 24 }[window] * 3_600_000))
        .where('at', weeks === 0 ? '<=' : '<', new Date(last))
        .executeTakeFirstOrThrow()
      return Number(count)
    }
    expect((await counts({ window }, to)).slice(-3)).toEqual([await expected(2), await expected(1), await expected(0)])
  })

  it('reads whole hours from the roll-ups', async () => {
    await alerts.add(...shape(0), ...shape(1), before(earlierEvent, 9))
    const whole = await read(shares)
    await alerts.db
      .deleteFrom('event')
      .where('at', '>=', new Date(now - weekMs - 80 * 60_000))
      .where('at', '<', new Date(now - weekMs - 20 * 60_000))
      .execute()
    expect(await read(shares)).toEqual(whole)
    expect(whole.at(-2)).toEqual({ count: 24, of: 26 })
  })

  it('is compared with the same hours of UTC, also where clocks changed in between', async () => {
    // Clocks in Europe changed on Sunday, 30 March 2025: 9:30 UTC was 10:30 in Berlin before, and 11:30 since.
    await alerts.add(
      { from: '2025-03-24T08:00:00Z', count: 1, everySeconds: 60 },
      { from: '2025-03-24T07:30:00Z', count: 30, everySeconds: 30 },
      { from: '2025-03-24T08:30:00Z', count: 6, everySeconds: 60 },
      { from: '2025-03-24T09:30:00Z', count: 40, everySeconds: 30 },
      { from: '2025-03-31T08:30:00Z', count: 8, everySeconds: 60 },
      { from: '2025-04-07T08:30:00Z', count: 10, everySeconds: 60 },
    )
    expect(await counts({ window: '1h' }, Date.parse('2025-04-07T09:20:00Z'))).toEqual([6, 8, 10])
  })
})
