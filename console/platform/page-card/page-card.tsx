import { Icon } from '@assay/design-system'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { Link } from 'react-router-dom'
import { useHref } from '../environments/environments.tsx'
import type { RoutePath } from '../permissions/route-table.ts'

/** A page as the overview of its area names it. */
export interface PageCardEntry {
  path: RoutePath
  icon: LucideIcon
  /** Message ids of its name, and of what it is for. */
  name: string
  text: string
  /** A figure of the page; none when absent. */
  figure?: () => ReactNode
}

/** Leads to a page from the overview of its area. The link covers the card; what can be pressed beside it lies above. */
export function PageCard({ entry: { path, icon, name, text, figure } }: { entry: PageCardEntry }) {
  const href = useHref()
  return (
    <li className="relative flex min-w-0 gap-3 rounded-card border border-line-subtle bg-surface p-4 text-sm hover:border-line-strong">
      <span className="mbs-0.5 flex text-fg-muted">
        <Icon icon={icon} size={20} />
      </span>
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <h3 className="text-md font-semibold">
          <Link to={href(path)} className="text-link focus-ring after:absolute after:inset-0 hover:underline">
            <FormattedMessage id={name} />
          </Link>
        </h3>
        <p className="text-fg-secondary">
          <FormattedMessage id={text} />
        </p>
        {figure === undefined ? null : <div className="mbs-1 min-h-6 font-medium tabular-nums">{figure()}</div>}
      </div>
    </li>
  )
}
