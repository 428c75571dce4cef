import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { recordDiff } from './record-diff.ts'
import { type DiffLine, foldRows, textDiff } from './text-diff.ts'

const text = (line: DiffLine) => line.pieces.map(piece => piece.text).join('')
const lines = (count: number) => Array.from({ length: count }, (_, i) => `line ${i}`)

describe('texts', () => {
  it('the diff of texts says which lines went, came and stayed, and what in them changed', () => {
    const { rows, changes, added, removed } = textDiff('a\nlimit 2\nc', 'a\nlimit 3\nc', false)
    expect(rows.map(row => row.kind)).toEqual(['equal', 'removed', 'added', 'equal'])
    expect([changes, added, removed]).toEqual([1, 1, 1])
    expect(rows[2]?.kind === 'added' && rows[2].after.pieces).toEqual([
      { text: 'limit ', changed: false },
      { text: '3', changed: true },
    ])
  })
  it('the diff of texts sets lines of one change side by side', () => {
    expect(textDiff('a\nb\nc', 'a\nx\ny\nc', true).rows.map(row => row.kind)).toEqual([
      'equal',
      'changed',
      'added',
      'equal',
    ])
  })
  it('the diff of texts knows lines at both ends, empty texts and equal texts', () => {
    expect(textDiff('', '', false)).toMatchObject({ changes: 0, rows: [{ kind: 'equal' }] })
    expect(textDiff('a\nb', 'b', false).rows.map(row => row.kind)).toEqual(['removed', 'equal'])
    expect(textDiff('a', 'a\nb', false).rows.map(row => row.kind)).toEqual(['equal', 'added'])
    expect(textDiff('a\r\nb', 'a\nb', false).changes).toBe(0)
  })
  it('the diff of texts loses no line of either text', () => {
    const some = fc.array(fc.constantFrom('a', 'b', 'cc', ''), { maxLength: 12 }).map(parts => parts.join('\n'))
    fc.assert(
      fc.property(some, some, fc.boolean(), (before, after, split) => {
        const { rows } = textDiff(before, after, split)
        const old = rows.flatMap(row => (row.kind !== 'gap' && row.before ? [row.before] : []))
        const fresh = rows.flatMap(row => (row.kind !== 'gap' && row.after ? [row.after] : []))
        expect(old.map(text).join('\n')).toBe(before)
        expect(fresh.map(text).join('\n')).toBe(after)
        expect(old.map(line => line.number)).toEqual(old.map((_, i) => i + 1))
      }),
    )
  })
  it('the diff of texts stays quick where almost nothing is alike', () => {
    const many = (mark: string) => Array.from({ length: 60_000 }, (_, i) => `${mark}${i}`).join('\n')
    expect(textDiff(many('a'), many('b'), false)).toMatchObject({ changes: 1, added: 60_000, removed: 60_000 })
  })
  it('the diff of texts folds equal lines far from a change, and opens them', () => {
    const { rows } = textDiff(
      lines(40).join('\n'),
      lines(40)
        .map((line, i) => (i === 20 ? 'changed' : line))
        .join('\n'),
      false,
    )
    expect(foldRows(rows, new Set()).map(row => (row.kind === 'gap' ? row.count : row.kind[0]))).toEqual([
      17,
      'e',
      'e',
      'e',
      'r',
      'a',
      'e',
      'e',
      'e',
      16,
    ])
    expect(foldRows(rows, new Set([0]))).toHaveLength(20 + 2 + 3 + 1)
    expect(foldRows(textDiff('a', 'a', false).rows, new Set())).toHaveLength(1)
  })
})

describe('records', () => {
  it('the diff of records compares field by field, in depth', () => {
    expect(recordDiff({ a: 1, b: { c: 'x', d: true }, gone: null }, { a: 2, b: { c: 'x', e: [1] } })).toEqual([
      { path: 'a', kind: 'changed', before: '1', after: '2' },
      { path: 'b.c', kind: 'equal', before: 'x', after: 'x' },
      { path: 'b.e[0]', kind: 'added', after: '1' },
      { path: 'b.d', kind: 'removed', before: 'true' },
      { path: 'gone', kind: 'removed', before: 'null' },
    ])
  })
  it('the diff of records tells kinds apart and takes odd records', () => {
    expect(recordDiff({ a: 1 }, { a: '1' })[0]?.kind).toBe('changed')
    expect(recordDiff({ a: {} }, { a: [] })[0]?.kind).toBe('changed')
    expect(recordDiff(undefined, undefined)).toEqual([])
    expect(recordDiff(null, { a: 1 })).toEqual([{ path: '', kind: 'changed', before: 'null', after: '{"a":1}' }])
    expect(recordDiff({ a: {} }, { a: {} })[0]?.kind).toBe('equal')
  })
})
