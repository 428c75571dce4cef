import { Ellipsis } from 'lucide-react'
import { useIntl } from 'react-intl'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuLinkItem,
  DropdownMenuTrigger,
} from '../../overlays/dropdown-menu/dropdown-menu.tsx'
import { Icon } from '../../primitives/icon/icon.tsx'
import type { RenderLink } from '../link/render-link.tsx'
import type { Breadcrumb } from './breadcrumbs.tsx'

/** The middle of a long path, behind a menu. */
export function HiddenItems({ items, renderLink }: { items: readonly Breadcrumb[]; renderLink: RenderLink }) {
  const intl = useIntl()
  return (
    <li className="flex shrink-0 text-fg-muted">
      <DropdownMenu>
        <DropdownMenuTrigger
          aria-label={intl.formatMessage({ id: 'DesignSystem.Breadcrumbs.More' })}
          className="focus-ring flex size-control-sm items-center justify-center rounded-chip hover:bg-surface-hover"
        >
          <Icon icon={Ellipsis} />
        </DropdownMenuTrigger>
        <DropdownMenuContent>
          {items.map(item => (
            <DropdownMenuLinkItem key={item.id} disabled={item.href === undefined}>
              {renderLink({ href: item.href ?? '', children: item.label })}
            </DropdownMenuLinkItem>
          ))}
        </DropdownMenuContent>
      </DropdownMenu>
    </li>
  )
}
