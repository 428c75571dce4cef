import { describe, expect, it } from 'vitest'
import { assessmentTemplates } from '../../contract/assessments/assessment-definitions.ts'
import type { CustomField } from '../../contract/assessments/custom-fields.ts'
import { defaultDataFilters } from '../../contract/assessments/data-filters.ts'
import type { WizardTemplate } from '../ingest/event-schemas.ts'
import type { Json } from '../lib/json.ts'
import { dataFilterOptionsOf, defaultDataFiltersOf, readDataFilters } from './data-filters.ts'
import { bodySchema, sectionsOf } from './tenant-assessment.ts'

const assessment = (template: WizardTemplate, custom: CustomField[] = [], subjects: string[] = []) => ({
  template,
  schema: bodySchema(template, { sections: sectionsOf(template), custom }),
  sample: {},
  subjects,
})
const withoutSchema = (sample: Json, subjects: string[] = []) => ({
  template: null,
  schema: { type: 'object' },
  sample,
  subjects,
})
const field = (name: string, type: CustomField['type'], fields?: CustomField[]): CustomField =>
  ({ name, type, ...(fields === undefined ? {} : { fields }) }) as CustomField

describe('the fields by which reports can be filtered', () => {
  it('are the plain ones of the schema and of the tenant', () => {
    const options = dataFilterOptionsOf(
      assessment('CardPayment', [
        field('tier', 'String'),
        field('count', 'Integer'),
        field('open', 'Boolean'),
        field('day', 'DateTime'),
        field('address', 'IPAddress'),
        field('list', 'Array'),
        field('inner', 'Object', [field('ratio', 'Double')]),
      ]),
    )
    expect(options).toEqual(expect.arrayContaining(['transaction.txnAmount', 'card.isPresent', 'billing.address.city']))
    expect(options.filter(path => path.startsWith('custom.'))).toEqual([
      'custom.tier',
      'custom.count',
      'custom.open',
      'custom.inner.ratio',
    ])
    expect(options.filter(path => path.startsWith('metadata.'))).toEqual([])
  })
  it('are none with personal data, and none that identifies a person', () => {
    const options = dataFilterOptionsOf(
      assessment('CardPayment', [field('email', 'String'), field('contact', 'Email')], ['user.language']),
    )
    for (const path of [
      'custom.email',
      'custom.contact',
      'user.language',
      'user.email',
      'user.lastName',
      'card.bin',
      'billing.address.street1',
    ])
      expect(options).not.toContain(path)
    expect(options).toContain('user.membershipType')
  })
  it.each<[WizardTemplate, string[]]>([
    ['CardPayment', ['merchant.id', 'merchant.terminalId']],
    ['DeviceFingerprinting', []],
    ['LoyaltyProgram', ['loyalty.programId', 'loyalty.rewardId']],
    ['MoneyTransfer', []],
    ['SoftwarePiracy', ['software.productId']],
    ['Custom', []],
  ])('of %s are no ids but those of things', (template, ids) => {
    const options = dataFilterOptionsOf(assessment(template))
    expect(options.filter(path => /id$/i.test(path))).toEqual(ids)
  })
  it('are none of the ids that a tenant names, except those of things', () => {
    const things = ['homeStoreId', 'campaign_id', 'productID', 'PLAN_ID', 'programid', 'paid', 'isValid', 'idType']
    const filtered = assessment('Custom', [
      ...['id', 'ID', 'customerId', 'employee_id', 'deviceID', 'USER_ID', 'productOwnerId', 'restoreId'].map(name =>
        field(name, 'String'),
      ),
      ...things.map(name => field(name, 'String')),
      field('branch', 'Object', [field('id', 'Integer')]),
      field('driver', 'Object', [field('id', 'Integer')]),
    ])
    const expected = [...things.map(name => `custom.${name}`), 'custom.branch.id']
    expect(dataFilterOptionsOf(filtered).filter(path => path.startsWith('custom.'))).toEqual(expected)
    // Those that were chosen before are no longer used.
    const dataFilters = ['user.membershipId', 'custom.customerId', 'custom.driver.id', ...expected.slice(-2)]
    expect(readDataFilters(filtered, { reports: { dataFilters } })).toEqual(expected.slice(-2))
  })
  it('are none below a name of personal data, stored ones neither', () => {
    const filtered = assessment('CardPayment', [
      field('email', 'Object', [field('value', 'String'), field('inner', 'Object', [field('kind', 'String')])]),
      field('contact', 'Object', [field('phone', 'Object', [field('country', 'String')]), field('kind', 'String')]),
    ])
    const custom = dataFilterOptionsOf(filtered).filter(path => path.startsWith('custom.'))
    expect(custom).toEqual(['custom.contact.kind'])
    const dataFilters = ['custom.email.value', 'custom.email.inner.kind', 'custom.contact.phone.country', ...custom]
    expect(readDataFilters(filtered, { reports: { dataFilters } })).toEqual(custom)
    const sample = { kind: 'a', email: { value: 'a@b.example' } }
    expect(dataFilterOptionsOf(withoutSchema(sample))).toEqual(['kind'])
  })
  it('of an assessment without a schema are those of its sample', () => {
    expect(
      dataFilterOptionsOf(
        withoutSchema({
          kind: 'a',
          country: 'DE',
          inner: { size: 2, list: [], metadata: { kind: 'x' } },
          email: 'a@b.example',
          metadata: { kind: 'x' },
          _metadata: { kind: 'x' },
        }),
      ),
    ).toEqual(['kind', 'inner.size', 'inner.metadata.kind'])
  })
  it('that are chosen without a schema stay whatever the sample, but for those that identify a person', () => {
    const chosen = ['tier', 'inner.size', 'kind']
    const settings = { reports: { dataFilters: chosen } }
    expect(readDataFilters(withoutSchema({ kind: 'a', inner: { size: 2 }, tier: 1 }), settings)).toEqual([
      'kind',
      'inner.size',
      'tier',
    ])
    for (const sample of [{}, { other: 'a' }, { inner: 'a', tier: {}, kind: [] }])
      expect(readDataFilters(withoutSchema(sample), settings)).toEqual(chosen)
    // Those of the sample are the first ones.
    expect(readDataFilters(withoutSchema({ kind: 'b', other: 1 }), settings)).toEqual(['kind', 'tier', 'inner.size'])
    const refused = ['email', 'email.value', 'user.id', 'metadata.kind', '_metadata', 'country', 'a b', 7, null, 'role']
    expect(
      readDataFilters(withoutSchema({}, ['role']), { reports: { dataFilters: [...refused, 'kind', 'kind'] } }),
    ).toEqual(['kind'])
  })
  it.each(assessmentTemplates)('of %s are at first those of its template, all of which it has', template => {
    const found = defaultDataFiltersOf(assessment(template))
    expect(found.toSorted()).toEqual(defaultDataFilters[template].toSorted())
    expect(readDataFilters(assessment(template), {})).toEqual(found)
    expect(readDataFilters(assessment(template), { reports: { dataFilters: [] } })).toEqual([])
  })
  it('that are chosen and no longer in the schema are none', () => {
    expect(
      readDataFilters(assessment('Custom'), { reports: { dataFilters: ['card.network', 'user.userType', 7] } }),
    ).toEqual(['user.userType'])
  })
})
