import { DropdownMenu, DropdownMenuContent, DropdownMenuTrigger, IconButton } from '@assay/design-system'
import { Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'

interface RowMenuProps {
  /** What the row is about. */
  name: string
  /** -1 in a table, whose own keys reach the button; outside of one, nothing. */
  tabIndex?: number | undefined
  /** The commands. */
  children: ReactNode
}

/** The menu of one row: everything that can be done with what it shows. */
export function RowMenu({ name, tabIndex, children }: RowMenuProps) {
  const intl = useIntl()
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <IconButton
          size="sm"
          icon={Ellipsis}
          {...(tabIndex === undefined ? {} : { tabIndex })}
          label={intl.formatMessage({ id: 'Common.MenuLabel' }, { name })}
        />
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">{children}</DropdownMenuContent>
    </DropdownMenu>
  )
}
