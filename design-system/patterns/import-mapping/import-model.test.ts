import { describe, expect, it } from 'vitest'
import {
  findImportIssues,
  type ImportAttribute,
  type ImportColumn,
  unfitSamples,
  unusedColumns,
} from './import-model.ts'
import { nameSimilarity, suggestMapping } from './suggest-mapping.ts'

const column = (id: string, ...samples: string[]): ImportColumn => ({ id, label: id, samples })
const chosen = (id: string) => ({ column: id, origin: 'chosen' as const })

describe('unfitSamples', () => {
  const unfit = (type: NonNullable<ImportAttribute['type']>, ...samples: string[]) =>
    unfitSamples({ id: 'a', label: 'A', type }, column('c', ...samples))
  it('unfitSamples checks numbers and truth values', () => {
    expect(unfit('integer', '12', '-3', '1.5', 'x')).toEqual(['1.5', 'x'])
    expect(unfit('number', '1.5', '.5', '1e3', '1,5', '1.')).toEqual(['1,5'])
    expect(unfit('boolean', 'true', 'FALSE', 'yes', '1')).toEqual(['yes', '1'])
  })
  it('unfitSamples checks that a date exists', () => {
    expect(unfit('date', '2026-02-28', '2026-02-30', '14/03/2026', '2026-2-1')).toEqual([
      '2026-02-30',
      '14/03/2026',
      '2026-2-1',
    ])
    expect(unfit('datetime', '2026-01-04T09:12:00Z', '2026-01-04T09:12:00+02:00', '2026-01-04T24:00:00Z')).toEqual([
      '2026-01-04T24:00:00Z',
    ])
  })
  it('unfitSamples ignores empty values and applies the check of the attribute', () => {
    const attribute = { id: 'a', label: 'A', accepts: (value: string) => value.length === 3 }
    expect(unfitSamples(attribute, column('c', '', ' ', 'EUR', 'EURO'))).toEqual(['EURO'])
  })
})

describe('findImportIssues', () => {
  const attributes: ImportAttribute[] = [
    { id: 'key', label: 'Key', required: true },
    { id: 'amount', label: 'Amount', type: 'number' },
    { id: 'note', label: 'Note' },
  ]
  const columns = [column('k', 'a'), column('n', '1', 'x', '', 'y')]
  const issuesOf = (map: Parameters<typeof findImportIssues>[2]) =>
    Object.fromEntries(findImportIssues(attributes, columns, map))
  it('findImportIssues requires what is required, and nothing else', () => {
    expect(issuesOf({})).toEqual({ key: { kind: 'required' } })
  })
  it('findImportIssues finds a column that the file does not have', () => {
    expect(issuesOf({ key: chosen('gone') })).toEqual({ key: { kind: 'missing', column: 'gone' } })
  })
  it('findImportIssues finds a column that two attributes have', () => {
    expect(issuesOf({ key: chosen('k'), note: chosen('k') })).toEqual({
      key: { kind: 'duplicate', column: 'k', attributes: ['Note'] },
      note: { kind: 'duplicate', column: 'k', attributes: ['Key'] },
    })
  })
  it('findImportIssues counts values of another type among those that are not empty', () => {
    expect(issuesOf({ key: chosen('k'), amount: chosen('n') })).toEqual({
      amount: { kind: 'type', invalid: 2, total: 3, value: 'x' },
    })
  })
})

it('one column may have several attributes where that is allowed', () => {
  const attributes = [
    { id: 'x', label: 'X' },
    { id: 'y', label: 'Y' },
  ]
  const map = { x: chosen('a'), y: chosen('a') }
  expect(findImportIssues(attributes, [column('a')], map).size).toBe(2)
  expect(findImportIssues(attributes, [column('a')], map, true).size).toBe(0)
})

it('a check of its own replaces that of the type', () => {
  const attribute = { id: 'x', label: 'X', type: 'datetime' as const, fits: (value: string) => /^\d\d\//.test(value) }
  expect(unfitSamples(attribute, column('a', '14/03/2026', '2026-03-14T00:00:00Z'))).toEqual(['2026-03-14T00:00:00Z'])
})

it('unused columns keep the order of the file', () => {
  const columns = [column('a'), column('b'), column('c')]
  expect(unusedColumns(columns, { x: chosen('b') }).map(({ id }) => id)).toEqual(['a', 'c'])
})

describe('suggestMapping', () => {
  it('nameSimilarity ignores case, accents and separators', () => {
    expect(nameSimilarity('ChargebackId', 'chargeback_ID')).toBe(1)
    expect(nameSimilarity('Währung', 'wahrung')).toBe(1)
    expect(nameSimilarity('', '')).toBe(0)
    expect(nameSimilarity('Amount', 'Reason')).toBeLessThan(0.5)
  })
  it('suggestMapping prefers the same name, then an alias, then similarity', () => {
    const attributes = [
      { id: 'PurchaseId', label: 'PurchaseId', aliases: ['Order no'] },
      { id: 'BankEventTimestamp', label: 'BankEventTimestamp' },
    ]
    const map = suggestMapping(attributes, [column('Event timestamp'), column('Order no'), column('Colour')])
    expect(map['PurchaseId']).toEqual({ column: 'Order no', origin: 'name' })
    expect(map['BankEventTimestamp']).toMatchObject({ column: 'Event timestamp', origin: 'suggested' })
    expect(map['BankEventTimestamp']?.confidence).toBeCloseTo(26 / 30)
  })
  it('suggestMapping uses no column twice', () => {
    const attributes = [
      { id: 'UserId', label: 'UserId' },
      { id: 'UserIds', label: 'UserIds' },
    ]
    expect(Object.keys(suggestMapping(attributes, [column('user id')]))).toEqual(['UserId'])
  })
  it('suggestMapping distrusts a similar name with values of another type', () => {
    const attributes = [{ id: 'EventTime', label: 'EventTime', type: 'datetime' as const }]
    expect(suggestMapping(attributes, [column('event time zone', 'Europe/Vilnius')])).toEqual({})
    expect(suggestMapping(attributes, [column('event time at', '2026-01-04T09:12:00Z')])).toHaveProperty('EventTime')
  })
})
