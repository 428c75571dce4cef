import type { StylesheetJson } from 'cytoscape'
import { textScale } from '../../../lib/text-scale/text-scale.ts'
import { type GraphNodeKind, relations } from '../model/graph-model.ts'
import { relationDashArrays } from '../model/kind-styles.ts'
import { nodeIconSize, nodeIconUrl } from './graph-icons.ts'
import { createTokenReader } from './token-reader.ts'

/** Shape by kind, so that the kind is visible without colour and without reading the icon. */
export const kindShapes = {
  event: 'rectangle',
  user: 'ellipse',
  device: 'round-rectangle',
  payment: 'round-rectangle',
  ip: 'hexagon',
  address: 'diamond',
  email: 'round-tag',
  phone: 'octagon',
  bin: 'barrel',
  network: 'concave-hexagon',
  product: 'pentagon',
  case: 'cut-rectangle',
  other: 'triangle',
} as const satisfies Record<GraphNodeKind, string>

export const kindSizes: Record<GraphNodeKind, readonly [width: number, height: number]> = {
  event: [30, 30],
  user: [38, 38],
  device: [36, 36],
  payment: [46, 32],
  ip: [42, 37],
  address: [44, 44],
  email: [44, 32],
  phone: [36, 36],
  bin: [40, 34],
  network: [46, 38],
  product: [40, 40],
  case: [40, 34],
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
  bin: [19, 16],
  network: [19, 17],
  product: [15, 15],
  case: [18, 15],
  other: [12, 8],
}

/** How a node looks beyond its kind. */
export interface NodeLook {
  /** Token of the ring's colour; empty for a plain one. */
  token: string
  /** Text in the disc at the corner: the second channel of the colour. */
  sign: string
  /** Steps of the ring's width in forced colours, where all colours are one. */
  step: number
  /** Factor of the size. */
  scale: number
  /** Several nodes in one, or a hub: both larger than a node. */
  form: 'node' | 'group' | 'hub'
}

/** Colours and the font of a picture, as a canvas takes them. */
export interface GraphPaints {
  surface: string
  sunken: string
  canvas: string
  text: string
  line: string
  accent: string
  border: string
  danger: string
  fontFamily: string
}

export interface GraphStyles {
  style: StylesheetJson
  paints: GraphPaints
  /**
   * The values that the style reads from the data of a node: cheaper than a rule per kind and band when there are
   * thousands.
   */
  dataOf: (kind: GraphNodeKind, look: NodeLook, pinned: boolean) => Record<string, string | number>
}

export function createGraphStyles(element: Element, fontsReady: boolean, labelSize: number): GraphStyles {
  const token = createTokenReader(element)
  // Drawn labels are cached by their style: another last family causes them to be drawn again once the fonts are
  // loaded.
  const fontFamily = `${getComputedStyle(element).fontFamily || 'sans-serif'}${fontsReady ? ', sans-serif' : ''}`
  const scale = textScale()
  const forced = matchMedia('(forced-colors: active)').matches
  const paints: GraphPaints = {
    surface: token('surface', 'Canvas'),
    sunken: token('surface-sunken', 'Canvas'),
    canvas: token('canvas', 'Canvas'),
    text: token('text', 'CanvasText'),
    line: token('border-strong', 'CanvasText'),
    accent: token('focus', 'Highlight'),
    border: token('border', 'CanvasText'),
    danger: token('danger-text', 'CanvasText'),
    fontFamily,
  }
  const { surface, text, line, accent, border, canvas } = paints
  const rings = new Map([['', line]])
  const ringOf = (name: string) => {
    const cached = rings.get(name)
    if (cached !== undefined) return cached
    const colour = token(name, 'CanvasText')
    rings.set(name, colour)
    return colour
  }
  const pictures = new Map<string, string>()
  const picture = (kind: GraphNodeKind, { token: ring, sign, scale, form }: NodeLook, pinned: boolean) => {
    const key = `${kind} ${ring} ${sign} ${scale} ${form} ${pinned}`
    const cached = pictures.get(key)
    if (cached !== undefined) return cached
    const [x, y] = corners[kind]
    const grown = form === 'node' ? scale : scale * 1.3
    const made = nodeIconUrl(kind, sign, pinned, [Math.min(35, x * grown), Math.min(35, y * grown)], {
      ring: ringOf(ring),
      ground: surface,
      ink: text,
    })
    pictures.set(key, made)
    return made
  }
  return {
    paints,
    dataOf: (kind, look, pinned) => ({
      shape: kindShapes[kind],
      width: (look.form === 'node' ? kindSizes[kind][0] : 56) * look.scale,
      height: (look.form === 'node' ? kindSizes[kind][1] : 56) * look.scale,
      ring: ringOf(look.token),
      // In forced colours a band keeps its digit and has a thicker ring per step instead of a colour.
      ringWidth:
        look.form === 'group' ? 6 : look.form === 'hub' ? 4 : look.token === '' ? 2 : forced ? 1 + look.step * 0.75 : 3,
      picture: picture(kind, look, pinned),
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
          'text-border-color': border,
          'text-border-width': 1,
          'text-border-opacity': 1,
        },
      },
      { selector: 'node[form = "group"]', style: { 'border-style': 'double' } },
      {
        selector: 'node[form = "hub"]',
        style: { 'border-style': 'dashed', 'background-color': paints.sunken },
      },
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
      ...relations.flatMap(relation =>
        relationDashArrays[relation] === ''
          ? []
          : [
              {
                selector: `edge[relation = "${relation}"]`,
                style: {
                  'line-style': 'dashed',
                  'line-dash-pattern': relationDashArrays[relation].split(' ').map(Number),
                },
              },
            ],
      ),
      {
        selector: 'edge[relation = "chargedBack"]',
        style: { 'line-color': paints.danger, width: 2 },
      },
      {
        selector: 'edge[?text]',
        style: {
          label: 'data(text)',
          'font-family': fontFamily,
          'font-size': labelSize * scale * 0.9,
          color: text,
          'min-zoomed-font-size': 7,
          'text-background-color': canvas,
          'text-background-opacity': 1,
          'text-background-padding': '2px',
        },
      },
      { selector: 'edge.near', style: { 'line-color': accent, width: 2 } },
      { selector: 'edge.chosen', style: { 'line-color': accent, width: 4, 'font-weight': 600 } },
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
      { selector: '.off, .faded', style: { opacity: 0.35 } },
      {
        selector: 'core',
        style: {
          'active-bg-opacity': 0,
          'selection-box-opacity': 0,
        },
      },
    ] as unknown as StylesheetJson,
  }
}
