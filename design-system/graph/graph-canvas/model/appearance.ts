import { scoreBand } from '../../../data-display/score-meter/score-band.ts'
import type { VisibleNode } from './graph-state.ts'

export const colourModes = ['band', 'decision', 'reviewDecision', 'label', 'community', 'age'] as const
/** What the colour of a node stands for. */
export type GraphColour = (typeof colourModes)[number]
export const sizeModes = ['constant', 'degree', 'amount'] as const
/** What the size of a node stands for. */
export type GraphSize = (typeof sizeModes)[number]

/** A value of the colour: its colour, and a sign in the disc so that colour is never the only difference. */
export interface ColourCategory {
  key: string
  /** Token of the colour, without its prefix. */
  token: string
  /** One or two characters. */
  sign: string
  /** Name of the category as a message. */
  message: string
  /** Number in the message: band or community. */
  number?: number
}

const day = 86_400_000
const agesInDays = [1, 7, 30, 90] as const
const ageKeys = ['day', 'week', 'month', 'quarter', 'older'] as const
const ageTokens = ['heat-7', 'heat-6', 'heat-5', 'heat-4', 'border-strong'] as const
const decisionSigns = { approve: '✓', review: '?', challenge: '!', reject: '×' } as const
const communityColours = 7

const decisionCategories: readonly ColourCategory[] = (['approve', 'review', 'challenge', 'reject'] as const).map(
  key => ({
    key,
    token: `decision-${key}-border`,
    sign: decisionSigns[key],
    message: `DesignSystem.Decision.${key}`,
  }),
)

const categories: Record<Exclude<GraphColour, 'community'>, readonly ColourCategory[]> = {
  band: [1, 2, 3, 4, 5].map(band => ({
    key: String(band),
    token: `score-${band}`,
    sign: String(band),
    message: 'DesignSystem.Graph.CategoryBand',
    number: band,
  })),
  decision: decisionCategories,
  reviewDecision: decisionCategories,
  label: [
    { key: 'fraud', token: 'decision-reject-border', sign: '×', message: 'DesignSystem.Graph.LabelFraud' },
    { key: 'good', token: 'decision-approve-border', sign: '✓', message: 'DesignSystem.Graph.LabelGood' },
  ],
  age: ageKeys.map((key, i) => ({
    key,
    token: ageTokens[i] ?? 'border-strong',
    sign: String(i + 1),
    message: `DesignSystem.Graph.Age${key.charAt(0).toUpperCase()}${key.slice(1)}`,
  })),
}

export interface ColourContext {
  /** Communities of the loaded nodes; only read for that colour. */
  communities: () => ReadonlyMap<string, number>
  /** The latest moment in the data, from which ages are counted. */
  latest: number | null
  /** The nodes of a cluster or group. */
  nodeOf: (id: string) => VisibleNode | undefined
}

/** The category of a node, or null when it has none; that of a cluster is the one of all its nodes. */
export function categoryOf(node: VisibleNode, colour: GraphColour, context: ColourContext): string | null {
  if (node.members && colour !== 'band') {
    const found = new Set(
      node.members.map(id => {
        const member = context.nodeOf(id)
        return member ? categoryOf(member, colour, context) : null
      }),
    )
    return found.size === 1 ? ([...found][0] ?? null) : null
  }
  switch (colour) {
    case 'band':
      return typeof node.score === 'number' && Number.isFinite(node.score) && scoreBand(node.score) > 0
        ? String(scoreBand(node.score))
        : null
    case 'decision':
      return node.decision ?? null
    case 'reviewDecision':
      return node.reviewDecision ?? null
    case 'label':
      return typeof node.fraud === 'boolean' ? (node.fraud ? 'fraud' : 'good') : null
    case 'community':
      return String(context.communities().get(node.id) ?? '') || null
    case 'age': {
      if (typeof node.time !== 'number' || !Number.isFinite(node.time) || context.latest === null) return null
      const age = (context.latest - node.time) / day
      const at = agesInDays.findIndex(limit => age <= limit)
      return ageKeys[at < 0 ? ageKeys.length - 1 : at] ?? null
    }
  }
}

/** A category by its key. */
export function categoryFor(colour: GraphColour, key: string | null): ColourCategory | null {
  if (key === null) return null
  if (colour !== 'community') return categories[colour].find(entry => entry.key === key) ?? null
  const number = Number(key)
  return {
    key,
    token: `chart-${((number - 1) % communityColours) + 1}`,
    sign: key,
    message: 'DesignSystem.Graph.CategoryCommunity',
    number,
  }
}

/** The categories that occur, in their order, with the number of nodes of each. */
export function countCategories(
  nodes: readonly VisibleNode[],
  colour: GraphColour,
  context: ColourContext,
): { category: ColourCategory; count: number }[] {
  const counts = new Map<string, number>()
  for (const node of nodes) {
    const key = categoryOf(node, colour, context)
    if (key !== null) counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const keys =
    colour === 'community'
      ? [...counts.keys()].sort((a, b) => Number(a) - Number(b))
      : categories[colour].map(({ key }) => key)
  return keys.flatMap(key => {
    const [category, count] = [categoryFor(colour, key), counts.get(key)]
    return category && count !== undefined ? [{ category, count }] : []
  })
}

const scales = [1, 1.2, 1.45, 1.75] as const

/** Factor of a node's size, in four steps: the root of its share of the largest value, so that areas compare. */
export function scaleOf(value: number | null | undefined, largest: number): number {
  if (typeof value !== 'number' || !(value > 0) || !(largest > 0)) return 1
  return scales[Math.min(3, Math.round(Math.sqrt(value / largest) * 3))] ?? 1
}
