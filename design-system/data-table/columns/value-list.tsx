import type { SyntheticEvent } from 'react'
import { useIntl } from 'react-intl'
import { Popover, PopoverContent, PopoverTrigger } from '../../overlays/popover/popover.tsx'
import { missing } from '../cells/cell-marks.tsx'
import { type ColumnName, columnNameOf } from '../model/column.ts'

interface ValueListProps {
  /** Name of the column. */
  column: ColumnName
  /** Shown texts, the first one in the cell. */
  values: readonly string[]
  /** Ids and codes. */
  mono?: boolean
}

// The popover is a child of the row for React alone: a click in it is none on the row.
const stop = (event: SyntheticEvent) => event.stopPropagation()

/**
 * The first of several values, and the number of the others on a button that lists all of them. In a grid, Enter moves
 * from the cell to the button.
 */
export function ValueList({ column, values, mono = false }: ValueListProps) {
  const intl = useIntl()
  const [first] = values
  const name = columnNameOf(column, id => intl.formatMessage({ id }))
  if (first === undefined) return missing
  const style = mono ? 'font-mono text-fg-secondary' : ''
  const direction = mono ? 'ltr' : 'auto'
  const shown = (
    <bdi dir={direction} className={`truncate ${style}`}>
      {first}
    </bdi>
  )
  if (values.length === 1) return shown
  const rest = intl.formatMessage({ id: 'DesignSystem.DataTable.MoreValues' }, { count: values.length - 1 })
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      {shown}
      <Popover>
        <PopoverTrigger asChild>
          <button
            type="button"
            tabIndex={-1}
            aria-label={intl.formatMessage(
              { id: 'DesignSystem.DataTable.AllValues' },
              { rest, column: name, count: values.length },
            )}
            className="shrink-0 rounded-chip border border-line-subtle bg-surface-sunken px-1.5 text-xs text-fg-secondary focus-ring hover:bg-surface-hover"
          >
            {rest}
          </button>
        </PopoverTrigger>
        <PopoverContent label={name} className="max-w-md" onClick={stop} onPointerDown={stop} onMouseDown={stop}>
          <ul className="flex flex-col gap-1">
            {values.map((value, index) => (
              <li key={`${index} ${value}`} className={`break-words ${style}`}>
                <bdi dir={direction}>{value}</bdi>
              </li>
            ))}
          </ul>
        </PopoverContent>
      </Popover>
    </span>
  )
}
