import { Button, DropdownMenuItem, DropdownMenuSeparator, Icon } from '@assay/design-system'
import type { CustomList } from '@assay/risk-service/contract'
import { ChartLine, Download, History, Pencil, Plug, Table2, Trash2 } from 'lucide-react'
import { FormattedMessage } from 'react-intl'
import { RowMenu } from '../../../platform/menus/row-menu.tsx'
import { useOffline } from '../../../platform/offline/connection.ts'
import type { ListTab } from './list-panel.tsx'

interface CustomListMenuProps {
  list: CustomList
  write: boolean
  onOpen: (tab: ListTab) => void
  onEdit: () => void
  onPerformance: () => void
  onDownload: () => void
  onDelete: () => void
}

/** What can be done with one custom list, at the end of its row. */
export function CustomListMenu({
  list,
  write,
  onOpen,
  onEdit,
  onPerformance,
  onDownload,
  onDelete,
}: CustomListMenuProps) {
  const offline = useOffline()
  return (
    <RowMenu name={list.name} tabIndex={-1}>
      <DropdownMenuItem start={<Icon icon={Table2} />} onSelect={() => onOpen('preview')}>
        <FormattedMessage id="Lists.Preview" />
      </DropdownMenuItem>
      {write ? (
        <DropdownMenuItem start={<Icon icon={Pencil} />} onSelect={onEdit}>
          <FormattedMessage id="Common.Edit" />
        </DropdownMenuItem>
      ) : null}
      {list.source === 'cosmos' ? (
        <>
          <DropdownMenuItem start={<Icon icon={Plug} />} onSelect={() => onOpen('connection')}>
            <FormattedMessage id="Lists.Panel.connection" />
          </DropdownMenuItem>
          <DropdownMenuItem start={<Icon icon={ChartLine} />} onSelect={onPerformance}>
            <FormattedMessage id="OutgoingRequests.Performance" />
          </DropdownMenuItem>
        </>
      ) : (
        <>
          <DropdownMenuItem start={<Icon icon={Download} />} onSelect={onDownload}>
            <FormattedMessage id="Lists.Download" />
          </DropdownMenuItem>
          <DropdownMenuItem start={<Icon icon={History} />} onSelect={() => onOpen('versions')}>
            <FormattedMessage id="Lists.Panel.versions" />
          </DropdownMenuItem>
        </>
      )}
      {write ? (
        <>
          <DropdownMenuSeparator />
          <DropdownMenuItem tone="danger" disabled={offline} start={<Icon icon={Trash2} />} onSelect={onDelete}>
            <FormattedMessage id="Common.Delete" />
          </DropdownMenuItem>
        </>
      ) : null}
    </RowMenu>
  )
}

interface CustomListBulkActionsProps {
  lists: readonly CustomList[]
  write: boolean
  onDownload: (lists: readonly CustomList[]) => void
  onDelete: () => void
}

/** What can be done with the selected custom lists together. */
export function CustomListBulkActions({ lists, write, onDownload, onDelete }: CustomListBulkActionsProps) {
  const offline = useOffline()
  // Rows in a database are nobody's to download here.
  const files = lists.filter(({ source }) => source === 'csv')
  return (
    <>
      {files.length > 0 ? (
        <Button size="sm" onClick={() => onDownload(files)}>
          <Icon icon={Download} size={12} />
          <FormattedMessage id="Lists.Bulk.Download" values={{ count: files.length }} />
        </Button>
      ) : null}
      {write ? (
        <Button size="sm" disabled={offline} onClick={onDelete}>
          <Icon icon={Trash2} size={12} />
          <FormattedMessage id="Lists.Bulk.Delete" values={{ count: lists.length }} />
        </Button>
      ) : null}
    </>
  )
}
