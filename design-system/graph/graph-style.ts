import type { StylesheetJson } from 'cytoscape'
import type { GraphNodeKind } from './graph-model.ts'

/** Shape by kind, so that the kind is seen without colour. */
export const kindShapes = {
  event: 'rectangle', user: 'ellipse', device: 'round-rectangle', payment: 'cut-rectangle', ip: 'hexagon', address: 'diamond', email: 'tag', phone: 'octagon', other: 'triangle',
} as const satisfies Record<GraphNodeKind, string>

const size: Record<GraphNodeKind, [number, number]> = {
  event: [20, 20], user: [30, 30], device: [28, 28], payment: [38, 26], ip: [32, 30], address: [34, 34], email: [36, 26], phone: [30, 30], other: [28, 28],
}

export const bandLetters = ['', '1', '2', '3', '4', '5'] as const

/** A canvas cannot read CSS variables: the tokens are read from the element, again after each change of theme. */
export function graphStyle(element: Element): StylesheetJson {
  const computed = getComputedStyle(element)
  const forced = matchMedia('(forced-colors: active)').matches
  const probe = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  const token = (name: string, system: string) => {
    if (forced) return system
    const value = computed.getPropertyValue(`--ds-${name}`).trim()
    if (!probe || value === '') return '#808080'
    // Cytoscape knows rgb but not oklch: one painted pixel tells.
    probe.clearRect(0, 0, 1, 1)
    probe.fillStyle = value
    probe.fillRect(0, 0, 1, 1)
    const [r, g, b] = probe.getImageData(0, 0, 1, 1).data
    return `rgb(${r},${g},${b})`
  }
  const surface = token('surface', 'Canvas')
  const text = token('text', 'CanvasText')
  const line = token('border-strong', 'CanvasText')
  const accent = token('focus', 'Highlight')
  return [
    {
      selector: 'node',
      style: {
        'background-color': token('surface-sunken', 'Canvas'), 'border-width': 2, 'border-color': line,
        label: 'data(label)', 'font-family': computed.fontFamily, 'font-size': 11, color: text,
        'text-valign': 'bottom', 'text-margin-y': 5, 'text-max-width': '140px', 'text-wrap': 'ellipsis',
        'text-background-color': surface, 'text-background-opacity': 0.9, 'text-background-padding': '2px', 'text-background-shape': 'roundrectangle',
        'overlay-opacity': 0,
      },
    },
    ...Object.entries(kindShapes).map(([kind, shape]) => ({
      selector: `node[kind = "${kind}"]`,
      style: { shape, width: size[kind as GraphNodeKind][0], height: size[kind as GraphNodeKind][1] },
    })),
    ...[1, 2, 3, 4, 5].map(band => ({ selector: `node[band = ${band}]`, style: { 'border-color': token(`score-${band}`, 'CanvasText'), 'border-width': 3 } })),
    { selector: 'edge', style: { width: 1, 'line-color': line, 'curve-style': 'bezier', 'target-arrow-shape': 'none', 'overlay-opacity': 0 } },
    { selector: 'edge[relation = "paid"]', style: { 'line-style': 'dashed' } },
    { selector: 'edge[relation = "shipped"]', style: { 'line-style': 'dotted' } },
    { selector: 'node.current', style: { 'outline-width': 2, 'outline-color': accent, 'outline-offset': 3, 'border-color': accent, 'font-weight': 600 } },
    { selector: 'edge.near', style: { 'line-color': accent, width: 2 } },
  ] as StylesheetJson
}
