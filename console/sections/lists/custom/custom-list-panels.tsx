import { lazyPart } from '@assay/design-system'
import type { CustomList } from '@assay/risk-service/contract'
import { Suspense } from 'react'
import type { ListLeaveGuard } from '../use-register-leave-guard.ts'
import { EditListPanel } from './edit-list-panel.tsx'
import { ListPanel, type ListTab } from './list-panel.tsx'
import { NewListPanel } from './new-list-panel.tsx'

const SourceFormPanel = lazyPart(() =>
  import('../database/database-list-form-panel.tsx').then(module => ({ default: module.DatabaseListFormPanel })),
)
const EditSourcePanel = lazyPart(() =>
  import('../database/edit-database-list-panel.tsx').then(module => ({ default: module.EditDatabaseListPanel })),
)

interface CustomListPanelsProps {
  task: 'new' | 'edit' | null
  current: CustomList | null
  /** A new list is read from a database. */
  fromDatabase: boolean
  /** One form of a new list replaced the other. */
  switched: boolean
  tab: ListTab
  write: boolean
  onGuard: (guard: ListLeaveGuard | null) => void
  onSwitch: (source: 'cosmos' | null) => void
  onCloseNew: () => void
  onCreated: (list: CustomList) => void
  onCloseEdit: () => void
  onSaved: () => void
  onHistory: (listId: string) => void
  onTab: (tab: ListTab) => void
  onClose: () => void
  onEdit: (listId: string) => void
  onDownload: (listId: string) => void
  onChanged: () => void
}

/** What stands beside the table: a form for a new or changed list, or the list that is open; else nothing. */
export function CustomListPanels({
  task,
  current,
  fromDatabase,
  switched,
  tab,
  write,
  onGuard,
  onSwitch,
  onCloseNew,
  onCreated,
  onCloseEdit,
  onSaved,
  onHistory,
  onTab,
  onClose,
  onEdit,
  onDownload,
  onChanged,
}: CustomListPanelsProps) {
  return task === 'new' && fromDatabase ? (
    <Suspense fallback={null}>
      <SourceFormPanel
        key="new source"
        stored={null}
        onGuard={onGuard}
        onClose={onCloseNew}
        onSaved={onCreated}
        switched={switched}
        onFile={() => onSwitch(null)}
      />
    </Suspense>
  ) : task === 'new' ? (
    <NewListPanel
      key="new"
      onGuard={onGuard}
      onClose={onCloseNew}
      onCreated={onCreated}
      switched={switched}
      onDatabase={() => onSwitch('cosmos')}
    />
  ) : current && task === 'edit' && current.source === 'cosmos' ? (
    <Suspense fallback={null}>
      <EditSourcePanel
        key={`edit ${current.id}`}
        list={current}
        onGuard={onGuard}
        onClose={onCloseEdit}
        onSaved={onSaved}
      />
    </Suspense>
  ) : current && task === 'edit' ? (
    <EditListPanel
      key={`edit ${current.id}`}
      list={current}
      onGuard={onGuard}
      onClose={onCloseEdit}
      onDownload={() => onDownload(current.id)}
      onHistory={() => onHistory(current.id)}
      onSaved={onSaved}
    />
  ) : current ? (
    <ListPanel
      key={current.id}
      list={current}
      tab={tab}
      write={write}
      onTab={onTab}
      onClose={onClose}
      onEdit={() => onEdit(current.id)}
      onDownload={() => onDownload(current.id)}
      onChanged={onChanged}
    />
  ) : null
}
