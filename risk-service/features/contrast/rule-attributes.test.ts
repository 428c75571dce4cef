import { describe, expect, it } from 'vitest'
import { fieldCatalogueOf } from '../search/fields/field-catalogue.ts'
import { createRuleAttributes } from './rule-attributes.ts'

const attributes = [
  { path: 'user.userId', type: 'string' },
  { path: 'user.email', type: 'string' },
  { path: 'deviceContext.externalDeviceId', type: 'string' },
  { path: 'deviceContext.ipAddress', type: 'string' },
  { path: 'paymentInstrumentList.bin', type: 'string' },
  { path: 'calculatedFeatures.totalAmountInUSD', type: 'number' },
  { path: 'calculatedFeatures.ipBillingCountryMismatch', type: 'boolean' },
  { path: 'productList', type: 'array' },
] as const
const catalogue = fieldCatalogueOf('purchase', () => [])
const ruleAttributeOf = createRuleAttributes({ attributes: [...attributes] })
const pathOf = (id: string) => ruleAttributeOf(id, catalogue.find(id))

describe('the attribute that a rule reads', () => {
  it.each([
    ['deviceId', 'deviceContext.externalDeviceId', 'string', 1],
    ['ip', 'deviceContext.ipAddress', 'string', 1],
    ['email', 'user.email', 'string', 1],
    ['bin', 'paymentInstrumentList.bin', 'string', 1],
    // The column has cents, the rule dollars.
    ['amountUsd', 'calculatedFeatures.totalAmountInUSD', 'number', 100],
  ])('of the column %s is %s', (id, path, type, scale) => {
    expect(pathOf(id)).toEqual({ path, type, scale })
  })
  it.each([
    ['emailDomain', 'user.email'],
    ['ipNetwork', 'deviceContext.ipAddress'],
    ['ipIsBillingCountry', 'calculatedFeatures.ipBillingCountryMismatch'],
  ])('of the derived %s is %s', (id, path) => {
    expect(ruleAttributeOf(id, null)).toMatchObject({ path })
  })
  it('is none where rules have none, or no value of one', () => {
    for (const id of ['decision', 'riskScore', 'label', 'currency', 'hour']) expect(pathOf(id), id).toBeNull()
    expect(createRuleAttributes({ attributes: [] })('email', catalogue.find('email'))).toBeNull()
  })
})
