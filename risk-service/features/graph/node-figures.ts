import { undecided } from '../../contract/common/constants.ts'
import type { GraphNode } from '../../contract/graph/graph-entities.ts'
import type { DrawnNode } from '../../engine/graph/event-graph.ts'
import { type Figures, sumFigures } from './store/figures.ts'
import type { LoadedEvent } from './store/loaded-event.ts'

/** Figures of a node over the events that were loaded. */
export function figuresOfLoaded({ events: positions }: DrawnNode, events: readonly LoadedEvent[]): Figures {
  return sumFigures(
    positions.flatMap(position => {
      const event = events[position]
      if (event === undefined) return []
      const { row, user } = event
      const at = new Date(event.at)
      return {
        user_id: user,
        currency: row.currency,
        decision: row.decision ?? undecided,
        label: row.label,
        events: 1,
        amount: row.amount ?? 0,
        amount_usd: row.amountUsd ?? 0,
        first: at,
        last: at,
        highest: row.riskScore < 0 ? null : row.riskScore,
        latest: row.riskScore < 0 ? null : row.riskScore,
      }
    }),
  )
}

type FigureMembers = Pick<
  GraphNode,
  'firstSeen' | 'lastSeen' | 'events' | 'amounts' | 'amountUsd' | 'riskScore' | 'decisions' | 'labels'
>

/** Returns figures as the members of a node. */
export const figureMembers = (figures: Figures): FigureMembers => ({
  firstSeen: figures.events === 0 ? null : figures.first.toISOString(),
  lastSeen: figures.events === 0 ? null : figures.last.toISOString(),
  events: { count: figures.events, complete: figures.complete },
  amounts: [...figures.amounts]
    .map(([currency, amount]) => ({ currency, amount }))
    .toSorted((a, b) => b.amount - a.amount || (a.currency < b.currency ? -1 : 1)),
  amountUsd: figures.amountUsd,
  riskScore:
    figures.highestScore === null
      ? null
      : { highest: figures.highestScore, last: figures.lastScore ?? figures.highestScore },
  decisions: figures.decisions,
  labels: { fraud: figures.fraud, good: figures.good },
})
