import { describe, expect, it } from 'vitest'
import { apiSchemaOf } from '../assessments/api-schemas.ts'
import type { EventSchema } from './event-schema.ts'
import { schemaFieldOf } from './field-fault.ts'
import { compileInterpretedValidator } from './interpreted-validator.ts'
import { schemaLineOf } from './schema-line.ts'
import { compileValidator } from './validate.ts'

const schema: EventSchema = {
  type: 'object',
  required: ['id', 'user'],
  properties: {
    id: { type: 'string', maxLength: 4 },
    user: { $ref: '#/$defs/user' },
    items: { type: 'array', items: { $ref: '#/$defs/item' } },
    custom: { type: 'object', additionalProperties: { type: 'string', maxLength: 3 } },
  },
  $defs: {
    user: { type: 'object', required: ['email'], properties: { email: { type: 'string' } } },
    item: { type: 'object', properties: { price: { type: 'number' } } },
  },
}
const valid = { id: 'a', user: { email: 'a@example.com' } }
const printed = JSON.stringify(schema, null, 2).split('\n')

const validators = [
  ['compiled', compileValidator(schema)],
  ['interpreted', compileInterpretedValidator(schema)],
] as const
describe.each(validators)('the %s validator', (_name, validate) => {
  const faultOf = (body: Record<string, unknown>) => {
    let fault: { field: string; rule: string } | null = null
    validate(body, [], first => {
      fault = first
    })
    return fault
  }
  it.each([
    [
      { ...valid, id: undefined },
      { field: 'id', rule: 'required' },
    ],
    [
      { ...valid, user: {} },
      { field: 'user.email', rule: 'required' },
    ],
    [
      { ...valid, id: 7 },
      { field: 'id', rule: 'type' },
    ],
    [
      { ...valid, id: 'too long' },
      { field: 'id', rule: 'maxLength' },
    ],
    [
      { ...valid, items: [{ price: 1 }, { price: 'x' }] },
      { field: 'items[].price', rule: 'type' },
    ],
    [valid, null],
  ])('reports the field of %j', (body, fault) => expect(faultOf(body)).toEqual(fault))
  it('leaves out names that the sender chose', () => {
    expect(faultOf({ ...valid, custom: { 'jane@example.com': 'long' } })).toEqual({
      field: 'custom.*',
      rule: 'maxLength',
    })
  })
})

it('a path is named as in the schema', () => {
  expect(schemaFieldOf('(root)', schema)).toBe('')
  expect(schemaFieldOf('items[12].price', schema)).toBe('items[].price')
  expect(schemaFieldOf('jane.doe', schema)).toBe('*')
})

it.each([
  [{ field: 'user.email', rule: 'required' }, '"email"'],
  [{ field: 'id', rule: 'maxLength' }, '"maxLength": 4'],
  [{ field: 'items[].price', rule: 'type' }, '"type": "number"'],
  [{ field: 'custom.*', rule: 'maxLength' }, '"custom": {'],
])('the line of %j is found', (fault, text) => {
  const found = schemaLineOf(schema, fault)
  expect(found?.text).toBe(text)
  expect(printed[(found?.line ?? 0) - 1]?.trim()).toBe(text)
  expect(found?.excerpt).toEqual(printed.slice((found?.first ?? 1) - 1, (found?.line ?? 0) + 3))
})

it('a field that the schema does not have has no line', () => {
  expect(schemaLineOf(schema, { field: 'other.field', rule: 'type' })).toBeNull()
})

it('every API has the schema of its bodies', () => {
  const own = [
    { apiName: 'parcel', schema, observations: [{ apiName: 'picked', template: 'Custom' }] },
  ] as unknown as Parameters<typeof apiSchemaOf>[1]
  expect(apiSchemaOf('v1.0/MerchantServices/Events/Purchase/Branch', own)?.required).toContain('purchaseId')
  expect(apiSchemaOf('v1.0/Assessment/parcel', own)).toBe(schema)
  for (const apiName of [
    'v1.0/Assessment/parcel/Label',
    'v1.0/Assessment/parcel/Observation/picked',
    'v1.0/Observe/Login',
  ])
    expect(apiSchemaOf(apiName, own)).not.toBeNull()
  expect(apiSchemaOf('v1.0', own)).toBeNull()
})
