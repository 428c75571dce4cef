import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
  IconButton,
} from '@assay/design-system'
import { Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useOffline } from '../../offline/connection.ts'

interface ResourceMenuProps {
  name: string
  /** Absent: it cannot be edited. */
  onEdit?: (() => void) | undefined
  /** Absent: it stays. */
  onDelete?: (() => void) | undefined
  /** What else can be done with it. */
  children?: ReactNode
}

/** The commands for a resource in a list: edit is first, delete is last and set apart. */
export function ResourceMenu({ name, onEdit, onDelete, children }: ResourceMenuProps) {
  const intl = useIntl()
  const offline = useOffline()
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <IconButton icon={Ellipsis} size="sm" label={intl.formatMessage({ id: 'Authoring.Menu.Label' }, { name })} />
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        {onEdit ? (
          <DropdownMenuItem onSelect={onEdit}>
            <FormattedMessage id="Common.Edit" />
          </DropdownMenuItem>
        ) : null}
        {children}
        {onDelete ? (
          <>
            <DropdownMenuSeparator />
            <DropdownMenuItem tone="danger" disabled={offline} onSelect={onDelete}>
              <FormattedMessage id="Common.Delete" />
            </DropdownMenuItem>
          </>
        ) : null}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
