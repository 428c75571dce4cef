import type { GraphNodeKind } from '../model/graph-model.ts'

/**
 * A canvas needs images, not components: the same Lucide drawings (ISC licence) as the legend and the list, as SVG
 * source.
 */
export const iconDrawings: Record<GraphNodeKind, string> = {
  event:
    '<path d="M16 10a4 4 0 0 1-8 0"/><path d="M3.103 6.034h17.794"/><path d="M3.4 5.467a2 2 0 0 0-.4 1.2V20a2 2 0 0 0 2 2h14a2 2 0 0 0 2-2V6.667a2 2 0 0 0-.4-1.2l-2-2.667A2 2 0 0 0 17 2H7a2 2 0 0 0-1.6.8z"/>',
  user: '<path d="M19 21v-2a4 4 0 0 0-4-4H9a4 4 0 0 0-4 4v2"/><circle cx="12" cy="7" r="4"/>',
  device: '<rect width="14" height="20" x="5" y="2" rx="2" ry="2"/><path d="M12 18h.01"/>',
  payment: '<rect width="20" height="14" x="2" y="5" rx="2"/><line x1="2" x2="22" y1="10" y2="10"/><path d="M6 14h2"/>',
  ip: '<circle cx="12" cy="12" r="10"/><path d="M12 2a14.5 14.5 0 0 0 0 20 14.5 14.5 0 0 0 0-20"/><path d="M2 12h20"/>',
  address:
    '<path d="M20 10c0 4.993-5.539 10.193-7.399 11.799a1 1 0 0 1-1.202 0C9.539 20.193 4 14.993 4 10a8 8 0 0 1 16 0"/><circle cx="12" cy="10" r="3"/>',
  email: '<path d="m22 7-8.991 5.727a2 2 0 0 1-2.009 0L2 7"/><rect x="2" y="4" width="20" height="16" rx="2"/>',
  phone:
    '<path d="M13.832 16.568a1 1 0 0 0 1.213-.303l.355-.465A2 2 0 0 1 17 15h3a2 2 0 0 1 2 2v3a2 2 0 0 1-2 2A18 18 0 0 1 2 4a2 2 0 0 1 2-2h3a2 2 0 0 1 2 2v3a2 2 0 0 1-.8 1.6l-.468.351a1 1 0 0 0-.292 1.233 14 14 0 0 0 6.392 6.384"/>',
  bin: '<path d="M10 18v-7"/><path d="M11.119 2.205a2 2 0 0 1 1.762 0l7.84 3.846A.5.5 0 0 1 20.5 7h-17a.5.5 0 0 1-.22-.949z"/><path d="M14 18v-7"/><path d="M18 18v-7"/><path d="M3 22h18"/><path d="M6 18v-7"/>',
  network:
    '<rect x="16" y="16" width="6" height="6" rx="1"/><rect x="2" y="16" width="6" height="6" rx="1"/><rect x="9" y="2" width="6" height="6" rx="1"/><path d="M5 16v-3a1 1 0 0 1 1-1h12a1 1 0 0 1 1 1v3"/><path d="M12 12V8"/>',
  product:
    '<path d="M11 21.73a2 2 0 0 0 2 0l7-4A2 2 0 0 0 21 16V8a2 2 0 0 0-1-1.73l-7-4a2 2 0 0 0-2 0l-7 4A2 2 0 0 0 3 8v8a2 2 0 0 0 1 1.73z"/><path d="M12 22V12"/><polyline points="3.29 7 12 12 20.71 7"/><path d="m7.5 4.27 9 5.15"/>',
  case: '<path d="m6 14 1.5-2.9A2 2 0 0 1 9.24 10H20a2 2 0 0 1 1.94 2.5l-1.54 6a2 2 0 0 1-1.95 1.5H4a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2h3.9a2 2 0 0 1 1.69.9l.81 1.2a2 2 0 0 0 1.67.9H18a2 2 0 0 1 2 2v2"/>',
  other:
    '<path d="M21 8a2 2 0 0 0-1-1.73l-7-4a2 2 0 0 0-2 0l-7 4A2 2 0 0 0 3 8v8a2 2 0 0 0 1 1.73l7 4a2 2 0 0 0 2 0l7-4A2 2 0 0 0 21 16Z"/><path d="m3.3 7 8.7 5 8.7-5"/><path d="M12 22V12"/>',
}

const address = (svg: string) => `data:image/svg+xml,${encodeURIComponent(svg)}`

/** Side of the square image laid over every node; its centre is the node's. */
export const nodeIconSize = 88

export interface IconColours {
  ring: string
  ground: string
  ink: string
}

const pin =
  '<path d="M12 17v5"/><path d="M9 10.76a2 2 0 0 1-1.11 1.79l-1.78.9A2 2 0 0 0 5 15.24V16a1 1 0 0 0 1 1h12a1 1 0 0 0 1-1v-.76a2 2 0 0 0-1.11-1.79l-1.78-.9A2 2 0 0 1 15 10.76V7a1 1 0 0 1 1-1 2 2 0 0 0 0-4H8a2 2 0 0 0 0 4 1 1 0 0 1 1 1z"/>'

/**
 * The overlay of a node's shape, as one image: its icon in the centre, the sign of its colour in a disc on the upper right
 * corner (a second channel for the ring's colour), a pin on the upper left one. `corner` is the position of the discs,
 * relative to the centre.
 */
export function nodeIconUrl(
  kind: GraphNodeKind,
  sign: string,
  pinned: boolean,
  corner: readonly [x: number, y: number],
  { ring, ground, ink }: IconColours,
): string {
  const middle = nodeIconSize / 2
  const [x, y] = [middle + corner[0], middle - corner[1]]
  const disc =
    sign !== ''
      ? `<circle cx="${x}" cy="${y}" r="${sign.length > 1 ? 8.5 : 7}" fill="${ground}" stroke="${ring}" stroke-width="1.25"/><text x="${x}" y="${y + 3.6}" text-anchor="middle" font-family="sans-serif" font-size="10" font-weight="500" fill="${ink}">${sign}</text>`
      : ''
  const mark = pinned
    ? `<circle cx="${nodeIconSize - x}" cy="${y}" r="7" fill="${ground}" stroke="${ink}"/><g transform="translate(${nodeIconSize - x - 5} ${y - 5}) scale(0.42)" fill="none" stroke="${ink}" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round">${pin}</g>`
    : ''
  const iconTop = kind === 'other' ? middle - 2 : middle - 8
  return address(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${2 * nodeIconSize}" height="${2 * nodeIconSize}" viewBox="0 0 ${nodeIconSize} ${nodeIconSize}"><g transform="translate(${middle - 8} ${iconTop}) scale(0.6667)" fill="none" stroke="${ink}" stroke-width="1.9" stroke-linecap="round" stroke-linejoin="round">${iconDrawings[kind]}</g>${disc}${mark}</svg>`,
  )
}
