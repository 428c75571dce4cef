import { personalKindsOf } from '../../../contract/common/personal-data.ts'
import type { OntologyAttribute, OntologyEdge, OntologyNode } from '../../../contract/ontology/ontology.ts'
import type { AttributeSource, OntologyNodeKind } from '../../../contract/ontology/ontology-definitions.ts'
import { type Attribute } from '../../../engine/ingest/attributes.ts'
import { fieldCatalogueOf } from '../../search/fields/field-catalogue.ts'
import { edgesOf, ownEdgeOf } from './edges.ts'
import { madeAttributesOf } from './made-attributes.ts'
import type { OntologyEvent } from './ontology-events.ts'

/** Nodes that stand for a block of an assessed event. */
const blockNodes = {
  User: { kind: 'user', key: 'userId' },
  PaymentInstrument: { kind: 'payment', key: 'merchantPaymentInstrumentId' },
  Address: { kind: 'address', key: null },
  Product: { kind: 'product', key: 'productId' },
  DeviceContext: { kind: 'device', key: 'deviceContextId' },
} as const satisfies Record<string, { kind: OntologyNodeKind; key: string | null }>
type BlockNode = keyof typeof blockNodes

/** The node of each block; of several that fit, the longest. */
const nodeByBlock: Readonly<Record<string, BlockNode>> = {
  user: 'User',
  email: 'User',
  phone: 'User',
  paymentInstrumentList: 'PaymentInstrument',
  paymentInstruments: 'PaymentInstrument',
  card: 'PaymentInstrument',
  'paymentInstrumentList.billingAddress': 'Address',
  'paymentInstruments.billingAddress': 'Address',
  shippingAddress: 'Address',
  address: 'Address',
  'user.address': 'Address',
  'billing.address': 'Address',
  'shipping.address': 'Address',
  productList: 'Product',
  deviceContext: 'DeviceContext',
  device: 'DeviceContext',
  deviceFingerprinting: 'DeviceContext',
  deviceAttributes: 'DeviceContext',
}

/** Returns the node of an attribute of an assessed event; null for one that stands in no block. */
export function blockNodeOf(path: string): BlockNode | null {
  for (let block = path; block !== ''; block = block.slice(0, Math.max(0, block.lastIndexOf('.')))) {
    const node = nodeByBlock[block]
    if (node !== undefined) return node
  }
  return null
}

/** An attribute without the number of its uses. */
export type DefinedAttribute = Omit<OntologyAttribute, 'uses'>

export interface OntologyDefinition {
  nodes: readonly OntologyNode[]
  edges: readonly OntologyEdge[]
  attributes: readonly DefinedAttribute[]
}

/** Returns nodes, edges and attributes of the events of an assessment, the assessed one first. */
export function defineOntology(events: readonly OntologyEvent[]): OntologyDefinition {
  const [assessed] = events
  if (assessed === undefined) return { nodes: [], edges: [], attributes: [] }
  const attributes = events.flatMap(each => attributesOfEvent(each, each === assessed, assessed))
  const used = new Set(attributes.map(({ node }) => node))
  const blocks = (Object.keys(blockNodes) as BlockNode[]).filter(node => used.has(node))
  const nodes: OntologyNode[] = [
    nodeOf(assessed),
    ...blocks.map(id => ({ id, event: assessed.event, ...blockNodes[id] })),
    ...events.slice(1).map(nodeOf),
  ]
  return { nodes, edges: edgesOf(assessed, events.slice(1), blocks, attributes), attributes }
}

const nodeOf = ({ event, node, kind, key }: OntologyEvent): OntologyNode => ({ id: node, kind, event, key })

function attributesOfEvent(
  { event, node, kind, attributes, required }: OntologyEvent,
  isAssessed: boolean,
  assessed: OntologyEvent,
): DefinedAttribute[] {
  const blocks = new Set(attributes.map(({ path }) => path.slice(0, Math.max(0, path.lastIndexOf('.')))))
  const isSearchable = searchableOf(event, isAssessed, assessed)
  const seen = new Set<string>()
  const isFirst = ({ path }: Attribute): boolean =>
    !seen.has(path.toLowerCase()) && seen.add(path.toLowerCase()) !== null
  const describe = (
    { path, type, description }: Attribute,
    own: Pick<DefinedAttribute, 'node' | 'source'>,
  ): DefinedAttribute => ({
    event,
    path,
    type,
    description: description ?? null,
    required: required.has(path),
    searchable: isSearchable(path),
    personal: personalKindsOf(path),
    listed: true,
    ...own,
  })
  return [
    ...attributes
      // A block with attributes of its own is no attribute.
      .filter(({ path, type }) => !((type === 'object' || type === 'array') && blocks.has(path)))
      .filter(isFirst)
      .map(attribute => {
        const part = isAssessed ? (ownEdgeOf(node, attribute.path) ?? blockNodeOf(attribute.path)) : null
        return describe(attribute, { node: part ?? node, source: sourceOf(attribute.path) })
      }),
    ...madeAttributesOf(event, node, kind)
      .filter(isFirst)
      .map(attribute => describe(attribute, attribute)),
  ]
}

const derivedNames: ReadonlySet<string> = new Set(['riskscore', 'botscore', 'reasoncodes', 'calculatedfeatures'])

/** Returns where the value of an attribute comes from; texts may write its path in any letter case. */
export function sourceOf(path: string): AttributeSource {
  const [first = ''] = path.toLowerCase().split('.')
  return first === 'deviceattributes' ? 'device' : derivedNames.has(first) ? 'derived' : 'sent'
}

/** Fields of the search that have another name than the attribute. */
const searchNames: Readonly<Record<string, string>> = {
  merchantruledecision: 'decision',
  policyapplied: 'rule',
  'calculatedfeatures.totalamountinusd': 'amountUsd',
}

function searchableOf(event: string, isAssessed: boolean, assessed: OntologyEvent): (path: string) => boolean {
  const catalogue = fieldCatalogueOf(assessed.event, (): readonly Attribute[] => assessed.attributes)
  if (isAssessed) {
    const paths = new Set(
      catalogue.fields.flatMap(({ source }) => ('path' in source && source.path ? [source.path.toLowerCase()] : [])),
    )
    return path => paths.has(path.toLowerCase()) || catalogue.find(searchNames[path.toLowerCase()] ?? path) !== null
  }
  const paths = new Set(
    catalogue.fields.flatMap(({ source }) =>
      (source.kind === 'latestEvent' && source.events.some(each => each === event)) ||
      (source.kind === 'latestLabel' && event === 'label')
        ? [source.path.toLowerCase()]
        : [],
    ),
  )
  return path => paths.has(path.toLowerCase())
}
