import { type AttributeInfo, check } from '@assay/risk-service/fql'
import { describe, expect, it } from 'vitest'
import { type ChosenValue, clauseOf, conditionOf, conditionOfAll } from './rule-text.ts'

const types = {
  'user.email': 'string',
  'deviceContext.externalDeviceId': 'string',
  'deviceContext.ipAddress': 'string',
  'paymentInstrumentList.bin': 'string',
  'calculatedFeatures.totalAmountInUSD': 'number',
  'calculatedFeatures.ipBillingCountryMismatch': 'boolean',
  totalAmount: 'number',
  isFreeProductIncluded: 'boolean',
} as const
const at = (attribute: string, path: keyof typeof types, value: ChosenValue['value'], scale = 1): ChosenValue => ({
  attribute,
  value,
  rule: { path, type: types[path], scale },
})
const text = (value: string): ChosenValue['value'] => ({ kind: 'equals', text: value })
const device = (id: string) => at('deviceId', 'deviceContext.externalDeviceId', text(id))
const bin = (value: string) => at('bin', 'paymentInstrumentList.bin', text(value))

/** Whether the checker of the language accepts a condition. */
function isSound(condition: string): boolean {
  const attributes = new Map<string, AttributeInfo>(
    Object.entries(types).map(([path, type]) => [path.toLowerCase(), { path, type }]),
  )
  return check(clauseOf(condition, 'Reject', 'Shared'), 'clause', { attributes, kind: 'decision' }).length === 0
}

describe('the condition on a value', () => {
  it.each<[string, ChosenValue, string]>([
    ['a text in any letter case', device('DV_1'), '@"deviceContext.externalDeviceId".ToLower() == "dv_1"'],
    ['a text with quotes', device('a"b'), '@"deviceContext.externalDeviceId".ToLower() == "a\\"b"'],
    [
      'a missing value',
      at('deviceId', 'deviceContext.externalDeviceId', { kind: 'absent' }),
      '!Exists(@"deviceContext.externalDeviceId")',
    ],
    [
      'a domain',
      at('emailDomain', 'user.email', text('Shop.example')),
      '@"user.email".ToLower().EndsWith("@shop.example")',
    ],
    [
      'a network',
      at('ipNetwork', 'deviceContext.ipAddress', text('203.0.113.0/24')),
      '@"deviceContext.ipAddress".StartsWith("203.0.113.")',
    ],
    [
      'countries that differ',
      at('ipIsBillingCountry', 'calculatedFeatures.ipBillingCountryMismatch', text('false')),
      '@"calculatedFeatures.ipBillingCountryMismatch" == true',
    ],
    [
      'cents as dollars',
      at('amountUsd', 'calculatedFeatures.totalAmountInUSD', { kind: 'range', from: 40_050, to: null }, 100),
      '@"calculatedFeatures.totalAmountInUSD" >= 400.5',
    ],
    [
      'a range',
      at('totalAmount', 'totalAmount', { kind: 'range', from: 5, to: 20 }),
      '(@"totalAmount" >= 5 && @"totalAmount" < 20)',
    ],
    [
      'a range that a missing number would meet',
      at('totalAmount', 'totalAmount', { kind: 'range', from: null, to: 20 }),
      '(Exists(@"totalAmount") && @"totalAmount" < 20)',
    ],
    ['truth', at('isFreeProductIncluded', 'isFreeProductIncluded', text('true')), '@"isFreeProductIncluded" == true'],
    ['a number', at('totalAmount', 'totalAmount', text('12.5')), '@"totalAmount" == 12.5'],
  ])('is of %s', (_, value, condition) => {
    expect(conditionOf(value)).toBe(condition)
    expect(isSound(condition)).toBe(true)
  })

  it.each<[string, ChosenValue]>([
    ['a value that no rule reads', { attribute: 'hour', value: { kind: 'range', from: 3, to: 5 }, rule: null }],
    ['a network of version 6', at('ipNetwork', 'deviceContext.ipAddress', text('2001:db8::/48'))],
    ['countries that are equal', at('ipIsBillingCountry', 'calculatedFeatures.ipBillingCountryMismatch', text('true'))],
    ['a range of texts', at('deviceId', 'deviceContext.externalDeviceId', { kind: 'range', from: 1, to: 2 })],
    ['a text in place of a number', at('totalAmount', 'totalAmount', text('many'))],
  ])('does not exist for %s', (_, value) => {
    expect(conditionOf(value)).toBeNull()
  })
})

describe('the condition on several values', () => {
  it('takes values of one attribute as a set, and all attributes or any', () => {
    expect(conditionOfAll([bin('400012'), bin('510510')], 'all')).toBe(
      'In(@"paymentInstrumentList.bin", "400012,510510")',
    )
    expect(conditionOfAll([bin('400012'), device('D'), bin('510510')], 'all')).toBe(
      'In(@"paymentInstrumentList.bin", "400012,510510")\n  && @"deviceContext.externalDeviceId".ToLower() == "d"',
    )
    expect(conditionOfAll([bin('400012'), device('D')], 'any')).toBe(
      '@"paymentInstrumentList.bin".ToLower() == "400012"\n  || @"deviceContext.externalDeviceId".ToLower() == "d"',
    )
  })

  it('compares by itself what no set can have', () => {
    const alternatives =
      '@"deviceContext.externalDeviceId".ToLower() == "a,b" || @"deviceContext.externalDeviceId".ToLower() == "c"'
    const condition = conditionOfAll([device('a,b'), device('c'), bin('4')], 'all')
    expect(condition).toBe(`(${alternatives})\n  && @"paymentInstrumentList.bin".ToLower() == "4"`)
    expect(isSound(condition ?? '')).toBe(true)
  })

  it('does not exist without a value, or where one has none', () => {
    expect(conditionOfAll([], 'all')).toBeNull()
    expect(conditionOfAll([device('D'), { attribute: 'hour', value: text('3'), rule: null }], 'any')).toBeNull()
  })

  it('becomes a clause with a decision and a reason', () => {
    const clause = clauseOf(conditionOfAll([device('D')], 'all') ?? '', 'Review', 'Shared "values"')
    expect(clause).toBe(
      'RETURN Review("Shared \\"values\\"")\nWHEN @"deviceContext.externalDeviceId".ToLower() == "d"\n',
    )
  })
})
