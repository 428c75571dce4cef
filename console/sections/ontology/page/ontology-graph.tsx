import { GraphCanvas, type GraphData, type GraphEdge } from '@assay/design-system/graph'
import type { Ontology, OntologyAttribute, OntologyEdge } from '@assay/risk-service/contract'
import { useMemo } from 'react'
import { type IntlShape, useIntl } from 'react-intl'
import { graphKindOf } from '../../../platform/graph/ontology-kinds.ts'
import { fieldKeyOf, type PartAddress } from '../ontology-address.ts'

interface OntologyGraphProps {
  ontology: Ontology
  /** Attributes that match the search: nodes without any are left out, but for the ends of edges that have some. */
  shown: readonly OntologyAttribute[]
  node: string | null
  edge: OntologyEdge | null
  onPartChange: (part: PartAddress) => void
}

/** Node types and the edges between them, each with the number of its attributes. */
export function OntologyGraph({ ontology, shown, node, edge, onPartChange }: OntologyGraphProps) {
  const intl = useIntl()
  const data = useMemo((): GraphData => pictureOf(ontology, shown, edge, intl), [ontology, shown, edge, intl])
  const selectedEdge = useMemo(() => (edge === null ? null : drawnEdge(edge)), [edge])
  return (
    <GraphCanvas
      className="min-h-[24rem] sm:h-full"
      label={intl.formatMessage({ id: 'Ontology.Graph' })}
      data={data}
      // No end of an edge in a cluster, where it could not be chosen.
      threshold={Math.max(1, data.nodes.length)}
      // The list of the page has more than that of the picture.
      view="canvas"
      selected={node === null ? [] : [node]}
      onSelectedChange={ids => onPartChange({ node: ids.at(-1) ?? null, edge: null })}
      selectedEdge={selectedEdge}
      onEdgeSelect={({ source, target }) => {
        const chosen = ontology.edges.find(({ from, to }) => from === source && to === target)
        if (chosen) onPartChange({ node: null, edge: chosen.id })
      }}
      onNodeOpen={({ id }) => onPartChange({ node: id, edge: null })}
      fileName={`ontology-${ontology.eventType}`}
    />
  )
}

const drawnEdge = ({ from, to }: OntologyEdge): GraphEdge => ({ source: from, target: to, relation: 'linked' })

function pictureOf(
  { nodes, edges }: Ontology,
  shown: readonly OntologyAttribute[],
  chosen: OntologyEdge | null,
  intl: IntlShape,
): GraphData {
  const counts = new Map<string, number>()
  for (const { node } of shown) counts.set(node, (counts.get(node) ?? 0) + 1)
  const matching = new Set(shown.map(fieldKeyOf))
  const drawn = edges.map(edge => ({
    edge,
    count: edge.attributes.filter(each => matching.has(fieldKeyOf(each))).length,
  }))
  const ends = new Set(drawn.flatMap(({ edge, count }) => (count === 0 ? [] : [edge.from, edge.to])))
  return {
    nodes: nodes.flatMap(({ id, kind }, index) => {
      const count = counts.get(id) ?? 0
      return count === 0 && !ends.has(id)
        ? []
        : [{ id, kind: graphKindOf[kind], label: `${id} (${intl.formatNumber(count)})`, root: index === 0 }]
    }),
    edges: drawn.map(({ edge, count }) => ({
      ...drawnEdge(edge),
      ...(edge === chosen
        ? { label: `${edge.id} (${intl.formatNumber(count)})` }
        : count === 0
          ? {}
          : { label: intl.formatNumber(count) }),
    })),
  }
}
