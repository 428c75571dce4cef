import { Ellipsis } from 'lucide-react'
import { useIntl } from 'react-intl'
import { defined } from '../../lib/defined.ts'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLinkItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '../../overlays/dropdown-menu/dropdown-menu.tsx'
import { DirectionalIcon } from '../../primitives/directional-icon/directional-icon.tsx'
import { IconButton } from '../../primitives/icon-button/icon-button.tsx'
import type { RenderLink } from '../link/render-link.tsx'
import type { PageAction } from './page-actions.tsx'

/** The actions without a button of their own, in order of importance; destructive ones are last. */
export function ActionMenu({ actions, renderLink }: { actions: readonly PageAction[]; renderLink: RenderLink }) {
  const intl = useIntl()
  const safe = actions.filter(action => action.variant !== 'danger')
  const dangerous = actions.filter(action => action.variant === 'danger')
  const item = (action: PageAction) => {
    const start = action.icon ? <DirectionalIcon icon={action.icon} /> : undefined
    if (action.href !== undefined && !action.disabled) {
      return (
        <DropdownMenuLinkItem key={action.id}>
          {renderLink({
            href: action.href,
            children: (
              <>
                {start}
                {action.label}
              </>
            ),
          })}
        </DropdownMenuLinkItem>
      )
    }
    return (
      <DropdownMenuItem
        key={action.id}
        start={start}
        tone={action.variant === 'danger' ? 'danger' : 'neutral'}
        disabled={(action.disabled ?? false) || (action.loading ?? false)}
        {...defined({ shortcut: action.shortcut })}
        onSelect={() => action.onSelect?.()}
      >
        {action.label}
      </DropdownMenuItem>
    )
  }
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <IconButton icon={Ellipsis} label={intl.formatMessage({ id: 'DesignSystem.PageHeader.MoreActions' })} />
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        {safe.map(item)}
        {safe.length > 0 && dangerous.length > 0 ? <DropdownMenuSeparator /> : null}
        {dangerous.map(item)}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
