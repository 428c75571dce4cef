import { DirectionalIcon } from '@assay/design-system'
import { ChevronDown, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { columnCount, endColumns, sampleCell } from './schema-head.tsx'
import { useCards } from './schema-table.tsx'

interface FieldGroupProps {
  name: ReactNode
  /** Number of fields, or what else is counted. */
  count: ReactNode
  open: boolean
  onToggle: () => void
  /** Command or state at the end of its head. */
  end: ReactNode
  /** Shown in place of fields where there are none. */
  empty?: ReactNode
  /** A dialog of the group. */
  dialog?: ReactNode
  /** Its fields. */
  children: readonly ReactNode[]
}

/** A group of fields, with a head that opens and closes it. */
export const FieldGroup = (props: FieldGroupProps) => (useCards() ? <CardGroup {...props} /> : <RowGroup {...props} />)

const CardGroup = ({ end, empty, dialog, children, ...head }: FieldGroupProps) => (
  <section className="min-w-0">
    <div className="flex flex-wrap items-center justify-between gap-2 border-be border-line-subtle bg-surface-sunken px-4 py-1.5">
      <Toggle {...head} />
      {end}
    </div>
    {!head.open ? null : children.length === 0 && empty !== undefined ? (
      <p className="border-be border-line-subtle px-4 py-2 text-fg-secondary">{empty}</p>
    ) : (
      <ul className="flex flex-col">{children}</ul>
    )}
    {dialog}
  </section>
)

const RowGroup = ({ end, empty, dialog, children, ...head }: FieldGroupProps) => (
  <tbody>
    <tr className="h-row border-be border-line-subtle bg-surface-sunken">
      <th scope="rowgroup" colSpan={columnCount - endColumns} className="px-page py-1 text-start font-normal">
        <Toggle {...head} />
      </th>
      <td className={sampleCell} />
      <td colSpan={endColumns} className="pe-page">
        <div className="flex justify-end">{end}</div>
      </td>
    </tr>
    {head.open && children.length === 0 && empty !== undefined ? (
      <tr className="h-row border-be border-line-subtle">
        <td colSpan={columnCount} className="px-page py-2 text-fg-secondary">
          {empty}
        </td>
      </tr>
    ) : null}
    {head.open ? children : null}
    {dialog ? (
      <tr>
        <td colSpan={columnCount} className="p-0">
          {dialog}
        </td>
      </tr>
    ) : null}
  </tbody>
)

const Toggle = ({ name, count, open, onToggle }: Pick<FieldGroupProps, 'name' | 'count' | 'open' | 'onToggle'>) => (
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
)
