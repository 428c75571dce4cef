import { expect, it } from 'vitest'
import type { Db } from '../ports/database.ts'
import { createTelemetry, maskText } from './telemetry.ts'

/** An intake whose rows are counted and not stored. */
function createIntake(daily?: { limit: number; total: number; windowMs: number }) {
  let bytes = 0
  let address = '203.0.113.7'
  const db = {
    insertInto: () => ({
      values: (rows: { body: string }[]) => {
        for (const { body } of rows) bytes += body.length
        return { execute: () => Promise.resolve([]) }
      },
    }),
  } as unknown as Db
  const app = createTelemetry({ db, clock: () => new Date(), log: { write: () => undefined } }, () => address, daily)
  const message = { message: 'x'.repeat(700), severityLevel: 1 }
  const items = Array.from({ length: 300 }, () => ({
    name: 'x',
    time: new Date().toISOString(),
    data: { baseType: 'MessageData', baseData: message },
  }))
  const body = JSON.stringify(items)
  return {
    send: () => app.request('/api/telemetry/v2/track', { method: 'POST', body }),
    bytes: () => bytes,
    from: (next: string) => (address = next),
  }
}

it('one address stores a few megabytes in a day, and is told when to come again', async () => {
  const intake = createIntake()
  const statuses: number[] = []
  let last: Response | undefined
  for (let call = 0; call < 60; call++) {
    last = await intake.send()
    statuses.push(last.status)
  }
  expect(statuses[0]).toBe(204)
  expect(statuses.at(-1)).toBe(429)
  expect(intake.bytes()).toBeLessThan(6_000_000)
  const wait = Number(last?.headers.get('retry-after'))
  expect(wait).toBeGreaterThan(0)
  expect(wait).toBeLessThanOrEqual(86_400)
  intake.from('203.0.113.8')
  expect((await intake.send()).status).toBe(204)
})

it('many addresses together fill no disk', async () => {
  const intake = createIntake({ limit: 600_000, total: 2_000_000, windowMs: 86_400_000 })
  let refused = 0
  for (let call = 0; call < 20; call++) {
    intake.from(`2001:db8:${call.toString(16)}::1`)
    if ((await intake.send()).status === 429) refused += 1
  }
  expect(refused).toBeGreaterThan(0)
  expect(intake.bytes()).toBeLessThan(2_000_000)
})

it('a long word is masked at once', () => {
  const started = performance.now()
  for (const word of ['x'.repeat(2000), '@'.repeat(2000), 'a.'.repeat(1000), 'a@'.repeat(1000), '1.'.repeat(1000)])
    for (let time = 0; time < 100; time++) maskText(word)
  expect(performance.now() - started).toBeLessThan(1000)
  expect(maskText('to jane.doe+x@mail.example.com, or (joe@example.org)')).toBe('to {email}, or ({email})')
})
