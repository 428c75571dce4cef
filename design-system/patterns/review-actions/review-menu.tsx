import { Ellipsis } from 'lucide-react'
import { useIntl } from 'react-intl'
import { defined } from '../../lib/defined.ts'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '../../overlays/dropdown-menu/dropdown-menu.tsx'
import { IconButton } from '../../primitives/icon-button/icon-button.tsx'
import type { ReviewAction } from './review-model.ts'

interface ReviewMenuProps {
  actions: readonly ReviewAction[]
  /** Id of the action that is being carried out. */
  pending: string | undefined
  /** Part of a foot bar. */
  wide: boolean
  shortcutOf: (action: ReviewAction) => string | undefined
  onStart: (action: ReviewAction) => void
}

/** The actions without room for a button of their own. */
export function ReviewMenu({ actions, pending, wide, shortcutOf, onStart }: ReviewMenuProps) {
  const intl = useIntl()
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <IconButton
          variant="secondary"
          className={wide ? 'min-h-10 w-12 max-sm:min-h-10' : undefined}
          icon={Ellipsis}
          loading={actions.some(action => action.id === pending)}
          label={intl.formatMessage({ id: 'DesignSystem.ReviewActions.More' })}
        />
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        {actions.map(action => (
          <DropdownMenuItem
            key={action.id}
            disabled={action.disabledReason !== undefined || pending !== undefined}
            onSelect={() => onStart(action)}
            {...defined({ shortcut: shortcutOf(action) })}
          >
            {action.label}
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
