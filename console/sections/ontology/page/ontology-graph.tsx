import { GraphCanvas, type GraphData, type GraphNodeKind } from '@assay/design-system/graph'
import type { Ontology, OntologyAttribute, OntologyNodeKind } from '@assay/risk-service/contract'
import { useMemo } from 'react'
import { useIntl } from 'react-intl'

const kinds: Record<OntologyNodeKind, GraphNodeKind> = {
  event: 'event',
  user: 'user',
  payment: 'payment',
  address: 'address',
  product: 'other',
  device: 'device',
  bankEvent: 'other',
  status: 'other',
  chargeback: 'other',
  refund: 'other',
  label: 'other',
  observation: 'other',
}

interface OntologyGraphProps {
  ontology: Ontology
  /** Attributes that match the search: nodes without any are left out. */
  shown: readonly OntologyAttribute[]
  node: string | null
  onNodeChange: (node: string | null) => void
}

/** Node types and the edges between them, each with the number of its attributes. */
export function OntologyGraph({ ontology, shown, node, onNodeChange }: OntologyGraphProps) {
  const intl = useIntl()
  const data = useMemo((): GraphData => {
    const counts = new Map<string, number>()
    for (const each of shown) counts.set(each.node, (counts.get(each.node) ?? 0) + 1)
    return {
      nodes: ontology.nodes.flatMap(({ id, kind }, index) => {
        const count = counts.get(id) ?? 0
        return count === 0
          ? []
          : [{ id, kind: kinds[kind], label: `${id} (${intl.formatNumber(count)})`, root: index === 0 }]
      }),
      edges: ontology.edges.map(({ from, to }) => ({ source: from, target: to, relation: 'linked' as const })),
    }
  }, [ontology, shown, intl])
  return (
    <GraphCanvas
      className="h-full min-h-[24rem]"
      label={intl.formatMessage({ id: 'Ontology.Graph' })}
      data={data}
      // The list of the page has more than that of the picture.
      view="canvas"
      selected={node === null ? [] : [node]}
      onSelectedChange={ids => onNodeChange(ids.at(-1) ?? null)}
      onNodeOpen={({ id }) => onNodeChange(id)}
      fileName={`ontology-${ontology.eventType}`}
    />
  )
}
