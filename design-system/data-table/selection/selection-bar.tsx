import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { Button } from '../../primitives/button/button.tsx'
import { Icon } from '../../primitives/icon/icon.tsx'

interface SelectionBarProps {
  /** Number of all selected rows, on this page or not. */
  count: number
  /** Number of all matching rows, when there are more than on the page and all of the page is selected. */
  matchingCount: number | null
  onSelectAll: () => void
  onClear: () => void
  children?: ReactNode
}

/**
 * The number of selected rows and the actions on them. "All matching" is a second, announced step and never a side
 * effect.
 */
export function SelectionBar({ count, matchingCount, onSelectAll, onClear, children }: SelectionBarProps) {
  return (
    <div
      data-slot="data-table-selection"
      className="flex min-h-bar shrink-0 flex-wrap items-center gap-2 border-bs border-line-subtle bg-surface-selected px-(--dt-gutter) py-1 text-sm"
    >
      <span className="font-medium">
        <FormattedMessage id="DesignSystem.DataTable.Selected" values={{ count }} />
      </span>
      {matchingCount === null ? null : (
        <button type="button" className="rounded-mark text-link underline focus-ring" onClick={onSelectAll}>
          <FormattedMessage id="DesignSystem.DataTable.SelectAllMatching" values={{ count: matchingCount }} />
        </button>
      )}
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-2 ps-2">{children}</div>
      <Button variant="ghost" size="sm" className="-me-2" onClick={onClear}>
        <Icon icon={X} size={12} />
        <FormattedMessage id="DesignSystem.DataTable.ClearSelection" />
      </Button>
    </div>
  )
}
