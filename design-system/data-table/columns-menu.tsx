import { Check, Columns3 } from 'lucide-react'
import * as DropdownMenu from 'radix-ui/dropdown-menu'
import { FormattedMessage } from 'react-intl'
import { Button } from '../primitives/button/button.tsx'
import type { DataColumn } from './columns.tsx'

interface ColumnsMenuProps<Row> {
  columns: readonly DataColumn<Row>[]
  visible: (id: string) => boolean
  onVisibleChange: (id: string, visible: boolean) => void
  onReset: () => void
}

const item = 'relative flex h-control cursor-default items-center gap-2 rounded-chip ps-8 pe-3 text-sm text-fg outline-none select-none data-highlighted:bg-surface-hover data-highlighted:outline-2 data-highlighted:-outline-offset-2 data-highlighted:outline-focus data-disabled:text-fg-disabled'

/** Which columns are shown. Stays open while several are chosen. */
export function ColumnsMenu<Row>({ columns, visible, onVisibleChange, onReset }: ColumnsMenuProps<Row>) {
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger asChild>
        <Button variant="ghost" size="sm">
          <Columns3 aria-hidden />
          <FormattedMessage id="DesignSystem.DataTable.Columns" />
        </Button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content align="end" sideOffset={4} className="z-popover max-h-(--radix-dropdown-menu-content-available-height) overflow-y-auto rounded-control bg-surface-raised p-1 shadow-2">
          {columns.map(column => (
            <DropdownMenu.CheckboxItem
              key={column.id}
              checked={visible(column.id)}
              disabled={!column.hideable}
              onCheckedChange={checked => onVisibleChange(column.id, checked)}
              onSelect={event => event.preventDefault()}
              className={item}
            >
              <DropdownMenu.ItemIndicator className="absolute inset-s-2"><Check aria-hidden className="size-4" /></DropdownMenu.ItemIndicator>
              {column.label ?? <FormattedMessage id={column.labelId} />}
            </DropdownMenu.CheckboxItem>
          ))}
          <DropdownMenu.Separator className="my-1 border-bs border-line-subtle" />
          <DropdownMenu.Item onSelect={onReset} className={item}>
            <FormattedMessage id="DesignSystem.DataTable.ResetColumns" />
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
