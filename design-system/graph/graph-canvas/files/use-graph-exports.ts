import type { RefObject } from 'react'
import { useIntl } from 'react-intl'
import { downloadText } from '../../../data-table/export/csv.ts'
import { downloadFile } from '../../../lib/download-file.ts'
import type { GraphEngine } from '../canvas/graph-engine.ts'
import type { NodeLook } from '../canvas/graph-style.ts'
import { createTokenReader } from '../canvas/token-reader.ts'
import type { useNodePositions } from '../layout/use-node-positions.ts'
import type { VisibleNode } from '../model/graph-state.ts'
import { relationNames } from '../model/kind-styles.ts'
import type { Graph } from '../model/use-graph.ts'
import { edgesCsv, type FileWords, nodesCsv, toGraphMl } from './graph-files.ts'
import { toSvg } from './graph-svg.ts'

/** An entry of the export menu; without `save` it needs the picture, which is not shown. */
export interface GraphExport {
  /** Message of the entry. */
  id: string
  save: (() => void) | undefined
}

interface GraphExportOptions {
  graph: Graph
  places: ReturnType<typeof useNodePositions>
  engine: RefObject<GraphEngine | null>
  root: RefObject<HTMLDivElement | null>
  fileName: string
  /** The picture is shown. */
  pictured: boolean
  selected: ReadonlySet<string>
  nameOf: (node: VisibleNode) => string
  typeOf: (node: VisibleNode) => string
  lookOf: (node: VisibleNode) => NodeLook
}

/** The files of what is visible: what a user may not see is in none of them. */
export function useGraphExports(options: GraphExportOptions): readonly GraphExport[] {
  const intl = useIntl()
  const { graph, places, engine, root, fileName, pictured, selected, nameOf, typeOf, lookOf } = options
  const { visible } = graph
  const words: FileWords = {
    nameOf,
    typeOf,
    relationOf: ({ relation }) => intl.formatMessage({ id: relationNames[relation] }),
    column: name => intl.formatMessage({ id: `DesignSystem.Graph.Column.${name}` }),
  }
  const json = () =>
    JSON.stringify(
      {
        nodes: visible.nodes.map(entry => ({ ...entry, place: places.positionOf(entry.id) })),
        edges: visible.edges,
        selected: [...selected],
      },
      null,
      2,
    )
  const svg = (element: Element) =>
    toSvg(visible, {
      nameOf,
      lookOf,
      positionOf: id => places.placeNewNodes().get(id),
      token: createTokenReader(element),
    })
  const save = (name: string, text: () => string, type?: string) => () =>
    downloadText(`${fileName}${name}`, text(), type)
  return [
    {
      id: 'DesignSystem.Graph.ExportPng',
      save: pictured ? () => void engine.current?.png().then(blob => downloadFile(`${fileName}.png`, blob)) : undefined,
    },
    {
      id: 'DesignSystem.Graph.ExportSvg',
      save: () => {
        if (root.current) downloadText(`${fileName}.svg`, svg(root.current), 'image/svg+xml')
      },
    },
    { id: 'DesignSystem.Graph.ExportNodes', save: save('-nodes.csv', () => nodesCsv(visible, words)) },
    { id: 'DesignSystem.Graph.ExportEdges', save: save('-edges.csv', () => edgesCsv(visible, words)) },
    {
      id: 'DesignSystem.Graph.ExportGraphMl',
      save: save('.graphml', () => toGraphMl(visible, nameOf, id => places.placeNewNodes().get(id)), 'application/xml'),
    },
    { id: 'DesignSystem.Graph.ExportJson', save: save('.json', json, 'application/json') },
  ]
}
