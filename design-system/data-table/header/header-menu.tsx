import {
  ArrowDown,
  ArrowUp,
  ChevronLeft,
  ChevronRight,
  EllipsisVertical,
  EyeOff,
  Filter,
  FilterX,
  Group,
  MoveHorizontal,
  Pin,
  PinOff,
  UnfoldHorizontal,
  Ungroup,
  X,
} from 'lucide-react'
import { useRef } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '../../overlays/dropdown-menu/dropdown-menu.tsx'
import { DirectionalIcon } from '../../primitives/directional-icon/directional-icon.tsx'
import { Icon } from '../../primitives/icon/icon.tsx'
import type { ColumnActions } from '../columns/use-column-actions.ts'
import type { DataColumn } from '../model/column.ts'

interface HeaderMenuProps<Row> {
  column: DataColumn<Row>
  label: string
  actions: ColumnActions<Row>
  open: boolean
  onOpenChange: (open: boolean) => void
  onFilter: (id: string) => void
  onAutosize: (id: string) => void
  onResize: (id: string) => void
}

/** All actions on a column. Shown on hover and focus of its header; Alt and the down arrow open it. */
export function HeaderMenu<Row>({
  column,
  label,
  actions,
  open,
  onOpenChange,
  onFilter,
  onAutosize,
  onResize,
}: HeaderMenuProps<Row>) {
  const intl = useIntl()
  const trigger = useRef<HTMLButtonElement>(null)
  const keepFocus = useRef(false)
  const restoreFocus = (event: Event) => {
    event.preventDefault()
    if (keepFocus.current) {
      keepFocus.current = false
      return
    }
    const head = trigger.current?.closest<HTMLElement>('[data-col]')
    const target = head?.hasAttribute('tabindex') ? head : head?.querySelector<HTMLElement>('button')
    target?.focus()
  }
  return (
    <>
      <button
        ref={trigger}
        type="button"
        tabIndex={-1}
        data-header-menu=""
        aria-haspopup="menu"
        aria-expanded={open}
        aria-label={intl.formatMessage({ id: 'DesignSystem.DataTable.ColumnMenu' }, { column: label })}
        className={`${place} bg-surface-sunken text-fg-secondary opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 hover:bg-surface-hover focus-ring-inset aria-expanded:opacity-100`}
        onClick={() => onOpenChange(true)}
      >
        <EllipsisVertical aria-hidden className="size-3" />
      </button>
      {open ? (
        // Mounted when it opens: a table has a menu per column and usually one of them is opened. The trigger of the
        // menu lies over the button.
        <DropdownMenu open onOpenChange={onOpenChange}>
          <DropdownMenuTrigger asChild>
            <span aria-hidden className={place} />
          </DropdownMenuTrigger>
          <DropdownMenuContent
            align="end"
            aria-label={label}
            aria-labelledby={undefined}
            onCloseAutoFocus={restoreFocus}
          >
            <HeaderMenuItems
              column={column}
              actions={actions}
              onAutosize={onAutosize}
              onResize={onResize}
              onFilter={id => {
                keepFocus.current = true
                onFilter(id)
              }}
            />
          </DropdownMenuContent>
        </DropdownMenu>
      ) : null}
    </>
  )
}

const place = 'absolute inset-y-0 inset-e-1 my-auto flex size-control-sm items-center justify-center rounded-control'

function HeaderMenuItems<Row>({
  column,
  actions,
  onFilter,
  onAutosize,
  onResize,
}: Pick<HeaderMenuProps<Row>, 'column' | 'actions' | 'onFilter' | 'onAutosize' | 'onResize'>) {
  const { id } = column
  const side = actions.sideOf(id)
  const sort = actions.view.sorting.find(key => key.id === id)
  const filtered = actions.filterOf(id) !== null
  const grouped = actions.view.grouping.includes(id)
  const canSort = actions.canSort(column)
  const canFilter = actions.canFilter(column)
  return (
    <>
      {canSort ? (
        <>
          <DropdownMenuItem start={<Icon icon={ArrowUp} />} onSelect={() => actions.sort(id, false)}>
            <FormattedMessage id="DesignSystem.DataTable.SortAscending" />
          </DropdownMenuItem>
          <DropdownMenuItem start={<Icon icon={ArrowDown} />} onSelect={() => actions.sort(id, true)}>
            <FormattedMessage id="DesignSystem.DataTable.SortDescending" />
          </DropdownMenuItem>
          {sort ? (
            <DropdownMenuItem start={<Icon icon={X} />} onSelect={() => actions.sort(id, null)}>
              <FormattedMessage id="DesignSystem.DataTable.SortClear" />
            </DropdownMenuItem>
          ) : null}
        </>
      ) : null}
      {canFilter ? (
        <DropdownMenuItem start={<Icon icon={Filter} />} onSelect={() => onFilter(id)}>
          <FormattedMessage id="DesignSystem.DataTable.Filter" />
        </DropdownMenuItem>
      ) : null}
      {canFilter && filtered ? (
        <DropdownMenuItem start={<Icon icon={FilterX} />} onSelect={() => actions.setFilter(id, null)}>
          <FormattedMessage id="DesignSystem.DataTable.FilterClear" />
        </DropdownMenuItem>
      ) : null}
      {actions.canGroup(column) ? (
        <DropdownMenuItem
          start={<Icon icon={grouped ? Ungroup : Group} />}
          onSelect={() => actions.group(id, !grouped)}
        >
          <FormattedMessage id={grouped ? 'DesignSystem.DataTable.Ungroup' : 'DesignSystem.DataTable.Group'} />
        </DropdownMenuItem>
      ) : null}
      {canSort || canFilter || actions.canGroup(column) ? <DropdownMenuSeparator /> : null}
      {side === 'start' ? null : (
        <DropdownMenuItem start={<Icon icon={Pin} />} onSelect={() => actions.pin(id, 'start')}>
          <FormattedMessage id="DesignSystem.DataTable.PinStart" />
        </DropdownMenuItem>
      )}
      {side === 'end' ? null : (
        <DropdownMenuItem start={<Icon icon={Pin} />} onSelect={() => actions.pin(id, 'end')}>
          <FormattedMessage id="DesignSystem.DataTable.PinEnd" />
        </DropdownMenuItem>
      )}
      {side === null ? null : (
        <DropdownMenuItem start={<Icon icon={PinOff} />} onSelect={() => actions.pin(id, null)}>
          <FormattedMessage id="DesignSystem.DataTable.Unpin" />
        </DropdownMenuItem>
      )}
      <DropdownMenuItem
        start={<DirectionalIcon icon={ChevronLeft} />}
        disabled={!actions.canMove(id, -1)}
        onSelect={() => actions.move(id, -1)}
      >
        <FormattedMessage id="DesignSystem.DataTable.MoveToStart" />
      </DropdownMenuItem>
      <DropdownMenuItem
        start={<DirectionalIcon icon={ChevronRight} />}
        disabled={!actions.canMove(id, 1)}
        onSelect={() => actions.move(id, 1)}
      >
        <FormattedMessage id="DesignSystem.DataTable.MoveToEnd" />
      </DropdownMenuItem>
      <DropdownMenuSeparator />
      <DropdownMenuItem start={<Icon icon={UnfoldHorizontal} />} onSelect={() => onAutosize(id)}>
        <FormattedMessage id="DesignSystem.DataTable.Autosize" />
      </DropdownMenuItem>
      <DropdownMenuItem start={<Icon icon={MoveHorizontal} />} onSelect={() => onResize(id)}>
        <FormattedMessage id="DesignSystem.DataTable.Resize" />
      </DropdownMenuItem>
      {column.hideable ? (
        <>
          <DropdownMenuSeparator />
          <DropdownMenuItem start={<Icon icon={EyeOff} />} onSelect={() => actions.show(id, false)}>
            <FormattedMessage id="DesignSystem.DataTable.Hide" />
          </DropdownMenuItem>
        </>
      ) : null}
    </>
  )
}
