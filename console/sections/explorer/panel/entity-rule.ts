import type { GraphNode, GraphNodeType } from '@assay/risk-service/contract'

/** How a rule recognises an entity: like the graph without regard to letter case. An IP address has none. */
const comparisons: Partial<Record<GraphNodeType, string>> = {
  user: '@"user.userId".ToLower() ==',
  email: '@"user.email".ToLower() ==',
  device: '@"deviceContext.externalDeviceId".ToLower() ==',
  ip: '@"deviceContext.ipAddress" ==',
  payment: '@"paymentInstrumentList.merchantPaymentInstrumentId".ToLower() ==',
}

/** Entities of one clause; more of them are better a list. */
export const longestRule = 50

/**
 * The entities that a rule names: the nodes, or, where they are too many for one clause, those that several accounts
 * share, because they stand for the accounts. Empty where they are still too many.
 */
export function ruleEntities(nodes: readonly GraphNode[]): readonly GraphNode[] {
  if (nodes.length <= longestRule) return nodes
  const shared = nodes.filter(({ accounts }) => accounts > 1)
  return shared.length <= longestRule ? shared : []
}

/**
 * The clause that rejects the events of any of the entities of a rule; null where there is none, or a rule cannot
 * recognise one of them, because of its type or because its value is masked.
 * @param reason what the answer of the event says
 */
export function entityClause(nodes: readonly GraphNode[], reason: string): string | null {
  const entities = ruleEntities(nodes)
  if (entities.length === 0) return null
  const conditions: string[] = []
  for (const { type, key } of entities) {
    const comparison = comparisons[type]
    if (comparison === undefined || key === null) return null
    conditions.push(`${comparison} ${JSON.stringify(key.toLowerCase())}`)
  }
  return `RETURN Reject(${JSON.stringify(reason)})\nWHEN ${[...new Set(conditions)].join('\n  || ')}\n`
}
