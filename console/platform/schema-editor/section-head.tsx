import { DirectionalIcon } from '@assay/design-system'
import { ChevronDown, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'

interface SectionHeadProps {
  name: ReactNode
  /** Number of fields, or what else is counted. */
  count: ReactNode
  open: boolean
  onToggle: () => void
  /** Command or state at the end. */
  end: ReactNode
  columns: number
}

/** Head of a group of fields, which opens and closes it. */
export const SectionHead = ({ name, count, open, onToggle, end, columns }: SectionHeadProps) => (
  <tr className="h-row border-be border-line-subtle bg-surface-sunken">
    <th scope="rowgroup" colSpan={columns} className="px-page py-1 text-start font-normal">
      <div className="flex items-center justify-between gap-3">
        <button
          type="button"
          aria-expanded={open}
          className="focus-ring flex min-h-6 min-w-0 items-center gap-2 rounded-mark"
          onClick={onToggle}
        >
          <DirectionalIcon icon={open ? ChevronDown : ChevronRight} />
          <span className="font-medium">{name}</span>
          <span className="text-xs text-fg-muted">{count}</span>
        </button>
        {end}
      </div>
    </th>
  </tr>
)
