import type { GraphSnapshot, GraphSnapshotNode } from '../../../contract/graph/graph-snapshots.ts'

/** A node by its id, with figures and place. Its texts are those of the events that are stored when it is read. */
export type StoredSnapshotNode = Omit<GraphSnapshotNode, 'text' | 'person'>

/** What the attachment of a note contains of a picture of the graph. */
export interface StoredSnapshot extends Pick<GraphSnapshot, 'edges' | 'dates'> {
  /** The environment that the graph was read in. */
  environmentId: string
  nodes: StoredSnapshotNode[]
}
