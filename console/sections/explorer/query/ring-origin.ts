import { graphLimits, type RingDetail } from '@assay/risk-service/contract'

/** The start of the graph of a ring: all that its users share, and the events with that; nothing around them. */
export function ringOrigin({ name, members }: Pick<RingDetail, 'name' | 'members'>) {
  const shared = members.flatMap(({ id, type, users }) => (type !== 'user' && users > 1 ? [id] : []))
  return {
    start: { kind: 'nodes' as const, nodes: [...new Set([name.node, ...shared])].slice(0, graphLimits.starts) },
    steps: 1 as const,
    nodes: graphLimits.nodes,
  }
}
