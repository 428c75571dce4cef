import { DirectionalIcon } from '@assay/design-system'
import { ChevronDown, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { columnCount, endColumns, sampleCell } from './schema-head.tsx'

interface SectionHeadProps {
  name: ReactNode
  /** Number of fields, or what else is counted. */
  count: ReactNode
  open: boolean
  onToggle: () => void
  /** Command or state at the end. */
  end: ReactNode
}

/** Head of a group of fields, which opens and closes it. */
export const SectionHead = ({ name, count, open, onToggle, end }: SectionHeadProps) => (
  <tr className="h-row border-be border-line-subtle bg-surface-sunken">
    <th scope="rowgroup" colSpan={columnCount - endColumns} className="px-page py-1 text-start font-normal">
      <button
        type="button"
        aria-expanded={open}
        className="focus-ring flex min-h-6 min-w-0 items-center gap-2 rounded-mark text-start"
        onClick={onToggle}
      >
        <DirectionalIcon icon={open ? ChevronDown : ChevronRight} />
        <span className="font-medium">{name}</span>
        <span className="text-xs text-fg-muted">{count}</span>
      </button>
    </th>
    <td className={sampleCell} />
    <td colSpan={endColumns} className="pe-page">
      <div className="flex justify-end">{end}</div>
    </td>
  </tr>
)
