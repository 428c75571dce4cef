import { FormattedMessage } from 'react-intl'
import { scoreBand } from '../../data-display/score-meter/score-band.ts'
import type { Graph } from './model/use-graph.ts'

interface GraphSummaryProps {
  id: string
  graph: Graph
  /** Number of all nodes, when the data is only a part of them. */
  total: number
}

/** Nodes, links and, where there are scores, high risks in one line, and what is left out: the description of the picture. */
export function GraphSummary({ id, graph, total }: GraphSummaryProps) {
  const { visible, loaded, state } = graph
  const scores = visible.nodes.flatMap(({ score }) => score ?? [])
  const high = scores.filter(score => scoreBand(score) >= 4).length
  const missing = Math.max(graph.omittedCount, total)
  return (
    <p id={id} className="min-w-0 text-xs text-fg-muted">
      <FormattedMessage
        id="DesignSystem.Graph.Summary"
        values={{ nodes: visible.nodes.length, links: visible.edges.length, high, scored: scores.length > 0 }}
      />
      {missing > 0 ? (
        <>
          {' '}
          <span className="text-warning-text">
            <FormattedMessage id="DesignSystem.Graph.LeftOut" values={{ count: missing }} />
          </span>
        </>
      ) : null}
      {loaded.omittedEdges > 0 ? (
        <>
          {' '}
          <span className="text-warning-text">
            <FormattedMessage id="DesignSystem.Graph.LinksLeftOut" values={{ count: loaded.omittedEdges }} />
          </span>
        </>
      ) : null}
      {state.hidden.length > 0 ? (
        <>
          {' '}
          <FormattedMessage id="DesignSystem.Graph.HiddenCount" values={{ count: state.hidden.length }} />
        </>
      ) : null}
    </p>
  )
}
