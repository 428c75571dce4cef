import { describe, expect, it } from 'vitest'
import { parseJsonObject, serialiseJsonObject } from '../../platform/authoring/sample/json-object.ts'
import { referencedPaths, sampleFields, withSampleFields } from './rule-sample.ts'

const rule = (...texts: string[]) => ({
  condition: '',
  clauses: texts.map((text, index) => ({ name: `c${index}`, section: 'prior' as const, text })),
})
const payload = { user: { email: 'a@b.example', age: 3 }, productList: [{ sku: 'A' }, { sku: 'B' }], total: 9 }

describe('used fields', () => {
  it('used fields are the attributes that the texts name, outside of comments', () => {
    expect(
      referencedPaths(
        rule(
          'RETURN Reject() WHEN @"user.email" == "@x" AND @total > 1 // @"no"',
          'LET $a = @@\'productList[0].sku\'\nLET $b = @"USER.email"',
        ),
      ),
    ).toEqual(['user.email', 'total', 'productList.sku'])
  })
  it('used fields are read from the payload in any letter case, arrays with their index, and null when missing', () => {
    expect(sampleFields(payload, ['USER.Email', 'productList.sku', 'user.none', 'riskScore'])).toEqual({
      'user.email': 'a@b.example',
      'productList[0].sku': 'A',
      'productList[1].sku': 'B',
      'user.none': null,
    })
  })
  it('used fields go back where they came from', () => {
    const edited = withSampleFields(payload, {
      'user.email': 'new@b.example',
      'productList[1].sku': 'C',
      'user.none': null,
      'device.id': 'd1',
    })
    expect(edited).toEqual({
      user: { email: 'new@b.example', age: 3 },
      productList: [{ sku: 'A' }, { sku: 'C' }],
      total: 9,
      device: { id: 'd1' },
    })
    expect(payload.productList[1]?.sku).toBe('B')
  })
})

it('a sample is written in a known order, whatever the store made of it', () => {
  const stored = { user: { zz: 1, email: 'a', userId: 'u' }, own: 1, purchaseId: 'P' }
  expect(serialiseJsonObject(stored).replace(/\s/g, '')).toBe(
    '{"purchaseId":"P","user":{"userId":"u","email":"a","zz":1},"own":1}',
  )
})

it('a sample takes only JSON objects', () => {
  expect([parseJsonObject('{"a":1}'), parseJsonObject('[1]'), parseJsonObject('{'), parseJsonObject('null')]).toEqual([
    { a: 1 },
    null,
    null,
    null,
  ])
})
