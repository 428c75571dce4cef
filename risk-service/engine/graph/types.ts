import type { GraphEdgeKind, GraphNodeType } from '../../contract/graph/graph-definitions.ts'

/** A node by what it is. `value`: normalised, as the store compares it; of a transaction and a case the id of the event. */
export interface GraphRef {
  type: GraphNodeType
  value: string
}

/** A value of an event, with the kinds of edges that lead to it. */
export interface GraphEntity extends GraphRef {
  kinds: readonly GraphEdgeKind[]
}

/** An event in the terms of the graph. */
export interface GraphEvent {
  eventId: string
  /** Milliseconds since 1970. */
  at: number
  /** Normalised id of its user; null without one. */
  user: string | null
  /** Its values without the user. */
  entities: readonly GraphEntity[]
  /** BIN of its first instrument, and network of its address. */
  bin: string | null
  ipNetwork: string | null
  products: readonly string[]
  hasCase: boolean
  chargedBack: boolean
}

/** A link of an event: one edge of the graph, seen once. */
export interface GraphLink {
  source: GraphRef
  target: GraphRef
  kind: GraphEdgeKind
}
