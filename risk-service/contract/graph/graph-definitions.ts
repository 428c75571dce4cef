/* Plain values of the graph of events and entities, apart from the schemas, so that a page can read them without the validator. */

/** Kinds of nodes. `transaction`: a decided event of any type. */
export const graphNodeTypes = [
  'transaction',
  'user',
  'email',
  'phone',
  'device',
  'payment',
  'bin',
  'address',
  'ip',
  'ipNetwork',
  'product',
  'case',
] as const
export type GraphNodeType = (typeof graphNodeTypes)[number]

/** Kinds of edges. `owns`: a user its transactions, addresses of mail and phones; a network or BIN what is in it. */
export const graphEdgeKinds = [
  'used',
  'paidWith',
  'shippedTo',
  'billedTo',
  'signedInFrom',
  'owns',
  'chargedBack',
] as const
export type GraphEdgeKind = (typeof graphEdgeKinds)[number]

/** Entities that few unrelated people share: rings are made of them. */
export const strongEntityTypes = ['device', 'payment', 'email', 'phone', 'address'] as const
export type StrongEntityType = (typeof strongEntityTypes)[number]

/** Keys by which a graph starts. */
export const graphKeys = ['email', 'user', 'purchase', 'address', 'payment', 'device', 'phone', 'ip', 'bin'] as const
export type GraphKey = (typeof graphKeys)[number]

/** Labels of events in filters; `none`: without a label. */
export const graphLabels = ['Fraud', 'NonFraud', 'none'] as const

/** What is shown of a decision of a person; `open`: a case that waits for one. */
export const graphReviews = ['Approve', 'Reject', 'None', 'open', 'noCase'] as const

export const graphLimits = {
  nodes: 2000,
  edges: 10_000,
  /** Nodes that a first picture has where nothing else is asked for. */
  defaultNodes: 300,
  /** Nodes that one expansion adds. */
  expansion: 100,
  /** An entity with more links is a hub. */
  hubLinks: 200,
  /** Events of an entity that are counted. */
  countedEvents: 200,
  /** Events of a hub among which its accounts are counted. */
  hubEvents: 2000,
  /** Steps of a path. */
  steps: 6,
  /** Paths of the same length that are returned. */
  paths: 10,
  defaultDays: 90,
  months: 13,
  /** Seconds until a query is cancelled. */
  seconds: 5,
  /** Nodes of a selection. */
  selected: 2000,
  /** Events of a selection. */
  selectedEvents: 5000,
  /** Nodes with which a graph starts together, such as the shared entities of a ring. */
  starts: 200,
  /** Hubs that are walked through on request. */
  walked: 50,
  /** Values that are looked up among the hubs by one call. */
  hubValues: 50,
  value: 500,
} as const
