import { useMemo } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { cn } from '../../../lib/cn.ts'
import { Icon } from '../../../primitives/icon/icon.tsx'
import { colourNames } from '../display/display-names.ts'
import { countCategories, type GraphColour } from '../model/appearance.ts'
import { relations } from '../model/graph-model.ts'
import { toggleValue } from '../model/graph-state.ts'
import { kindStyles, relationDashArrays, relationNames } from '../model/kind-styles.ts'
import type { Graph } from '../model/use-graph.ts'

const entry =
  'flex min-h-6 w-full items-center gap-2 rounded-chip px-1 text-start text-xs text-fg-secondary hover:bg-surface-hover focus-ring aria-[pressed=false]:text-fg-muted aria-[pressed=false]:line-through'

/** Communities beyond these are small; they keep their number on the canvas. */
const most = 12

interface GraphLegendProps {
  graph: Graph
  colour: GraphColour
  /** The kinds are listed elsewhere. */
  withoutKinds?: boolean
  /** One line beside the list, a small column on the canvas. */
  inline?: boolean
}

/**
 * The meaning of shapes, dashes and colours. Each entry is a switch that hides its kind, relation or category in the
 * picture and the list.
 */
export function GraphLegend({ graph, colour, withoutKinds = false, inline = false }: GraphLegendProps) {
  const intl = useIntl()
  const { visible, state, change } = graph
  const categories = useMemo(
    () => countCategories(graph.loaded.nodes, colour, graph.context).slice(0, most),
    [graph.loaded, graph.context, colour],
  )
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
      {withoutKinds ? null : (
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
      )}
      <ul className={cn(column, !inline && !withoutKinds && 'border-bs border-line-subtle pbs-1')}>
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
      {categories.length === 0 ? null : (
        <ul
          aria-label={intl.formatMessage({ id: colourNames[colour] })}
          className={cn(column, !inline && 'border-bs border-line-subtle pbs-1')}
        >
          {categories.map(({ category, count }) => {
            const key = `${colour} ${category.key}`
            return (
              <li key={key}>
                <button
                  type="button"
                  className={entry}
                  aria-pressed={!state.hiddenCategories.includes(key)}
                  onClick={() => change(now => ({ ...now, hiddenCategories: toggleValue(now.hiddenCategories, key) }))}
                >
                  <span
                    aria-hidden
                    className="flex h-4 min-w-4 items-center justify-center rounded-full border-2 text-2xs text-fg"
                    style={{ borderColor: `var(--ds-${category.token})` }}
                  >
                    {category.sign}
                  </span>
                  <span className="flex-1 whitespace-nowrap">
                    <FormattedMessage id={category.message} values={{ number: category.number ?? 0 }} />
                  </span>
                  <span className="text-fg-muted tabular-nums">{intl.formatNumber(count)}</span>
                </button>
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}
