import { iconDrawings } from '../canvas/graph-icons.ts'
import { kindShapes, kindSizes, type NodeLook } from '../canvas/graph-style.ts'
import { shapeCorners } from '../canvas/shape-corners.ts'
import type { Point } from '../model/geometry.ts'
import type { VisibleGraph, VisibleNode } from '../model/graph-state.ts'
import { relationDashArrays } from '../model/kind-styles.ts'
import { xmlText } from './graph-files.ts'

interface SvgOptions {
  nameOf: (node: VisibleNode) => string
  lookOf: (node: VisibleNode) => NodeLook
  positionOf: (id: string) => Point | undefined
  /** The value of a token, or the colour that replaces it. */
  token: (name: string, system: string) => string
}

const margin = 80
const longest = 40

const fixed = (value: number) => String(Math.round(value * 10) / 10)

/** The visible graph as a picture that can be scaled: shapes, rings, icons, labels and links as on the canvas. */
export function toSvg({ nodes, edges }: Pick<VisibleGraph, 'nodes' | 'edges'>, options: SvgOptions): string {
  const { nameOf, lookOf, positionOf, token } = options
  const places = new Map(nodes.map(({ id }) => [id, positionOf(id) ?? { x: 0, y: 0 }]))
  const all = [...places.values()]
  const extent = (part: 'x' | 'y', pick: (a: number, b: number) => number) =>
    all.reduce((most, place) => pick(most, place[part]), all[0]?.[part] ?? 0)
  const [left, top] = [extent('x', Math.min) - margin, extent('y', Math.min) - margin]
  const [width, height] = [extent('x', Math.max) + margin - left, extent('y', Math.max) + margin - top]
  const [surface, ink, line] = [
    token('surface', 'Canvas'),
    token('text', 'CanvasText'),
    token('border-strong', 'CanvasText'),
  ]
  const links = edges.flatMap(({ source, target, relation }) => {
    const [a, b] = [places.get(source), places.get(target)]
    const dash = relationDashArrays[relation]
    return a && b
      ? `<line x1="${fixed(a.x)}" y1="${fixed(a.y)}" x2="${fixed(b.x)}" y2="${fixed(b.y)}" stroke="${line}" stroke-width="1.25"${dash === '' ? '' : ` stroke-dasharray="${dash}"`}/>`
      : []
  })
  const drawn = nodes.map(node => {
    const { x, y } = places.get(node.id) ?? { x: 0, y: 0 }
    const look = lookOf(node)
    const [w, h] = (look.form === 'node' ? kindSizes[node.kind] : [56, 56]).map(size => (size * look.scale) / 2) as [
      number,
      number,
    ]
    const ring = look.token === '' ? line : token(look.token, 'CanvasText')
    const paint = `fill="${surface}" stroke="${ring}" stroke-width="${look.token === '' ? 2 : 3}"${look.form === 'hub' ? ' stroke-dasharray="6 4"' : ''}`
    const corners = shapeCorners[kindShapes[node.kind]]
    const shape =
      kindShapes[node.kind] === 'ellipse'
        ? `<ellipse rx="${fixed(w)}" ry="${fixed(h)}" ${paint}/>`
        : corners
          ? `<polygon points="${corners.map(([cx, cy]) => `${fixed(cx * w)},${fixed(cy * h)}`).join(' ')}" ${paint}/>`
          : `<rect x="${fixed(-w)}" y="${fixed(-h)}" width="${fixed(2 * w)}" height="${fixed(2 * h)}" rx="${node.kind === 'event' ? 0 : 6}" ${paint}/>`
    const sign =
      look.sign === ''
        ? ''
        : `<circle cx="${fixed(w - 2)}" cy="${fixed(2 - h)}" r="8" fill="${surface}" stroke="${ring}"/><text x="${fixed(w - 2)}" y="${fixed(5.5 - h)}" text-anchor="middle" font-size="10" fill="${ink}">${xmlText(look.sign)}</text>`
    const label = `<text y="${fixed(h + 16)}" text-anchor="middle" font-size="12" fill="${ink}" stroke="${surface}" stroke-width="3" paint-order="stroke">${xmlText(nameOf(node).slice(0, longest))}</text>`
    return `<g transform="translate(${fixed(x)} ${fixed(y)})">${shape}<g transform="translate(-8 -8) scale(0.6667)" fill="none" stroke="${ink}" stroke-width="1.9" stroke-linecap="round" stroke-linejoin="round">${iconDrawings[node.kind]}</g>${sign}${label}</g>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${fixed(left)} ${fixed(top)} ${fixed(width)} ${fixed(height)}" width="${fixed(width)}" height="${fixed(height)}" font-family="sans-serif"><rect x="${fixed(left)}" y="${fixed(top)}" width="100%" height="100%" fill="${token('canvas', 'Canvas')}"/>${links.join('')}${drawn.join('')}</svg>\n`
}
