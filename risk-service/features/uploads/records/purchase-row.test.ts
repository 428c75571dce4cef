import fc from 'fast-check'
import { expect, it } from 'vitest'
import { enrichPurchase } from '../../../engine/enrich/enrich-purchase.ts'
import { normalisePurchase } from '../../../engine/ingest/precompiled-schemas.ts'
import { rowOfCells } from '../../../upload-files/cells/row-bytes.ts'
import { findEntity } from '../../../upload-files/entities/entities.ts'
import { FileRows } from '../../../upload-files/read/file-rows.ts'
import { compileBody } from './create-body.ts'
import { compilePurchase } from './purchase-row.ts'

const attributes = findEntity('Purchases')?.columns ?? []
const columns = attributes.map(({ name }) => name)
const options = {
  entity: 'Purchases' as const,
  attributes,
  columns,
  columnOf: Object.fromEntries(columns.map(name => [name, name])),
  formats: {},
}
const whole = compileBody(options)
const byField = compilePurchase(options)
const decode = (bytes: Uint8Array) => JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>

/** Cells of each type, as the check lets them pass, and such as the normaliser changes. */
const cells: Record<string, fc.Arbitrary<string>> = {
  string: fc.constantFrom(
    ...[
      '',
      'x',
      'credit card',
      'VISA',
      '4111111111111111',
      'a\u0000b',
      ' padded ',
      '203.0.113.7',
      '\ud800',
      'Malm\u00f6',
    ],
    ...['a "quoted" \\ text', 'two\nlines', '5555', 'DE', 'ada@example.com', '+49-30123456'],
  ),
  int: fc.constantFrom('', '7', '-3', '007', '+5', '12345678901234567'),
  double: fc.constantFrom('', '12.5', '0', '12.50', '3.00', '-0.0', '0.10', '-7.05', '+1.5'),
  boolean: fc.constantFrom('', 'True', 'false'),
  datetime: fc.constantFrom(
    ...['', '2025-09-01T10:00:00Z', '2025-09-01T10:00+02', '2025-09-01T10:00:00,123456789123Z'],
    ...['2025-09-01T10:00:00.123456789Z', '2025-09-01T10:00:00.1234567891Z', '2025-09-01T10:00:00'],
  ),
  json: fc.constantFrom(
    ...['', '{"TransStatus":"Y","eci":null}', '{"a":{"password":"x","card":"4111111111111111"}}', '[1,null]', '3'],
    '{"b":[1,{"c":"\u00f6"}]}',
  ),
}
const rows = fc.tuple(
  ...attributes.map(({ name, type }) =>
    // A column that is never stored makes no object where it is alone.
    name === 'EncryptedCreditCardNumber' ? fc.constant('') : (cells[type] as fc.Arbitrary<string>),
  ),
)

it('a purchase that is written field by field is equal to the normalised purchase', () => {
  fc.assert(
    fc.property(rows, values => {
      const row = rowOfCells(values)
      const expected = JSON.parse(JSON.stringify(normalisePurchase(whole(row)).value)) as Record<string, unknown>
      const { request, facts } = byField(row)
      expect(decode(request)).toEqual(expected)
      const at = new Date('2025-09-01T10:00:00Z')
      // As text: a count of -0 is one of 0 there, as it is stored.
      const enriched = (purchase: Record<string, unknown>) => JSON.stringify(enrichPurchase(purchase, () => 'DE', at))
      expect(enriched(facts)).toBe(enriched(expected))
    }),
    { numRuns: 800 },
  )
})

it('a purchase of a file is equal to that of its cells, and its lists are behind its other fields', () => {
  const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`
  fc.assert(
    fc.property(rows, values => {
      const valid = values.map(value => value.toWellFormed().replaceAll('\u0000', ''))
      const reader = new FileRows({ delimiter: ',', lineEnd: '\n' }, columns.length)
      reader.push(new TextEncoder().encode(`${valid.map(quoted).join()}\n`))
      expect(reader.next()).toBe(true)
      const { request, listsAt } = byField(reader)
      expect(decode(request)).toEqual(decode(byField(rowOfCells(valid)).request))
      const before = new TextDecoder().decode(request.subarray(0, listsAt))
      expect(before).not.toMatch(/paymentInstrumentList|productList/)
      expect(() => JSON.parse(listsAt === 0 ? '{}' : `${before}}`) as unknown).not.toThrow()
    }),
    { numRuns: 200 },
  )
})

it('what must never be stored is in no purchase', () => {
  const values = columns.map(name => (name === 'EncryptedCreditCardNumber' ? 'secret' : ''))
  expect(decode(byField(rowOfCells(values)).request)).toEqual({})
})
