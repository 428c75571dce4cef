import type { GraphSnapshot } from '../../../contract/graph/graph-snapshots.ts'

/** What the attachment of a note contains of a picture of the graph. */
export interface StoredSnapshot extends Pick<GraphSnapshot, 'nodes' | 'edges' | 'dates'> {
  /** The environment that the graph was read in. */
  environmentId: string
}
