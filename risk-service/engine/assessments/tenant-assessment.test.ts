import { describe, expect, it } from 'vitest'
import type { WizardTemplate } from '../ingest/event-schemas.ts'
import { casesByDefault, parseTenantAssessment, searchByDefault } from './tenant-assessment.ts'

const parsed = (template: WizardTemplate | null, settings: object) =>
  parseTenantAssessment({
    id: 'a',
    environment_id: 'e',
    kind: template === null ? 'custom' : 'wizard',
    template,
    api_name: 'A',
    friendly_name: 'A',
    schema: { sections: ['metadata'], custom: [] },
    settings,
    observations: [],
    has_label: false,
    sample: {},
  })
const searched = (template: WizardTemplate | null, settings: object) => parsed(template, settings).search
const reviewed = (template: WizardTemplate | null, settings: object = {}) => parsed(template, settings).cases

describe('the search of a tenant assessment', () => {
  it.each([
    ['CardPayment', true],
    ['LoyaltyProgram', true],
    ['MoneyTransfer', true],
    ['SoftwarePiracy', false],
    ['Custom', false],
    ['DeviceFingerprinting', false],
    [null, true],
  ] as const)('template %s: %s for a new one', (template, search) => {
    expect(searchByDefault(template)).toBe(search)
  })
  it('is what its settings say, and on for one from before they said anything', () => {
    expect(searched('CardPayment', { features: { search: false } })).toBe(false)
    expect(searched('Custom', { features: { search: true } })).toBe(true)
    expect(searched('Custom', {})).toBe(true)
    expect(searched(null, {})).toBe(true)
  })
  it('is never on for device fingerprinting', () => {
    expect(searched('DeviceFingerprinting', { features: { search: true } })).toBe(false)
  })
})

describe('the cases of a tenant assessment', () => {
  it.each([
    ['CardPayment', true],
    ['LoyaltyProgram', true],
    ['MoneyTransfer', true],
    ['SoftwarePiracy', false],
    ['Custom', false],
    ['DeviceFingerprinting', false],
    [null, false],
  ] as const)('template %s: %s unless its settings say otherwise', (template, cases) => {
    expect([casesByDefault(template), reviewed(template)]).toEqual([cases, cases])
  })
  it('are what its settings say', () => {
    expect(reviewed('CardPayment', { features: { caseManagement: false } })).toBe(false)
    expect(reviewed('Custom', { features: { caseManagement: true } })).toBe(true)
    expect(reviewed('CardPayment', { features: { caseManagement: 'off' } })).toBe(true)
  })
  it('are never there for device fingerprinting, or without a template', () => {
    expect(reviewed('DeviceFingerprinting', { features: { caseManagement: true } })).toBe(false)
    expect(reviewed(null, { features: { caseManagement: true } })).toBe(false)
  })
})

describe('the reports of a tenant assessment', () => {
  it.each([
    ['CardPayment', true],
    ['MoneyTransfer', true],
    ['LoyaltyProgram', false],
    ['Custom', false],
    [null, false],
  ] as const)('template %s has amounts: %s, unless they are switched off', (template, amounts) => {
    expect(parsed(template, {}).amounts).toBe(amounts)
    expect(parsed(template, { reports: { amounts: true } }).amounts).toBe(amounts)
    expect(parsed(template, { reports: { amounts: false } }).amounts).toBe(false)
  })
  it('can be filtered by everything that its events have, or by what its settings choose of that', () => {
    const all = ['cardType', 'osFamily', 'operatingSystem', 'browserFamily', 'country']
    expect(parsed('CardPayment', {}).reportFilters).toEqual(all)
    expect(parsed('CardPayment', { reports: { filters: ['country', 'segment', 'osFamily'] } }).reportFilters).toEqual([
      'osFamily',
      'country',
    ])
    expect(parsed('CardPayment', { reports: { filters: [] } }).reportFilters).toEqual([])
  })
})
