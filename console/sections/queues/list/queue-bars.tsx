import { Icon, SegmentedControl, Select, useFormat, VisuallyHidden } from '@assay/design-system'
import { LayoutGrid, Table2 } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { SearchBox } from '../../../platform/hotkeys/search-box.tsx'
import { type QueueScope, type QueueSort, queueScopes, queueSorts } from './queue-selection.ts'

export const queueLayouts = ['tiles', 'table'] as const
type QueueLayout = (typeof queueLayouts)[number]
const layoutIcons = { tiles: LayoutGrid, table: Table2 } as const

interface QueueBarsProps {
  scope: QueueScope
  /** Number of queues in each scope. */
  counts: Record<QueueScope, number>
  text: string
  sort: QueueSort
  layout: QueueLayout
  onScope: (scope: QueueScope) => void
  onText: (text: string) => void
  onSort: (sort: QueueSort) => void
  onLayout: (layout: QueueLayout) => void
}

/** Which queues are shown, in which order, and how. */
export function QueueBars({ scope, counts, text, sort, layout, onScope, onText, onSort, onLayout }: QueueBarsProps) {
  const intl = useIntl()
  const format = useFormat()
  const label = (id: string) => intl.formatMessage({ id })
  return (
    <div className="flex min-h-bar flex-wrap items-center gap-3 border-y border-line-subtle px-page py-1">
      <SegmentedControl
        label={label('Queues.Scope')}
        segments={queueScopes.map(value => ({
          value,
          label: (
            <>
              <FormattedMessage id={`Queues.Scope.${value}`} />
              <span className="ms-1 text-xs text-fg-muted tabular-nums">{format.number(counts[value])}</span>
            </>
          ),
        }))}
        value={scope}
        onValueChange={onScope}
      />
      <SearchBox
        className="w-full max-w-[16rem]"
        label={label('Common.SearchNameOrDescription')}
        value={text}
        onChange={onText}
      />
      <div className="ms-auto flex items-center gap-2">
        <Select
          size="sm"
          className="w-[13rem]"
          aria-label={label('Queues.Sort')}
          options={queueSorts.map(value => ({ value, label: label(`Queues.Sort.${value}`) }))}
          value={sort}
          onValueChange={onSort}
        />
        <SegmentedControl
          label={label('Queues.Layout')}
          segments={queueLayouts.map(value => ({
            value,
            label: <VisuallyHidden>{label(`Queues.Layout.${value}`)}</VisuallyHidden>,
            start: <Icon icon={layoutIcons[value]} />,
          }))}
          value={layout}
          onValueChange={onLayout}
        />
      </div>
    </div>
  )
}
