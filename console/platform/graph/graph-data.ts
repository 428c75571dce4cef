import type { DecisionName } from '@assay/design-system'
import type { GraphEdge, GraphNode, GraphNodeKind, GraphRelation } from '@assay/design-system/graph'
import {
  type GraphEdgeKind,
  type GraphNodeType,
  type GraphPicture,
  graphNodeTypes,
  type GraphNode as ServiceNode,
} from '@assay/risk-service/contract'

/** Kinds of the picture by the types of the service. */
export const kindOf: Record<GraphNodeType, GraphNodeKind> = {
  transaction: 'event',
  user: 'user',
  email: 'email',
  phone: 'phone',
  device: 'device',
  payment: 'payment',
  bin: 'bin',
  address: 'address',
  ip: 'ip',
  ipNetwork: 'network',
  product: 'product',
  case: 'case',
}

const relationOf: Record<GraphEdgeKind, GraphRelation> = {
  used: 'used',
  paidWith: 'paid',
  shippedTo: 'shipped',
  billedTo: 'billed',
  signedInFrom: 'signedIn',
  owns: 'owns',
  chargedBack: 'chargedBack',
}

const decisionOf: Partial<Record<string, DecisionName>> = {
  Approve: 'approve',
  Reject: 'reject',
  Review: 'review',
  Challenge: 'challenge',
}

/** What the picture needs of an answer of the service. */
type Answer = Pick<GraphPicture, 'nodes' | 'edges'>

interface GraphDataOptions {
  /** Id of the node that the picture starts from. */
  root: string | null
  /** Name of an assessment by its key. */
  nameOf: (eventType: string) => string
}

/** Numbers of nodes by the kinds of the picture. */
export const countsByKind = (counts: ServiceNode['moreByType']): NonNullable<GraphNode['moreByKind']> =>
  Object.fromEntries(graphNodeTypes.flatMap(type => (counts[type] === undefined ? [] : [[kindOf[type], counts[type]]])))

const moment = (time: string | null) => (time === null ? {} : { value: Date.parse(time) })

function toNode(node: ServiceNode, { root, nameOf }: GraphDataOptions): GraphNode {
  const { event, hub } = node
  const [first, last] = [moment(node.firstSeen), moment(node.lastSeen)]
  const decision = event?.decision ? decisionOf[event.decision] : undefined
  const reviewDecision = event?.reviewDecision ? decisionOf[event.reviewDecision] : undefined
  const { fraud, good } = node.labels
  return {
    id: node.id,
    kind: kindOf[node.type],
    label: node.person ?? node.text,
    score: node.riskScore?.highest ?? null,
    ...(node.id === root ? { root: true } : {}),
    ...(event ? { typeName: nameOf(event.eventType) } : {}),
    ...(decision ? { decision } : {}),
    ...(reviewDecision ? { reviewDecision } : {}),
    ...(fraud + good > 0 ? { fraud: fraud > 0 } : {}),
    ...(node.amountUsd > 0 ? { amount: node.amountUsd / 100 } : {}),
    ...('value' in first ? { time: first.value } : {}),
    ...('value' in last ? { lastTime: last.value } : {}),
    ...(hub
      ? {
          hub: { links: Math.max(hub.accounts, hub.events), fraud: { share: hub.fraud.share, base: hub.base.share } },
        }
      : {}),
    more: node.more,
    moreByKind: countsByKind(node.moreByType),
  }
}

const toEdge = ({ source, target, kind, firstSeen, lastSeen, count }: GraphPicture['edges'][number]): GraphEdge => ({
  source,
  target,
  relation: relationOf[kind],
  count,
  time: Date.parse(firstSeen),
  lastTime: Date.parse(lastSeen),
})

/** Nodes and edges of the service as the picture draws them. */
export function toGraphData({ nodes, edges }: Answer, options: GraphDataOptions) {
  return { nodes: nodes.map(node => toNode(node, options)), edges: edges.map(toEdge) }
}
