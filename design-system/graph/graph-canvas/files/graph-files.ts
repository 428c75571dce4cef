import { type CsvColumn, toCsv } from '../../../data-table/export/csv.ts'
import type { Point } from '../model/geometry.ts'
import type { GraphEdge } from '../model/graph-model.ts'
import type { VisibleGraph, VisibleNode } from '../model/graph-state.ts'

/** The words of a file: kinds and relations in the reader's language. */
export interface FileWords {
  nameOf: (node: VisibleNode) => string
  typeOf: (node: VisibleNode) => string
  relationOf: (edge: GraphEdge) => string
  /** Name of a column. */
  column: (name: NodeColumn | EdgeColumn) => string
}

type NodeColumn = 'id' | 'type' | 'name' | 'score' | 'decision' | 'label' | 'amount' | 'firstSeen' | 'lastSeen'
type EdgeColumn = 'from' | 'relation' | 'to' | 'count' | 'firstSeen' | 'lastSeen'

const moment = (time: number | null | undefined) =>
  typeof time === 'number' && Number.isFinite(time) ? new Date(time) : null

/** The visible nodes, one per line. */
export function nodesCsv({ nodes }: Pick<VisibleGraph, 'nodes'>, words: FileWords): string {
  const columns: CsvColumn<VisibleNode>[] = [
    { name: words.column('id'), value: ({ id }) => id },
    { name: words.column('type'), value: words.typeOf },
    { name: words.column('name'), value: words.nameOf },
    { name: words.column('score'), value: ({ score }) => score ?? null },
    { name: words.column('decision'), value: ({ decision }) => decision ?? null },
    {
      name: words.column('label'),
      value: ({ fraud }) => (typeof fraud === 'boolean' ? (fraud ? 'Fraud' : 'NonFraud') : null),
    },
    { name: words.column('amount'), value: ({ amount }) => amount ?? null },
    { name: words.column('firstSeen'), value: ({ time }) => moment(time) },
    { name: words.column('lastSeen'), value: ({ lastTime }) => moment(lastTime) },
  ]
  return toCsv(columns, nodes)
}

/** The visible links, one per line, with the ids of their ends. */
export function edgesCsv({ edges }: Pick<VisibleGraph, 'edges'>, words: FileWords): string {
  const columns: CsvColumn<GraphEdge>[] = [
    { name: words.column('from'), value: ({ source }) => source },
    { name: words.column('relation'), value: words.relationOf },
    { name: words.column('to'), value: ({ target }) => target },
    { name: words.column('count'), value: ({ count = 1 }) => count },
    { name: words.column('firstSeen'), value: ({ time }) => moment(time) },
    { name: words.column('lastSeen'), value: ({ lastTime }) => moment(lastTime) },
  ]
  return toCsv(columns, edges)
}

/** Text inside XML; characters that XML 1.0 does not allow become U+FFFD. */
export const xmlText = (value: string): string =>
  value
    .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

/** The visible graph as GraphML, for other programs: kinds and relations by their technical names. */
export function toGraphMl(
  { nodes, edges }: Pick<VisibleGraph, 'nodes' | 'edges'>,
  nameOf: (node: VisibleNode) => string,
  positionOf: (id: string) => Point | undefined,
): string {
  const keys = [
    ['kind', 'node', 'string'],
    ['name', 'node', 'string'],
    ['score', 'node', 'double'],
    ['decision', 'node', 'string'],
    ['fraud', 'node', 'boolean'],
    ['amount', 'node', 'double'],
    ['firstSeen', 'node', 'string'],
    ['lastSeen', 'node', 'string'],
    ['x', 'node', 'double'],
    ['y', 'node', 'double'],
    ['relation', 'edge', 'string'],
    ['count', 'edge', 'int'],
    ['edgeFirstSeen', 'edge', 'string'],
    ['edgeLastSeen', 'edge', 'string'],
  ] as const
  const data = (key: string, value: string | number | boolean | null | undefined) =>
    value === null || value === undefined || (typeof value === 'number' && !Number.isFinite(value))
      ? ''
      : `<data key="${key}">${xmlText(String(value))}</data>`
  const time = (value: number | null | undefined) => moment(value)?.toISOString()
  const order = new Map(nodes.map(({ id }, i) => [id, `n${i}`]))
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">',
    ...keys.map(([id, target, type]) => `<key id="${id}" for="${target}" attr.name="${id}" attr.type="${type}"/>`),
    '<graph edgedefault="undirected">',
    ...nodes.map(node => {
      const place = positionOf(node.id)
      return `<node id="${order.get(node.id) ?? ''}">${data('kind', node.kind)}${data('name', nameOf(node))}${data('score', node.score)}${data('decision', node.decision)}${data('fraud', node.fraud)}${data('amount', node.amount)}${data('firstSeen', time(node.time))}${data('lastSeen', time(node.lastTime))}${data('x', place?.x)}${data('y', place?.y)}</node>`
    }),
    ...edges.map(
      (edge, i) =>
        `<edge id="e${i}" source="${order.get(edge.source) ?? ''}" target="${order.get(edge.target) ?? ''}">${data('relation', edge.relation)}${data('count', edge.count ?? 1)}${data('edgeFirstSeen', time(edge.time))}${data('edgeLastSeen', time(edge.lastTime))}</edge>`,
    ),
    '</graph>',
    '</graphml>',
    '',
  ].join('\n')
}
