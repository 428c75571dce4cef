import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { now, places } from '../../http/console-api/testing/console-bench.ts'
import { applyRetention } from '../../kernel/store/maintenance/retention.ts'
import { summarizeKind } from './reads/summarize-kind.ts'
import { fillTill, LossBench } from './testing/loss-bench.ts'
import { Till } from './testing/till.ts'

let bench: LossBench
beforeAll(async () => {
  bench = await LossBench.open(fillTill(new Till()))
})
afterAll(() => bench.close())

describe('a report', () => {
  it('is shown until the next one is whole, which continues after an interruption', async () => {
    const shown = await bench.summary()
    await bench.request()
    await bench.run()
    expect(await bench.summary()).toEqual({ ...shown, status: 'running', startedAt: now.toISOString() })
    await bench.request()
    expect(await bench.summary()).toEqual({ ...shown, status: 'waiting', startedAt: null })
    await bench.finish()
    expect(await bench.summary()).toEqual({ ...shown, startedAt: now.toISOString() })
    const runs = await bench.db.selectFrom('loss_month').select('run').distinct().execute()
    expect(runs).toHaveLength(1)
  })
  it('has totals and months of the run that is read, whatever begins or ends meanwhile', async () => {
    const filter = { scoreFrom: 0, scoreTo: 999 }
    const call = { db: bench.db, environmentId: places.eu }
    const runs = () => bench.db.selectFrom('loss_report').select(['run', 'next_run']).executeTakeFirstOrThrow()
    const { run } = await runs()
    const shown = await summarizeKind({ ...call, run }, 'staff', filter)
    expect(shown.byMonth.map(({ month }) => month)).toEqual(['2025-08', '2025-09', '2025-10'])
    await bench.request()
    await bench.run()
    const { next_run: next } = await runs()
    const begun = await summarizeKind({ ...call, run: next }, 'staff', filter)
    expect(begun.byMonth).toEqual(shown.byMonth.slice(0, 1))
    expect(begun.scoreCount).toBe(begun.byMonth.reduce((sum, each) => sum + each.unlikely + each.veryLikely, 0))
    expect(begun.scoreCount).toBeGreaterThan(0)
    await bench.finish()
    const ended = await summarizeKind({ ...call, run }, 'staff', filter)
    expect(ended).toMatchObject({ scoreCount: 0, uniqueIds: 0, byMonth: [] })
    expect(await summarizeKind({ ...call, run: null }, 'staff', filter)).toEqual(ended)
    expect((await bench.summary()).staff).toEqual(shown)
  })
  it('that fails does not end one that was requested meanwhile', async () => {
    await bench.request()
    await bench.run()
    await bench.run({ db: bench.failing(bench.request) })
    expect((await bench.summary()).status).toBe('waiting')
    await bench.finish()
    expect((await bench.summary()).status).toBe('ready')
  })
  it('that failed is tried again after growing pauses, and at once by whoever may act', async () => {
    const failing = bench.failing()
    const after = (minutes: number) => () => new Date(now.getTime() + minutes * 60_000)
    await bench.request()
    expect(await bench.run({ db: failing })).toBe(true)
    expect(await bench.summary()).toMatchObject({ status: 'failed', retryAt: after(1)().toISOString() })
    expect(await bench.run()).toBe(false)
    expect(await bench.run({ db: failing, clock: after(1) })).toBe(true)
    expect(await bench.summary()).toMatchObject({ status: 'failed', retryAt: after(11)().toISOString() })
    expect(await bench.run({ clock: after(10) })).toBe(false)
    expect((await bench.ask('viewer', 'retry', {})).status).toBe(403)
    expect(await bench.ask('engineer', 'retry', {})).toMatchObject({ status: 200, json: { status: 'waiting' } })
    await bench.finish()
    expect(await bench.summary()).toMatchObject({ status: 'ready', retryAt: null })
    // One that has not failed stays as it is.
    expect(await bench.ask('engineer', 'retry', {})).toMatchObject({ status: 200, json: { status: 'ready' } })
    await bench.request()
    await bench.run({ db: failing })
    while (await bench.run({ clock: after(1) }));
    expect(await bench.summary()).toMatchObject({ status: 'ready', retryAt: null })
  })
  it('is exported with pseudonyms, and the export is in the activity log', async () => {
    for (const [table, lines] of [
      ['staff', 18],
      ['terminals', 2],
      ['months', 60],
      ['reasons', 300],
    ] as const) {
      const response = await bench.console.app.request(
        `/api/console/v1/environments/${places.eu}/loss-prevention/export`,
        {
          method: 'POST',
          headers: { authorization: 'Bearer engineer', 'content-type': 'application/json' },
          body: JSON.stringify({ table }),
        },
      )
      const text = await response.text()
      expect(text.trim().split(/\r?\n/)).toHaveLength(lines + 1)
      expect(text).not.toMatch(/carl|mary\d/)
    }
    const entries = await bench.db
      .selectFrom('audit_log')
      .select('resource_id')
      .where('resource_type', '=', 'LossPreventionReport')
      .where('operation', '=', 'Export')
      .execute()
    expect(entries.map(({ resource_id: id }) => id).sort()).toEqual(['months', 'reasons', 'staff', 'terminals'])
  })
  it('belongs to one environment', async () => {
    expect((await bench.summary({}, places.us)).status).toBe('none')
    expect((await bench.summary({}, places.root)).staff.top).toEqual([])
    const inUs = await bench.ask(
      'engineer',
      'entity',
      { kind: 'staff', id: await bench.pseudonymOf('carl') },
      places.us,
    )
    expect(inUs.status).toBe(404)
    const open = { id: await bench.pseudonymOf('carl'), reason: 'Curious' }
    expect((await bench.ask('engineer', 'open-file', open, places.us)).status).toBe(404)
  })
  it.each(['summary', 'entity', 'export', 'openings', 'open-file', 'clear', 'retry'])(
    '%s is for its readers',
    async path => {
      const input = {
        kind: 'staff',
        id: 's_1',
        table: 'staff',
        reason: path === 'clear' ? 'returnRatio' : 'Curious',
        month: '2025-10',
        note: 'Note',
      }
      expect((await bench.ask('support', path, input)).status).toBe(403)
      expect((await bench.ask('outsider', path, input)).status).toBe(404)
      expect((await bench.ask('engineer', path, input, places.foreign)).status).toBe(404)
    },
  )
})

it('whoever has no transactions any more is forgotten by name', async () => {
  const { db } = bench
  const names = () => db.selectFrom('loss_entity').select('id').where('environment_id', '=', places.eu).execute()
  const retention = { eventMonths: 1, logMonths: 12, telemetryDays: 30 }
  await applyRetention(db, retention, new Date('2025-11-15T00:00:00Z'))
  expect((await names()).map(({ id }) => id)).toContain('carl')
  await applyRetention(db, retention, new Date('2026-02-15T00:00:00Z'))
  expect(await names()).toEqual([])
})
