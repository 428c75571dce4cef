import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatTests, isHarmless } from '../cells/byte-cells.ts'
import { isSensitive } from '../cells/sensitive-cell.ts'
import { valueFormats } from '../cells/value-formats.ts'
import type { UploadColumn, ValueFormat } from '../entities/entities.ts'
import { compileCell } from './compile-cell.ts'

const now = Date.parse('2026-03-01T12:00:00Z')
const encode = (cell: string) => new TextEncoder().encode(`,${cell},`)
const at = (test: (bytes: Uint8Array, from: number, to: number) => boolean, cell: string) =>
  test(encode(cell), 1, cell.length + 1)

const harmless = (bytes: Uint8Array, from: number, to: number) => isHarmless(bytes, from, to, 0)

/** Texts in ASCII that are nearly what a test looks for. */
const texts = fc.oneof(
  fc
    .array(fc.constantFrom('1', '0', '9', '25', '300', '-', '+', '.', ':', 'T', 'Z', ' ', 'e', 'DE', '@', ',', '\t'), {
      minLength: 1,
      maxLength: 12,
    })
    .map(parts => parts.join('')),
  fc
    .tuple(fc.integer({ min: 1990, max: 2030 }), fc.nat(14), fc.nat(33), fc.nat(26), fc.nat(63), fc.nat(63))
    .chain(([year, ...parts]) =>
      fc.constantFrom('', 'Z', '.1Z', '.123', '.', '+02:00', 'ZZ', ',5Z').map(end => {
        const [month, day, hour, minute, second] = parts.map(part => String(part).padStart(2, '0'))
        return `${year}-${month}-${day}T${hour}:${minute}:${second}${end}`
      }),
    ),
  fc.constantFrom(
    ...[
      'True',
      'false',
      'FALSE',
      'tru',
      'a@b.c',
      'a@b',
      'a@-b.c',
      'a@b-.c',
      'a.b+c@d.e-.f',
      'a@b..c',
      'a@b.c.',
      '@b.c',
    ],
    ...['+49-30123456', '+1234', '+12345', '+123-456', '+1234-5678', '+01-23456', 'EUR', 'E1R', '078-05-1120', 'Y'],
    ...['4111111111111111', ' 4111 1111 1111 1111', '4111111111111111 ', '3782-822463-10005', '411111111111'],
  ),
)

describe('the test of the bytes of a cell', () => {
  const columns: UploadColumn[] = [
    { name: 'a', type: 'datetime' },
    { name: 'a', type: 'double' },
    { name: 'a', type: 'int' },
    { name: 'a', type: 'boolean' },
    { name: 'a', type: 'string', values: ['Y', 'False', '10'], maxLength: 4 },
    { name: 'a', type: 'string', maxLength: 4 },
    ...(Object.keys(formatTests) as ValueFormat[]).map(format => ({ name: 'a', type: 'string' as const, format })),
  ]
  it.each(columns)('%j passes only what the test of its text passes', column => {
    const { check, isGood } = compileCell(column, undefined, now)
    fc.assert(
      fc.property(texts, cell => {
        if (isGood !== null && at(isGood, cell)) expect(check?.(cell) ?? null).toBeNull()
      }),
      { numRuns: 3000 },
    )
  })
  it.each(Object.keys(formatTests) as (keyof typeof formatTests)[])('of the format %s is as exact', format => {
    fc.assert(
      fc.property(texts, cell => {
        expect(at(formatTests[format], cell)).toBe(valueFormats[format].test(cell) && !cell.includes(':'))
      }),
      { numRuns: 3000 },
    )
  })
  it.each([
    ['datetime', '2019-03-14T20:18:11.254Z'],
    ['datetime', '2019-03-14T20:18:11'],
    ['double', '-12.50'],
    ['int', '7'],
    ['boolean', 'TRUE'],
  ] as const)('passes the %s %s', (type, cell) => {
    const { isGood } = compileCell({ name: 'a', type }, undefined, now)
    expect(isGood !== null && at(isGood, cell)).toBe(true)
  })
  it('passes no card number and no social security number', () => {
    fc.assert(
      fc.property(texts, cell => {
        if (at(harmless, cell)) expect(isSensitive(cell)).toBe(false)
      }),
      { numRuns: 3000 },
    )
    expect(
      ['Main Street 12, Berlin', '+49-30123456789', '2019-03-14T20:18:11.254Z'].map(cell => at(harmless, cell)),
    ).toEqual([true, true, true])
  })
})
