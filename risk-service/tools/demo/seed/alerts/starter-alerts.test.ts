import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AlertPreview, type AlertRuleSettings, windowMsOf } from '../../../../contract/index.ts'
import { evaluateAlert } from '../../../../engine/alerts/alert-condition.ts'
import { sumSeries } from '../../../../engine/alerts/alert-series.ts'
import { checkSeconds } from '../../../../features/alerts/check/check-rules.ts'
import { previewRange, readPresentWindow, readWindows } from '../../../../features/alerts/reads/alert-series.ts'
import { definitionOf } from '../../../../features/alerts/rules/definition.ts'
import { stepEnd } from '../../../../features/alerts/rules/preview.ts'
import { type AlertBench, openAlertBench } from '../../../../features/alerts/testing/alert-bench.ts'
import { caseIds } from '../../../../features/cases/testing/case-bench.ts'
import { demoEnvironmentIds } from '../../../../kernel/identity/demo-tenants.ts'
import { rebuildRollups } from '../../../../kernel/store/maintenance/rollups.ts'
import { generateDemo } from '../../history/generate.ts'
import type { DemoEvent } from '../../history/history-events.ts'
import { day, hour, minute } from '../../history/orders.ts'
import { createRandom } from '../../history/random.ts'
import { starterAlerts } from './starter-alerts.ts'

const now = Date.parse('2025-03-03T09:00:00Z')
/** What an attack or a wave of fraud adds to a quiet time. */
const attacks: ReadonlySet<string> = new Set(['cardTesting', 'wave', 'ring', 'spray', 'takeover'])
/** Alerts whose figures are those of events: of calls and fields the history has no figures. */
const ofEvents = starterAlerts.filter(({ metric }) => metric !== 'errorRate' && metric !== 'fillRate')
const scope = [caseIds.root, caseIds.eu]

let alerts: AlertBench
beforeAll(async () => {
  alerts = await openAlertBench()
})
afterAll(() => alerts.bench.close())

/** The purchases of the larger shop of the demo of 60,000 events. */
const purchases = generateDemo({ events: 60_000, now }).events.filter(
  ({ environmentId, eventType }) => environmentId === demoEnvironmentIds.harborEu && eventType === 'purchase',
)

/**
 * Stores purchases with a decision and a score each, as the demo's rules and scores decide them on average: nine of ten
 * tests of cards are rejected, three of five other frauds, and one of a hundred orders of customers.
 */
async function store(events: readonly DemoEvent[]): Promise<void> {
  await alerts.reset()
  const random = createRandom(11)
  const rows = events.map(({ at, id, truth, shape }) => {
    const isFraud = truth === 'fraud'
    const isRejected = random.chance(shape === 'cardTesting' ? 0.9 : isFraud ? 0.6 : 0.01)
    const isReviewed = random.chance(0.06)
    return {
      at: new Date(at),
      id,
      decision: isRejected ? 'Reject' : isReviewed ? 'Review' : 'Approve',
      score: random.chance(isFraud ? 0.7 : 0.01) ? 900 : 100,
    }
  })
  const column = <K extends keyof (typeof rows)[number]>(name: K) => rows.map(row => row[name])
  await sql`
    insert into event (environment_id, at, event_id, event_type, external_id, assessment_type, decision, reason, risk_score)
    select ${caseIds.root}::uuid, at, gen_random_uuid(), 'purchase', id, 'Protect', decision, '', score
    from unnest(${column('at')}::timestamptz[], ${column('id')}::text[], ${column('decision')}::text[], ${column('score')}::int[])
      as each (at, id, decision, score)`.execute(alerts.db)
  await rebuildRollups(alerts.db, caseIds.root)
}

const create = async (settings: readonly AlertRuleSettings[]): Promise<void> => {
  for (const each of settings) expect((await alerts.create(each)).status, each.name).toBe(200)
}
const preview = async (settings: AlertRuleSettings, at = now): Promise<AlertPreview> => {
  alerts.bench.at(new Date(at))
  return (await alerts.preview(settings)).json
}
/** Checks as the service does, every 30 seconds, from one moment to another. */
async function checkFrom(from: number, to: number): Promise<void> {
  for (let at = from; at <= to; at += checkSeconds * 1000) await alerts.check(new Date(at).toISOString())
}
const stateAt = async (settings: AlertRuleSettings, at: number) => {
  const weeks = await readPresentWindow(alerts.db, settings, scope, at)
  return evaluateAlert(sumSeries({ steps: weeks, stepsPerWeek: 1 }), definitionOf(settings, 1), weeks.length - 1, 1)
}
const byTime = (a: { from: string }, b: { from: string }) => (a.from < b.from ? -1 : 1)
describe('the alerts of the demo', () => {
  const testing = purchases.filter(({ shape }) => shape === 'cardTesting')
  const attackBegin = testing[0]?.at ?? 0
  const attackEnd = testing.at(-1)?.at ?? 0
  const end = attackEnd + 3 * hour
  /** Those that an attack by card testing has to fire. */
  const fired = ofEvents.filter(({ name }) => ['Many purchases at once', 'Many rejections'].includes(name))

  it('notice an attack within a minute of the event that makes it one, notify once, and as the preview says', async () => {
    await store(purchases)
    await create(fired)
    await checkFrom(attackBegin - 20 * minute, end)
    // Of the number of purchases it is known that the attack is over; at night there are too few for a share.
    const ended = (await alerts.incidents()).filter(({ endedAt }) => endedAt !== null)
    expect(ended.map(({ name }) => name)).toEqual(['Many purchases at once'])
    const incidents = await alerts.incidents()
    expect(incidents).toHaveLength(fired.length)
    expect(await alerts.notices()).toHaveLength(fired.length)
    for (const settings of fired) {
      const incident = incidents.find(({ name }) => name === settings.name)
      let visible: number | null = null
      for (const { at } of purchases.filter(({ at: time }) => time >= attackBegin && time <= attackEnd)) {
        if ((await stateAt(settings, at))?.state !== 'fires') continue
        visible = at
        break
      }
      expect(visible, settings.name).not.toBeNull()
      const delay = Date.parse(incident?.openedAt ?? '') - (visible ?? 0)
      expect(delay, settings.name).toBeGreaterThanOrEqual(0)
      expect(delay, settings.name).toBeLessThanOrEqual(minute)
      // Twenty events are the fewest of which anything is said: the attack of the demo sends them in some minutes.
      expect(Date.parse(incident?.openedAt ?? '') - attackBegin, settings.name).toBeLessThanOrEqual(20 * minute)
      const [foreseen, ...more] = (await preview(settings, end)).incidents.filter(
        ({ to }) => Date.parse(to) > attackBegin,
      )
      expect(more).toEqual([])
      const found = Date.parse(foreseen?.from ?? '') + windowMsOf(settings.window)
      expect(Math.abs(found - Date.parse(incident?.openedAt ?? '')), settings.name).toBeLessThanOrEqual(minute)
      expect(incident?.endedAt === null, settings.name).toBe(foreseen?.open)
    }
  }, 120_000)

  it('say of every window in the preview what the check says of it', async () => {
    await store(purchases)
    const random = createRandom(3)
    for (const settings of ofEvents) {
      const windows = await readWindows(alerts.db, settings, scope, previewRange(now))
      const { series, steps, first } = windows
      const sums = sumSeries(series)
      for (let sample = 0; sample < 60; sample++) {
        const step = sample < 20 ? sums.length - 1 - random.below(480) : random.between(first, sums.length - 1)
        const foreseen = evaluateAlert(sums, definitionOf(settings, steps), step, series.stepsPerWeek)
        const checked = await stateAt(settings, stepEnd(windows, step) - 1)
        expect([settings.name, checked?.state ?? null, checked?.figures]).toEqual([
          settings.name,
          foreseen?.state ?? null,
          foreseen?.figures,
        ])
        expect(checked?.usual?.value).toBe(foreseen?.usual?.value)
      }
    }
  }, 60_000)

  it('fire at most once a week in a quiet month, all together', async () => {
    await store(purchases.filter(({ shape }) => !attacks.has(shape)))
    const found = (await Promise.all(ofEvents.map(settings => preview(settings)))).flatMap(({ incidents }) => incidents)
    const month = found.filter(({ to }) => Date.parse(to) > now - 28 * day).toSorted(byTime)
    expect(month.length, JSON.stringify(month)).toBeLessThanOrEqual(4)
    // And in all weeks that have three before them to compare with.
    expect(found.length).toBeLessThanOrEqual(Math.floor((90 - 21) / 7))
  }, 60_000)
})
