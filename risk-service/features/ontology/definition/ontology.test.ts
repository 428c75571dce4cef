import { describe, expect, it } from 'vitest'
import purchaseSchema from '../../../contract/schemas/purchases/purchase.schema.json' with { type: 'json' }
import { parseTenantAssessment, sectionsOf } from '../../../engine/assessments/tenant-assessment.ts'
import type { EventSchema } from '../../../engine/ingest/event-schema.ts'
import { schemas, templateSchemas, type WizardTemplate } from '../../../engine/ingest/event-schemas.ts'
import { answeredAttributeOf } from './made-attributes.ts'
import { defineOntology, sourceOf } from './ontology.ts'
import { ontologyEventsOf } from './ontology-events.ts'

const ontologyOf = (eventType: string) => defineOntology(ontologyEventsOf(eventType, []) ?? [])
const purchases = ontologyOf('purchase')
const pathsAt = (node: string) => purchases.attributes.filter(each => each.node === node).map(({ path }) => path)

/** Names of the properties of a schema that have one value. */
const scalarsOf = ({ properties = {} }: EventSchema): string[] =>
  Object.entries(properties)
    .filter(([, { type, $ref }]) => $ref === undefined && type !== 'object' && type !== 'array')
    .map(([name]) => name)
const definitions = purchaseSchema.$defs as unknown as Readonly<Record<string, EventSchema>>
const inBlock = (block: string, names: readonly string[]) => names.map(name => `${block}.${name}`)
const scalarsIn = (block: string, definition: string) => inBlock(block, scalarsOf(definitions[definition] ?? {}))

const spendMeasures = ['Spend', 'Transactions', 'RefundAmount', 'ChargebackAmount', 'DaysOfUse']
const person = ['firstName', 'lastName', 'phoneNumber']
const ofOrder = ['purchasePrice', 'margin', 'quantity', 'isPreorder', 'shippingMethod']

describe('ontology of purchases', () => {
  it.each<[node: string, key: string | null, attributes: readonly string[]]>([
    [
      'Purchase',
      'purchaseId',
      [
        ...scalarsOf(purchaseSchema as EventSchema),
        ...['riskScore', 'merchantRuleDecision', 'midFlag', 'reasonCodes', 'policyApplied', 'bankName'],
        ...inBlock('calculatedFeatures', ['totalAmountInUSD', 'salesTaxInUSD', 'currencyConversionFactor']),
        'customData',
      ],
    ],
    [
      'User',
      'userId',
      [
        ...scalarsIn('user', 'pp_user'),
        ...['total', 'last30Days', 'monthlyAverage'].flatMap(period =>
          spendMeasures.map(measure => `user.${period}${measure}`),
        ),
      ],
    ],
    [
      'PaymentInstrument',
      'merchantPaymentInstrumentId',
      scalarsIn('paymentInstrumentList', 'pp_pi_purchase').filter(path => !path.endsWith('.purchaseAmount')),
    ],
    ['Address', null, inBlock('shippingAddress', ['street1', 'street2', 'street3', 'city', 'state', 'zipCode'])],
    ['Address', null, ['shippingAddress.country', 'paymentInstrumentList.billingAddress.country']],
    [
      'Product',
      'productId',
      scalarsIn('productList', 'pp_product').filter(path => !ofOrder.some(name => path.endsWith(`.${name}`))),
    ],
    [
      'DeviceContext',
      'deviceContextId',
      [
        ...scalarsIn('deviceContext', 'pp_device'),
        ...inBlock('deviceAttributes', ['botScore', 'ipRoutingType', 'carrier', 'isDeviceRooted', 'ssltlsVersion']),
      ],
    ],
    ['BankEvent', 'bankEventId', scalarsOf(schemas.bankEvent)],
    ['PurchaseStatus', 'purchaseId', scalarsOf(schemas.purchaseStatus)],
    ['Chargeback', 'chargebackId', scalarsOf(schemas.chargeback)],
    ['Refund', 'refundId', scalarsOf(schemas.refund)],
    ['Label', 'labelObjectId', ['labelObjectId', 'labelState', 'labelSource', 'isFraud']],
  ])('%s has its key and its attributes', (node, key, attributes) => {
    expect(purchases.nodes.find(({ id }) => id === node)?.key).toBe(key)
    expect(pathsAt(node)).toEqual(expect.arrayContaining([...attributes]))
  })

  it('a device has every attribute that fingerprinting can find, on the web and in apps', () => {
    const found = pathsAt('DeviceContext').filter(path => path.startsWith('deviceAttributes.'))
    expect(found.length).toBeGreaterThanOrEqual(314)
  })

  it.each<[edge: string, from: string, to: string, attributes: readonly string[]]>([
    ['PurchaseUser', 'Purchase', 'User', ['merchantLocalDate']],
    ['PurchasePaymentInstrument', 'Purchase', 'PaymentInstrument', ['purchaseAmount', 'merchantLocalDate']],
    ['PurchaseProduct', 'Purchase', 'Product', ofOrder],
    ['PurchaseAddress', 'Purchase', 'Address', ['type', ...person]],
    ['PaymentInstrumentAddress', 'PaymentInstrument', 'Address', ['type', ...person]],
    [
      'PurchaseDeviceContext',
      'Purchase',
      'DeviceContext',
      [
        'ipAddress',
        ...['ipCity', 'ipState', 'ipCountry', 'ipLatitude', 'ipLongitude', 'ipRoutingType', 'ipConnectionType'],
        'merchantLocalDate',
      ],
    ],
    ['PurchaseBankEvent', 'Purchase', 'BankEvent', []],
    ['PurchaseStatus', 'Purchase', 'PurchaseStatus', ['statusDate', 'reason']],
    ['PurchaseChargeback', 'Purchase', 'Chargeback', []],
    ['PurchaseRefund', 'Purchase', 'Refund', []],
    ...(['Address', 'PaymentInstrument', 'Chargeback', 'Refund'] as const).map(
      to => [`User${to}`, 'User', to, []] as [string, string, string, string[]],
    ),
    ['UserDevice', 'User', 'DeviceContext', []],
  ])('the edge %s has its ends and its attributes', (id, from, to, names) => {
    const edge = purchases.edges.find(each => each.id === id)
    expect(edge).toMatchObject({ from, to })
    expect(edge?.attributes.map(({ name }) => name)).toEqual(names)
  })

  it('has no other edges', () => {
    expect(purchases.edges).toHaveLength(15)
  })

  it('an attribute of an edge is one of the ontology, and what only the edge has is at no node', () => {
    const known = new Set(purchases.attributes.map(({ event, path }) => `${event} ${path}`))
    for (const { attributes } of purchases.edges)
      for (const { event, path } of attributes) expect(known).toContain(`${event} ${path}`)
    expect(pathsAt('PurchaseProduct')).toEqual(expect.arrayContaining(inBlock('productList', ofOrder)))
    expect(pathsAt('PurchaseAddress')).toEqual(
      expect.arrayContaining(['PurchaseAddress.type', ...inBlock('shippingAddress', person)]),
    )
  })

  it('says of each attribute where its value comes from, and whether the search has it under its own name or another', () => {
    const find = (path: string) => purchases.attributes.find(each => each.path === path)
    expect(find('merchantRuleDecision')).toMatchObject({ source: 'answer', searchable: true })
    expect(find('midFlag')).toMatchObject({ source: 'answer', searchable: false })
    expect(find('user.totalSpend')).toMatchObject({ source: 'computed', searchable: false })
    expect(find('calculatedFeatures.totalAmountInUSD')).toMatchObject({ source: 'derived', searchable: true })
    expect(find('deviceAttributes.botScore')).toMatchObject({ source: 'device' })
  })
})

describe.each(['accountcreation', 'accountlogin'])('ontology of %s', eventType => {
  const { nodes, attributes, edges } = ontologyOf(eventType)
  it('has the decision and the scores at the event', () => {
    const paths = attributes.filter(({ node }) => node === nodes[0]?.id).map(({ path }) => path)
    expect(paths).toEqual(expect.arrayContaining(['decision', 'riskScore', 'botScore']))
    expect(new Set(attributes.map(({ event, path }) => `${event} ${path}`.toLowerCase())).size).toBe(attributes.length)
  })
  it('has no edge without its ends', () => {
    const ids = new Set(nodes.map(({ id }) => id))
    expect(edges.every(({ from, to }) => ids.has(from) && ids.has(to))).toBe(true)
    expect(edges.length).toBeGreaterThan(0)
  })
})

const tenantAssessment = (template: WizardTemplate) =>
  parseTenantAssessment({
    id: 'a',
    environment_id: 'e',
    kind: 'wizard',
    template,
    api_name: 'Sold',
    friendly_name: 'Sold',
    schema: { sections: sectionsOf(template), custom: [] },
    settings: {},
    observations: [],
    has_label: false,
    sample: {},
  })

it.each(['purchase', 'accountcreation', 'accountlogin', ...(Object.keys(templateSchemas) as WizardTemplate[])])(
  'every attribute of %s is at a node or an edge of its ontology',
  name => {
    const isBuiltIn = !(name in templateSchemas)
    const events = isBuiltIn
      ? ontologyEventsOf(name, [])
      : ontologyEventsOf('Sold', [tenantAssessment(name as WizardTemplate)])
    const { nodes, edges, attributes } = defineOntology(events ?? [])
    const places = new Set([...nodes, ...edges].map(({ id }) => id))
    expect(attributes.length).toBeGreaterThan(0)
    expect(attributes.filter(({ node }) => !places.has(node))).toEqual([])
  },
)

it.each([
  ['purchase', 'merchantRuleDecision', 'merchantRuleDecision'],
  ['purchase', 'REASONCODES', 'reasonCodes'],
  ['purchase', 'riskScore', null],
  ['purchase', 'clauseName', null],
  ['accountlogin', 'merchantRuleDecision', 'decision'],
  ['accountlogin', 'reasonCodes', null],
  ['accountlogin', 'riskScore', null],
  ['Sold', 'merchantRuleDecision', 'decision'],
  ['Sold', 'riskScore', 'riskScore'],
] as const)('of the answer to an event %s, a routing rule reads %s as %s', (name, read, path) => {
  const [event] = ontologyEventsOf(name, [tenantAssessment('CardPayment')]) ?? []
  expect(event && answeredAttributeOf(event, read)).toBe(path)
})

it.each([
  ['RiskScore', 'derived'],
  ['CALCULATEDFEATURES.totalAmountInUSD', 'derived'],
  ['deviceattributes.os', 'device'],
  ['User.Email', 'sent'],
])('the source of %s is %s, in any letter case', (path, source) => {
  expect(sourceOf(path)).toBe(source)
})
