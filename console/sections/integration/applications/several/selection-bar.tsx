import { Button, Checkbox } from '@assay/design-system'
import type { Application } from '@assay/risk-service/contract'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { useOffline } from '../../../../platform/offline/connection.ts'
import { RemoveSeveral } from './remove-several.tsx'
import type { SelectedApplications } from './use-selected.ts'

const none: readonly Application[] = []

/** What can be done with several applications at once. Always there, so that focus returns to it after the question. */
export function SelectionBar({ selectable, selected, select }: SelectedApplications) {
  const offline = useOffline()
  const [removed, setRemoved] = useState(none)
  const isAll = selected.length === selectable.length
  return (
    <div className="flex min-h-row flex-wrap items-center gap-3 border-be border-line px-4 py-1">
      <Checkbox
        label={<FormattedMessage id="DesignSystem.Combobox.SelectAll" />}
        checked={isAll ? true : selected.length > 0 ? 'indeterminate' : false}
        onCheckedChange={() =>
          select(
            selectable.map(({ clientId }) => clientId),
            !isAll,
          )
        }
      />
      <span aria-live="polite" className="text-sm text-fg-secondary">
        <FormattedMessage id="DesignSystem.DataTable.Selected" values={{ count: selected.length }} />
      </span>
      <Button size="sm" disabled={offline || selected.length === 0} onClick={() => setRemoved(selected)}>
        <FormattedMessage id="Applications.Several" />
      </Button>
      <RemoveSeveral removed={removed} onClose={() => setRemoved(none)} />
    </div>
  )
}
