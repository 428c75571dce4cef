import type { OntologyEdge } from '../../../contract/ontology/ontology.ts'
import type { DefinedAttribute } from './ontology.ts'
import type { OntologyEvent } from './ontology-events.ts'

/** Names of attributes at an edge, with the paths that can stand for them: the first that the ontology has. */
type EdgeAttributes = Readonly<Record<string, readonly string[]>>

const inBlock = (blocks: readonly string[], names: readonly string[]): EdgeAttributes =>
  Object.fromEntries(names.map(name => [name, blocks.map(block => `${block}.${name}`)]))

const merchantLocalDate: EdgeAttributes = { merchantLocalDate: ['merchantLocalDate'] }
const person = ['firstName', 'lastName', 'phoneNumber']

/** Attributes that only edges have: what one event says about the product or the address, not what they are. */
const ownAttributes: Readonly<Record<string, EdgeAttributes>> = {
  PurchasePaymentInstrument: inBlock(['paymentInstrumentList'], ['purchaseAmount']),
  PurchaseProduct: inBlock(['productList'], ['purchasePrice', 'margin', 'quantity', 'isPreorder', 'shippingMethod']),
  PurchaseAddress: { type: ['PurchaseAddress.type'], ...inBlock(['shippingAddress'], person) },
  PaymentInstrumentAddress: {
    type: ['PaymentInstrumentAddress.type'],
    ...inBlock(['paymentInstrumentList.billingAddress', 'paymentInstruments.billingAddress'], person),
  },
}

/** Attributes of nodes that edges have too. */
const sharedAttributes: Readonly<Record<string, EdgeAttributes>> = {
  PurchaseUser: merchantLocalDate,
  PurchasePaymentInstrument: merchantLocalDate,
  PurchaseDeviceContext: {
    ipAddress: ['deviceContext.ipAddress'],
    ipCity: ['calculatedFeatures.ipCity'],
    ipState: ['calculatedFeatures.ipRegion'],
    ipCountry: ['calculatedFeatures.ipCountry'],
    ipLatitude: ['deviceAttributes.latitude'],
    ipLongitude: ['deviceAttributes.longitude'],
    // Fingerprinting reports both in one attribute.
    ipRoutingType: ['deviceAttributes.ipRoutingType'],
    ipConnectionType: ['deviceAttributes.ipRoutingType'],
    ...merchantLocalDate,
  },
  PurchaseStatus: { statusDate: ['statusDate'], reason: ['reason'] },
}

const ownEdges: ReadonlyMap<string, string> = new Map(
  Object.entries(ownAttributes).flatMap(([edge, names]) =>
    Object.values(names).flatMap(paths => paths.map(path => [path, edge] as const)),
  ),
)

/**
 * Returns the edge that an attribute of an assessed event belongs to; null for one of a node.
 * @param node node of the assessed event: other events than purchases have edges of other names, without attributes
 */
export function ownEdgeOf(node: string, path: string): string | null {
  const edge = ownEdges.get(path)
  return edge !== undefined && (node === 'Purchase' || edge === 'PaymentInstrumentAddress') ? edge : null
}

/**
 * Returns the edges between the nodes of an ontology.
 * @param assessed the event that is assessed
 * @param others the events about it
 * @param blocks nodes that stand for blocks of the assessed event
 */
export function edgesOf(
  assessed: OntologyEvent,
  others: readonly OntologyEvent[],
  blocks: readonly string[],
  attributes: readonly DefinedAttribute[],
): OntologyEdge[] {
  const edge = (from: string, to: string, id = `${from}${to}`): OntologyEdge => {
    const event = others.find(({ node }) => node === to)?.event ?? assessed.event
    return { id, from, to, attributes: attributesOfEdge(id, event, attributes) }
  }
  const has = (node: string): boolean => blocks.includes(node) || others.some(each => each.node === node)
  const isBilled = attributes.some(({ path }) => path.includes('.billingAddress.'))
  const ofUser = ['Address', 'PaymentInstrument', 'Chargeback', 'Refund'].filter(has)
  return [
    ...blocks.map(node => edge(assessed.node, node)),
    // A label names what it is about by its id: it belongs to no node more than to another.
    ...others
      .filter(({ kind }) => kind !== 'label')
      .map(({ node }) => (node === 'PurchaseStatus' ? edge(assessed.node, node, node) : edge(assessed.node, node))),
    ...(isBilled && has('PaymentInstrument') ? [edge('PaymentInstrument', 'Address')] : []),
    ...(has('User') ? ofUser.map(node => edge('User', node)) : []),
    ...(has('User') && has('DeviceContext') ? [edge('User', 'DeviceContext', 'UserDevice')] : []),
  ]
}

function attributesOfEdge(id: string, event: string, attributes: readonly DefinedAttribute[]) {
  return Object.entries({ ...ownAttributes[id], ...sharedAttributes[id] }).flatMap(([name, paths]) => {
    const path = paths.find(each => attributes.some(found => found.event === event && found.path === each))
    return path === undefined ? [] : [{ name, event, path }]
  })
}
