import type { GraphNodeKind } from '@assay/design-system/graph'
import type { OntologyNodeKind } from '@assay/risk-service/contract'

/** How the picture of a graph shows the node types of the ontology. */
export const graphKindOf: Readonly<Record<OntologyNodeKind, GraphNodeKind>> = {
  event: 'event',
  user: 'user',
  payment: 'payment',
  address: 'address',
  product: 'product',
  device: 'device',
  bankEvent: 'other',
  status: 'other',
  chargeback: 'other',
  refund: 'other',
  label: 'other',
  observation: 'other',
}
