import { DropdownMenuItem, DropdownMenuSeparator, Icon } from '@assay/design-system'
import type { Template } from '@assay/risk-service/contract'
import { Download, Pencil, Plus, Trash2 } from 'lucide-react'
import { FormattedMessage } from 'react-intl'
import { RowMenu } from '../../platform/menus/row-menu.tsx'

interface TemplateMenuProps {
  template: Template
  offline: boolean
  onEdit: () => void
  onExport: () => void
  onDelete: () => void
  /** Absent where no assessment can be made of it. */
  onUse?: (() => void) | undefined
  /** The user may edit, download and delete it. */
  write: boolean
}

/** What can be done with a template, from its row: the same as in its panel. */
export function TemplateMenu({ template, offline, onEdit, onExport, onDelete, onUse, write }: TemplateMenuProps) {
  if (!write && !onUse) return null
  return (
    <RowMenu name={template.name} tabIndex={-1}>
      {onUse ? (
        <DropdownMenuItem disabled={offline} start={<Icon icon={Plus} />} onSelect={onUse}>
          <FormattedMessage id="Templates.Assessment.New" />
        </DropdownMenuItem>
      ) : null}
      {write ? (
        <>
          <DropdownMenuItem disabled={offline} start={<Icon icon={Pencil} />} onSelect={onEdit}>
            <FormattedMessage id="Common.Edit" />
          </DropdownMenuItem>
          <DropdownMenuItem start={<Icon icon={Download} />} onSelect={onExport}>
            <FormattedMessage id="Environments.Export" />
          </DropdownMenuItem>
          <DropdownMenuSeparator />
          <DropdownMenuItem tone="danger" disabled={offline} start={<Icon icon={Trash2} />} onSelect={onDelete}>
            <FormattedMessage id="Common.Delete" />
          </DropdownMenuItem>
        </>
      ) : null}
    </RowMenu>
  )
}
