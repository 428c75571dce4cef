import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { columnsOf, fileMapSchema, parseRow } from './file-map.ts'
import { formatModelCard } from './model-card-text.ts'
import { trainOnFile } from './train-on-file.ts'

const data = path.resolve(import.meta.dirname, '../../../../shared/data')
const mapOf = (name: string): string => path.join(import.meta.dirname, 'maps', `${name}.json`)

describe('maps of files', () => {
  it('maps of files make a row two events, or tell what is wrong with it', () => {
    const map = fileMapSchema.parse({
      id: 'n',
      at: 't',
      amount: 'a',
      label: { column: 'f', fraud: ['1'], good: ['0'] },
      entities: { user: 'u' },
      signUp: 's',
    })
    const row = { n: '1', t: '2020-01-02T00:00:00Z', s: '2020-01-01T23:00:00Z', a: '12', u: 'Ann', f: '1' }
    expect(parseRow(row, map, 1000)).toMatchObject([
      { id: 'sign-up 1', scored: false, fraud: null },
      {
        id: '1',
        amount: 12,
        fraud: true,
        labelAt: Date.parse(row.t) + 1000,
        entities: { user: 'ann' },
        own: { minutesSinceSignUp: 60 },
      },
    ])
    expect(parseRow({ ...row, t: 'yesterday' }, map, 0)).toEqual({
      column: 't',
      problem: 'is not a time like 2020-01-02 03:04:05',
    })
    expect(parseRow({ ...row, f: '' }, map, 0)).toMatchObject([{}, { fraud: null }])
    expect(fileMapSchema.safeParse({ id: 'n' }).success).toBe(false)
    // Each column once, although one is both an id and an entity.
    expect(columnsOf({ ...map, id: 'u' })).toEqual(['u', 't', 'a', 'f', 's'])
  })
  it('maps of files and what is asked for are read strictly: labels are not at once where they were to be late', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'assay-score-'))
    const [file, broken] = [path.join(folder, 'f.csv'), path.join(folder, 'broken.json')]
    writeFileSync(
      file,
      'transaction_id,event_time,amount,is_fraud,customer_id,terminal_id\n1,2020-01-02 03:04:05,5,0,c1,t1\n',
    )
    writeFileSync(broken, '{')
    const run = (...words: string[]) => {
      const { status, stdout, stderr } = spawnSync(
        process.execPath,
        [path.join(import.meta.dirname, 'cli.ts'), 'train', file, '--map', ...words],
        { encoding: 'utf8' },
      )
      return [status, `${stdout}${stderr}`.split('\n')[0]]
    }
    try {
      for (const split of ['labels-late', 'labels-late=7', 'time=7d', 'groups=7d', 'nothing'])
        expect([split, run('terminal-payments', '--split', split)]).toEqual([
          split,
          [2, expect.stringContaining('Usage')],
        ])
      for (const words of [['--split', 'labels-late=7d'], ['--split', 'labels-late', '--labels-late', '7d'], []])
        expect(run('terminal-payments', ...words)).toEqual([1, expect.stringContaining('There are too few labels')])
      expect(run(broken)).toEqual([2, expect.stringContaining('broken.json')])
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

describe.runIf(existsSync(path.join(data, 'ecommerce_signup_purchase.csv.gz')))('the shop file', () => {
  const file = path.join(data, 'ecommerce_signup_purchase.csv.gz')
  it('the scorecard of purchases has an AUC of 0.77 and catches 55 % at 1 % false positives, with no group on both sides', {
    timeout: 300_000,
  }, async () => {
    const { result } = await trainOnFile({
      file,
      map: mapOf('ecommerce-signup-purchase'),
      split: 'groups',
      lateDays: 7,
    })
    if (result.kind !== 'trained') throw new Error(result.reason)
    expect(result.quality.auc).toBeGreaterThanOrEqual(0.77)
    expect(result.quality.caughtAtOnePercent).toBeGreaterThanOrEqual(0.55)
  })

  it('the scorecard of the last fifth has next to no signal: the card says so, and is calibrated', {
    timeout: 300_000,
  }, async () => {
    const { result } = await trainOnFile({ file, map: mapOf('ecommerce-signup-purchase'), split: 'time', lateDays: 7 })
    if (result.kind !== 'trained') throw new Error(result.reason)
    expect(result.quality.weak).toBe(true)
    expect(result.quality.calibrationError).toBeLessThan(0.03)
    expect(formatModelCard(result, { file: 'shop', split: 'time', days: 7, seconds: 1 })).toContain(
      'knows next to nothing',
    )
  })
})
