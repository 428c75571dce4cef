import { ArrowDown, ArrowUp, Columns3, PanelLeftClose, PanelRightClose } from 'lucide-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Checkbox } from '../../forms/checkbox/checkbox.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '../../overlays/popover/popover.tsx'
import { Button } from '../../primitives/button/button.tsx'
import { Icon } from '../../primitives/icon/icon.tsx'
import { IconButton } from '../../primitives/icon-button/icon-button.tsx'
import type { DataColumn } from '../model/column.ts'
import { orderedIds } from '../view/table-view.ts'
import type { ColumnActions } from './use-column-actions.ts'

interface ColumnsPanelProps<Row> {
  columns: readonly DataColumn<Row>[]
  actions: ColumnActions<Row>
}

/** Sets visibility, order and pinning of columns: all of it by buttons, so that nothing needs dragging. */
export function ColumnsPanel<Row>({ columns, actions }: ColumnsPanelProps<Row>) {
  const intl = useIntl()
  const [open, setOpen] = useState(false)
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button variant="ghost" size="sm">
          <Icon icon={Columns3} />
          <FormattedMessage id="DesignSystem.DataTable.Columns" />
        </Button>
      </PopoverTrigger>
      {open ? (
        <PopoverContent
          align="end"
          label={intl.formatMessage({ id: 'DesignSystem.DataTable.Columns' })}
          className="w-[22rem] max-w-[calc(100vw-1rem)] p-2"
        >
          <Rows columns={columns} actions={actions} />
          <div className="mbs-2 flex justify-end border-bs border-line-subtle pbs-2">
            <Button size="sm" variant="ghost" onClick={actions.reset}>
              <FormattedMessage id="DesignSystem.DataTable.ResetColumns" />
            </Button>
          </div>
        </PopoverContent>
      ) : null}
    </Popover>
  )
}

function Rows<Row>({ columns, actions }: ColumnsPanelProps<Row>) {
  const intl = useIntl()
  const { start, center, end } = orderedIds(columns, actions.view)
  const byId = new Map(columns.map(column => [column.id, column]))
  const name = (message: string, column: string) =>
    intl.formatMessage({ id: `DesignSystem.DataTable.${message}` }, { column })
  return (
    <ul className="flex flex-col">
      {[...start, ...center, ...end].map(id => {
        const column = byId.get(id)
        if (!column) return null
        const label = actions.labelOf(column)
        const side = actions.sideOf(id)
        return (
          <li key={id} className="flex min-h-8 items-center gap-1 rounded-control ps-2 hover:bg-surface-hover">
            <Checkbox
              className="min-w-0 flex-1 items-center"
              label={<bdi>{label}</bdi>}
              checked={actions.shown(id)}
              disabled={!column.hideable}
              onCheckedChange={checked => actions.show(id, checked === true)}
            />
            <IconButton
              size="sm"
              className="disabled:bg-transparent"
              icon={ArrowUp}
              iconSize={12}
              label={name('MoveColumnToStart', label)}
              disabled={!actions.canMove(id, -1)}
              onClick={() => actions.move(id, -1)}
            />
            <IconButton
              size="sm"
              className="disabled:bg-transparent"
              icon={ArrowDown}
              iconSize={12}
              label={name('MoveColumnToEnd', label)}
              disabled={!actions.canMove(id, 1)}
              onClick={() => actions.move(id, 1)}
            />
            <IconButton
              size="sm"
              className="disabled:bg-transparent"
              icon={PanelLeftClose}
              iconSize={12}
              label={name('PinColumnStart', label)}
              pressed={side === 'start'}
              onClick={() => actions.pin(id, side === 'start' ? null : 'start')}
            />
            <IconButton
              size="sm"
              className="disabled:bg-transparent"
              icon={PanelRightClose}
              iconSize={12}
              label={name('PinColumnEnd', label)}
              pressed={side === 'end'}
              onClick={() => actions.pin(id, side === 'end' ? null : 'end')}
            />
          </li>
        )
      })}
    </ul>
  )
}
