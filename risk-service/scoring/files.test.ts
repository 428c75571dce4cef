import { existsSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { eventsOf, fileMapSchema } from './file.ts'
import { fitFile } from './fit-file.ts'
import { printCard } from './card-text.ts'

const data = path.resolve(import.meta.dirname, '../../../shared/data')
const mapOf = (name: string): string => path.join(import.meta.dirname, 'maps', `${name}.json`)

describe('maps of files', () => {
  it('make a row two events, or tell what is wrong with it', () => {
    const map = fileMapSchema.parse({ id: 'n', at: 't', amount: 'a', label: { column: 'f', fraud: ['1'], good: ['0'] }, entities: { user: 'u' }, signUp: 's' })
    const row = { n: '1', t: '2020-01-02T00:00:00Z', s: '2020-01-01T23:00:00Z', a: '12', u: 'Ann', f: '1' }
    expect(eventsOf(row, map, 1000)).toMatchObject([
      { id: 'sign-up 1', scored: false, fraud: null }, { id: '1', amount: 12, fraud: true, labelAt: Date.parse(row.t) + 1000, entities: { user: 'ann' }, own: { minutesSinceSignUp: 60 } },
    ])
    expect(eventsOf({ ...row, t: 'yesterday' }, map, 0)).toEqual({ column: 't', problem: 'is not a time like 2020-01-02 03:04:05' })
    expect(eventsOf({ ...row, f: '' }, map, 0)).toMatchObject([{}, { fraud: null }])
    expect(fileMapSchema.safeParse({ id: 'n' }).success).toBe(false)
  })
})

describe.runIf(existsSync(path.join(data, 'ecommerce_signup_purchase.csv.gz')))('the shop file', () => {
  const file = path.join(data, 'ecommerce_signup_purchase.csv.gz')
  it('gives an AUC of 0.77 and 55 % caught at 1 % false positives, with nobody on both sides', { timeout: 300_000 }, async () => {
    const { result } = await fitFile({ file, map: mapOf('ecommerce-signup-purchase'), split: 'groups', lateDays: 7 })
    if (result.kind !== 'fitted') throw new Error(result.reason)
    expect(result.quality.auc).toBeGreaterThanOrEqual(0.77)
    expect(result.quality.caughtAtOnePercent).toBeGreaterThanOrEqual(0.55)
  })

  it('holds next to no signal in its last fifth: the card says so, and is calibrated', { timeout: 300_000 }, async () => {
    const { result } = await fitFile({ file, map: mapOf('ecommerce-signup-purchase'), split: 'time', lateDays: 7 })
    if (result.kind !== 'fitted') throw new Error(result.reason)
    expect(result.quality.weak).toBe(true)
    expect(result.quality.calibrationError).toBeLessThan(0.03)
    expect(printCard(result, { file: 'shop', split: 'time', days: 7, seconds: 1 })).toContain('knows next to nothing')
  })
})
