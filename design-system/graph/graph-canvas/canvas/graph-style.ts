import type { StylesheetJson } from 'cytoscape'
import { textScale } from '../../../lib/text-scale/text-scale.ts'
import type { GraphNodeKind } from '../model/graph-model.ts'
import { nodeIconSize, nodeIconUrl } from './graph-icons.ts'
import { createTokenReader } from './token-reader.ts'

/** Shape by kind, so that the kind is visible without colour and without reading the icon. */
const kindShapes = {
  event: 'rectangle',
  user: 'ellipse',
  device: 'round-rectangle',
  payment: 'round-rectangle',
  ip: 'hexagon',
  address: 'diamond',
  email: 'round-tag',
  phone: 'octagon',
  other: 'triangle',
} as const satisfies Record<GraphNodeKind, string>

const kindSizes: Record<GraphNodeKind, readonly [width: number, height: number]> = {
  event: [30, 30],
  user: [38, 38],
  device: [36, 36],
  payment: [46, 32],
  ip: [42, 37],
  address: [44, 44],
  email: [44, 32],
  phone: [36, 36],
  other: [44, 42],
}

/**
 * Position of the discs, relative to the centre of the node: on the corner, or on the edge where a shape has no corner
 * there.
 */
const corners: Record<GraphNodeKind, readonly [x: number, y: number]> = {
  event: [15, 15],
  user: [15, 15],
  device: [17, 17],
  payment: [22, 16],
  ip: [17, 17],
  address: [17, 16],
  email: [17, 15],
  phone: [16, 16],
  other: [12, 8],
}

export interface GraphStyles {
  style: StylesheetJson
  /**
   * The values that the style reads from the data of a node: cheaper than a rule per kind and band when there are
   * thousands.
   */
  dataOf: (kind: GraphNodeKind, band: number, group: boolean, pinned: boolean) => Record<string, string | number>
}

export function createGraphStyles(element: Element, fontsReady: boolean, labelSize: number): GraphStyles {
  const token = createTokenReader(element)
  // Drawn labels are cached by their style: another last family causes them to be drawn again once the fonts are
  // loaded.
  const fontFamily = `${getComputedStyle(element).fontFamily || 'sans-serif'}${fontsReady ? ', sans-serif' : ''}`
  const scale = textScale()
  const forced = matchMedia('(forced-colors: active)').matches
  const surface = token('surface', 'Canvas')
  const text = token('text', 'CanvasText')
  const line = token('border-strong', 'CanvasText')
  const accent = token('focus', 'Highlight')
  const rings = [line, ...[1, 2, 3, 4, 5].map(band => token(`score-${band}`, 'CanvasText'))]
  const pictures = new Map<string, string>()
  const picture = (kind: GraphNodeKind, band: number, pinned: boolean) => {
    const key = `${kind} ${band} ${pinned}`
    const cached = pictures.get(key)
    if (cached !== undefined) return cached
    const made = nodeIconUrl(kind, band, pinned, corners[kind], {
      ring: rings[band] ?? line,
      ground: surface,
      ink: text,
    })
    pictures.set(key, made)
    return made
  }
  return {
    dataOf: (kind, band, group, pinned) => ({
      shape: kindShapes[kind],
      width: group ? 56 : kindSizes[kind][0],
      height: group ? 56 : kindSizes[kind][1],
      ring: rings[band] ?? line,
      // In forced colours a band keeps its digit and has a thicker ring per step instead of a colour.
      ringWidth: group ? 6 : band === 0 ? 2 : forced ? 1 + band * 0.75 : 3,
      picture: picture(kind, band, pinned),
    }),
    style: [
      {
        selector: 'node',
        style: {
          shape: 'data(shape)',
          width: 'data(width)',
          height: 'data(height)',
          'background-color': surface,
          'border-width': 'data(ringWidth)',
          'border-color': 'data(ring)',
          'overlay-opacity': 0,
        },
      },
      {
        selector: 'node.close',
        style: {
          'background-image': 'data(picture)',
          'background-width': `${nodeIconSize}px`,
          'background-height': `${nodeIconSize}px`,
          'background-clip': 'none',
          'background-image-containment': 'over',
          'bounds-expansion': [12],
          label: 'data(label)',
          'font-family': fontFamily,
          'font-size': labelSize * scale,
          color: text,
          'text-valign': 'bottom',
          'text-margin-y': 6,
          'text-max-width': `${150 * scale}px`,
          'text-wrap': 'ellipsis',
          'min-zoomed-font-size': 7,
          'text-background-color': surface,
          'text-background-opacity': 1,
          'text-background-padding': '3px',
          'text-background-shape': 'roundrectangle',
          'text-border-color': token('border', 'CanvasText'),
          'text-border-width': 1,
          'text-border-opacity': 1,
        },
      },
      { selector: 'node[members > 0]', style: { 'border-style': 'double' } },
      {
        selector: 'edge',
        style: {
          width: 1.25,
          'line-color': line,
          'curve-style': 'haystack',
          'haystack-radius': 0,
          'overlay-opacity': 0,
        },
      },
      { selector: 'edge[relation = "paid"]', style: { 'line-style': 'dashed', 'line-dash-pattern': [6, 4] } },
      { selector: 'edge[relation = "shipped"]', style: { 'line-style': 'dashed', 'line-dash-pattern': [1.5, 3.5] } },
      { selector: 'edge.near', style: { 'line-color': accent, width: 2 } },
      {
        selector: 'node.selected',
        style: {
          'outline-width': 2,
          'outline-color': accent,
          'outline-offset': 3,
          'font-weight': 600,
          'text-margin-y': 10,
        },
      },
      {
        selector: 'node.current',
        style: { 'outline-width': 3, 'outline-color': accent, 'outline-offset': 3, 'text-margin-y': 10 },
      },
      { selector: 'edge.path', style: { 'line-color': accent, width: 4 } },
      { selector: 'node.path', style: { 'underlay-color': accent, 'underlay-opacity': 0.35, 'underlay-padding': 8 } },
      { selector: '.off', style: { opacity: 0.35 } },
      {
        selector: 'core',
        style: {
          'active-bg-opacity': 0,
          'selection-box-opacity': 0,
          'outside-texture-bg-color': token('canvas', 'Canvas'),
          'outside-texture-bg-opacity': 1,
        },
      },
    ] as unknown as StylesheetJson,
  }
}
