import fc from 'fast-check'
import { expect, it } from 'vitest'
import { normalisePurchase, purchaseFieldNormaliser } from '../../../engine/ingest/precompiled-schemas.ts'
import { findEntity } from '../../../upload-files/entities/entities.ts'
import { compileBody } from './create-body.ts'

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
const byField = compileBody({ ...options, normaliserOf: purchaseFieldNormaliser })

/** Cells of each type, as the check lets them pass, and such as the normaliser changes. */
const cells: Record<string, fc.Arbitrary<string>> = {
  string: fc.constantFrom(
    '',
    'x',
    'credit card',
    'VISA',
    '4111111111111111',
    'a\u0000b',
    ' padded ',
    '203.0.113.7',
    '\ud800',
  ),
  int: fc.constantFrom('', '7', '-3'),
  double: fc.constantFrom('', '12.5', '0'),
  boolean: fc.constantFrom('', 'True', 'false'),
  datetime: fc.constantFrom('', '2025-09-01T10:00:00Z', '2025-09-01T10:00+02', '2025-09-01T10:00:00,123456789123Z'),
  json: fc.constantFrom(
    '',
    '{"TransStatus":"Y","eci":null}',
    '{"a":{"password":"x","card":"4111111111111111"}}',
    '[1,null]',
    '3',
  ),
}

it('a purchase of normalised fields is equal to the normalised purchase', () => {
  const row = fc.tuple(...attributes.map(({ type }) => cells[type] as fc.Arbitrary<string>))
  fc.assert(
    fc.property(row, values => {
      expect(JSON.parse(JSON.stringify(byField(values)))).toEqual(
        JSON.parse(JSON.stringify(normalisePurchase(whole(values)).value)),
      )
    }),
    { numRuns: 400 },
  )
})

it('what must never be stored is in no purchase', () => {
  const values = columns.map(name => (name === 'EncryptedCreditCardNumber' ? 'secret' : ''))
  expect(byField(values)).toEqual({})
})
