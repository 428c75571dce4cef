import type { GraphNode } from '@assay/risk-service/contract'

/** A user as the service describes one, of whose neighbours five are not loaded. */
export const userOf = (id: string): GraphNode => ({
  id,
  type: 'user',
  text: id,
  key: id,
  person: null,
  event: null,
  case: null,
  events: { count: 1, complete: true },
  amounts: [],
  amountUsd: 0,
  riskScore: null,
  decisions: {},
  labels: { fraud: 0, good: 0 },
  firstSeen: null,
  lastSeen: null,
  accounts: 0,
  hub: null,
  more: 5,
  moreByType: {},
  hidden: 0,
  listStatus: null,
})
