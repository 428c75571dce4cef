import { FormattedMessage, useIntl } from 'react-intl'
import { cn } from '../../../lib/cn.ts'
import { Icon } from '../../../primitives/icon/icon.tsx'
import { relations } from '../model/graph-model.ts'
import { toggleValue } from '../model/graph-state.ts'
import { kindStyles, relationDashArrays, relationNames } from '../model/kind-styles.ts'
import type { Graph } from '../model/use-graph.ts'

const entry =
  'flex min-h-6 w-full items-center gap-2 rounded-chip px-1 text-start text-xs text-fg-secondary hover:bg-surface-hover focus-ring aria-[pressed=false]:text-fg-muted aria-[pressed=false]:line-through'

interface GraphLegendProps {
  graph: Graph
  /** One line beside the list, a small column on the canvas. */
  inline?: boolean
}

/**
 * The meaning of shapes and dashes. Each entry is a switch that hides its kind or relation in the picture and the list.
 */
export function GraphLegend({ graph, inline = false }: GraphLegendProps) {
  const intl = useIntl()
  const { visible, state, change } = graph
  const column = cn('flex', inline ? 'flex-wrap gap-x-1' : 'flex-col')
  return (
    <div
      role="group"
      aria-label={intl.formatMessage({ id: 'DesignSystem.Graph.Legend' })}
      data-slot="graph-legend"
      className={cn(
        'flex',
        inline ? 'flex-wrap items-center gap-x-3 border-be border-line-subtle px-3 py-1' : 'flex-col gap-1',
      )}
    >
      <ul className={column}>
        {[...visible.kinds].map(([kind, count]) => (
          <li key={kind}>
            <button
              type="button"
              className={entry}
              aria-pressed={!state.hiddenKinds.includes(kind)}
              onClick={() => change(now => ({ ...now, hiddenKinds: toggleValue(now.hiddenKinds, kind) }))}
            >
              <Icon icon={kindStyles[kind].icon} />
              <span className="flex-1 whitespace-nowrap">
                <FormattedMessage id={kindStyles[kind].many} />
              </span>
              <span className="text-fg-muted tabular-nums">{intl.formatNumber(count)}</span>
            </button>
          </li>
        ))}
      </ul>
      <ul className={cn(column, !inline && 'border-bs border-line-subtle pbs-1')}>
        {relations
          .filter(relation => visible.relations.has(relation))
          .map(relation => (
            <li key={relation}>
              <button
                type="button"
                className={entry}
                aria-pressed={!state.hiddenRelations.includes(relation)}
                onClick={() => change(now => ({ ...now, hiddenRelations: toggleValue(now.hiddenRelations, relation) }))}
              >
                <svg
                  aria-hidden
                  viewBox="0 0 24 8"
                  className="h-2 w-6 shrink-0 stroke-line-strong forced-colors:stroke-current"
                >
                  <line x1="0" y1="4" x2="24" y2="4" strokeWidth="1.5" strokeDasharray={relationDashArrays[relation]} />
                </svg>
                <span className="whitespace-nowrap">
                  <FormattedMessage id={relationNames[relation]} />
                </span>
              </button>
            </li>
          ))}
      </ul>
      {inline ? null : (
        <p className="flex min-h-6 items-center gap-2 px-1 text-xs text-fg-secondary">
          <svg
            aria-hidden
            viewBox="0 0 24 14"
            className="h-3 w-6 shrink-0 fill-none stroke-score-5 forced-colors:stroke-current"
          >
            <circle cx="12" cy="7" r="5.5" strokeWidth="2" />
          </svg>
          <FormattedMessage id="DesignSystem.Graph.BandRing" />
        </p>
      )}
    </div>
  )
}
