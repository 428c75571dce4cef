import { describe, expect, it } from 'vitest'
import { type FileEntry, fractionOf, isAccepted, milestone, partitionFiles, sizeParts, totalsOf } from './file-state.ts'

const file = (name: string, size = 10, type = '') => ({ name, size, type })

describe('files', () => {
  it.each([
    [0, 0, 'byte'],
    [999, 999, 'byte'],
    [1000, 1, 'kilobyte'],
    [48_230_000, 48.2, 'megabyte'],
    [999_600, 1, 'megabyte'],
    [5_000_000_000, 5, 'gigabyte'],
    [7e15, 7000, 'terabyte'],
  ])('the file drop writes %d bytes as %d %s', (bytes, value, unit) => {
    expect(sizeParts(bytes)).toEqual({ value, unit })
  })
  it('the file drop has no words for sizes that are none', () => {
    expect([sizeParts(-1), sizeParts(Number.NaN), sizeParts(Number.POSITIVE_INFINITY)]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })
  it('the file drop compares kinds as the native field does', () => {
    expect(isAccepted(file('Orders.CSV'), '.csv, application/json')).toBe(true)
    expect(isAccepted(file('a', 1, 'text/plain'), 'text/*')).toBe(true)
    expect(isAccepted(file('a.xlsx', 1, 'application/vnd.ms-excel'), '.csv,text/csv')).toBe(false)
    expect(isAccepted(file('anything'), undefined)).toBe(true)
  })
  it('the file drop parts the accepted from the rejected', () => {
    const { accepted, rejected } = partitionFiles(
      [file('a.csv'), file('b.csv'), file('c.pdf'), file('d.csv', 0), file('e.csv', 900)],
      { accept: '.csv', maxSize: 500, multiple: false, fileCount: 0 },
    )
    expect(accepted.map(({ name }) => name)).toEqual(['a.csv'])
    expect(rejected.map(({ file: { name }, reason }) => [name, reason])).toEqual([
      ['b.csv', 'count'],
      ['c.pdf', 'type'],
      ['d.csv', 'empty'],
      ['e.csv', 'size'],
    ])
  })
  it('the file drop speaks at each quarter once and at the end', () => {
    const up = (fraction: number) => ({ kind: 'uploading', fraction }) as const
    expect(milestone(up(0.2), up(0.24))).toBeUndefined()
    expect(milestone(up(0.2), up(0.25))).toBe(25)
    expect(milestone({ kind: 'queued' }, up(0.6))).toBe(50)
    expect(milestone({ kind: 'paused', fraction: 0.8 }, up(0.8))).toBeUndefined()
    expect(milestone(up(0.9), { kind: 'done' })).toBe('done')
    expect(milestone({ kind: 'done' }, { kind: 'done' })).toBeUndefined()
    expect(milestone(undefined, { kind: 'done' })).toBeUndefined()
    expect(milestone(up(0.4), { kind: 'failed', reason: 'x' })).toBe('failed')
  })
  it('the file drop brings odd fractions into the scale', () => {
    expect([-1, 2, Number.NaN].map(fraction => fractionOf({ kind: 'uploading', fraction }))).toEqual([0, 1, undefined])
  })
  it('the file drop adds up', () => {
    const files: FileEntry[] = [
      { id: '1', name: 'a', size: 300, state: { kind: 'done' } },
      { id: '2', name: 'b', size: 100, state: { kind: 'uploading', fraction: 0.5 } },
      { id: '3', name: 'c', size: -5, state: { kind: 'failed', reason: 'x' } },
    ]
    expect(totalsOf(files)).toEqual({ files: 3, bytes: 400, done: 1, failed: 1, fraction: 350 / 401 })
    expect(totalsOf([]).fraction).toBeUndefined()
  })
})
