import { Button, downloadFile, Icon } from '@assay/design-system'
import { type AccessEntry, accessLimits } from '@assay/risk-service/contract'
import { Download, Eye, Pencil, UserRoundPlus, UserRoundX } from 'lucide-react'
import type { RefObject } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { client } from '../../../platform/api/client.ts'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { SearchBox } from '../../../platform/hotkeys/search-box.tsx'
import { useApiMutation } from '../../../platform/mutations/use-api-mutation.ts'
import { useOffline } from '../../../platform/offline/connection.ts'
import { hasUnusedRole } from '../model/access-rows.ts'
import { accessCsv } from './access-csv.ts'

interface AccessBarProps {
  box: RefObject<HTMLInputElement | null>
  text: string
  onText: (text: string) => void
  entries: readonly AccessEntry[]
  shown: readonly AccessEntry[]
  unused: boolean
  onUnused: (unused: boolean) => void
  writes: boolean
  /** The panel that is open for a command. */
  open: 'assign' | 'edit' | 'preview' | null
  /** Null: the user may not see the console with other rights. */
  onPreview: (() => void) | null
  /** The selected rows. */
  chosen: readonly AccessEntry[]
  isEditable: (entry: AccessEntry) => boolean
  onAssign: () => void
  onEdit: (entry: AccessEntry) => void
  onRevoke: (entries: AccessEntry[]) => void
}

/** Commands of the list, the filter of roles that nobody needs, and the search. */
export function AccessBar({
  box,
  text,
  onText,
  entries,
  shown,
  unused,
  onUnused,
  writes,
  open,
  onPreview,
  chosen,
  isEditable,
  onAssign,
  onEdit,
  onRevoke,
}: AccessBarProps) {
  const intl = useIntl()
  const offline = useOffline()
  const { id: environmentId, name, kind } = useEnvironment()
  const [first] = chosen
  const mayEdit = chosen.length === 1 && first !== undefined && first.source === 'environment' && isEditable(first)
  const mayRevoke = chosen.length > 0 && chosen.length <= accessLimits.revoked && chosen.every(isEditable)
  const unusedCount = entries.filter(hasUnusedRole).length
  const exporting = useApiMutation<unknown, readonly AccessEntry[]>({
    mutationFn: rows => client.access.recordExport({ environmentId, rows: rows.length }),
    onSuccess: (_answer, rows) =>
      downloadFile(`access-${name}.csv`, new Blob([accessCsv(rows, kind)], { type: 'text/csv;charset=utf-8' })),
  })
  return (
    <div className="flex min-h-bar flex-wrap items-center gap-2 border-be border-line-subtle px-page py-1">
      {writes ? (
        <>
          <Button
            size="sm"
            variant={open === 'assign' ? 'secondary' : 'primary'}
            aria-pressed={open === 'assign'}
            disabled={offline}
            start={<Icon icon={UserRoundPlus} size={12} />}
            onClick={onAssign}
          >
            <FormattedMessage id="Access.Assign" />
          </Button>
          <Button
            size="sm"
            variant="ghost"
            disabled={offline || !mayEdit}
            start={<Icon icon={Pencil} size={12} />}
            onClick={() => first && onEdit(first)}
          >
            <FormattedMessage id="Common.Edit" />
          </Button>
          <Button
            size="sm"
            variant="ghost"
            disabled={offline || !mayRevoke}
            start={<Icon icon={UserRoundX} size={12} />}
            onClick={() => onRevoke([...chosen])}
          >
            <FormattedMessage id="Access.Revoke" />
          </Button>
        </>
      ) : null}
      {onPreview === null ? null : (
        <Button
          size="sm"
          variant="ghost"
          aria-pressed={open === 'preview'}
          disabled={offline}
          start={<Icon icon={Eye} size={12} />}
          onClick={onPreview}
        >
          <FormattedMessage id="RightsPreview.Title" />
        </Button>
      )}
      {unusedCount > 0 || unused ? (
        <Button size="sm" variant="ghost" aria-pressed={unused} onClick={() => onUnused(!unused)}>
          <FormattedMessage id="Access.Unused.Filter" values={{ count: unusedCount, days: accessLimits.unusedDays }} />
        </Button>
      ) : null}
      <span className="flex-1" />
      <Button
        size="sm"
        variant="ghost"
        loading={exporting.isPending}
        disabled={offline || shown.length === 0}
        start={<Icon icon={Download} size={12} />}
        onClick={() => exporting.mutate(shown)}
      >
        <FormattedMessage id="DesignSystem.DataTable.Export" />
      </Button>
      <SearchBox box={box} label={intl.formatMessage({ id: 'Access.Search' })} value={text} onChange={onText} />
    </div>
  )
}
