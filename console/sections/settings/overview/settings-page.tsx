import { PageHeader } from '@assay/design-system'
import { Gauge, KeyRound, Rocket, ScrollText, UserSearch } from 'lucide-react'
import { useIntl } from 'react-intl'
import { Navigate, useLocation } from 'react-router-dom'
import { useCan, useEnvironment } from '../../../platform/environments/environments.tsx'
import { PageCard, type PageCardEntry } from '../../../platform/page-card/page-card.tsx'
import { NoAccess } from '../../../platform/permissions/no-access.tsx'
import { canOpen } from '../../../platform/permissions/route-table.ts'
import { useTitle } from '../../../platform/router/use-title.ts'

/** A tab of access control: a page of its own for who may not open the other one. */
const applicationAccess = '/settings/access/apps'
/** Pages of the area, in its order. */
const entries: readonly PageCardEntry[] = [
  { path: '/settings/usage', icon: Gauge, name: 'Usage.Title', text: 'Usage.Card' },
  { path: '/settings/audit', icon: ScrollText, name: 'ActivityLog.Title', text: 'ActivityLog.Card' },
  { path: '/settings/access', icon: KeyRound, name: 'Access.Title', text: 'Access.Card' },
  { path: applicationAccess, icon: KeyRound, name: 'Access.Apps', text: 'Access.Apps.Card' },
  { path: '/settings/subject', icon: UserSearch, name: 'Subjects.Title', text: 'Subjects.Card' },
  { path: '/settings/transactionacceptancebooster', icon: Rocket, name: 'Booster.Title', text: 'Booster.Card' },
]

/** The settings that the user may open, a card each; a single one opens at once. */
export function Component() {
  const intl = useIntl()
  const can = useCan()
  const { search, hash } = useLocation()
  const environment = useEnvironment()
  const title = intl.formatMessage({ id: 'Shell.Nav.Settings' })
  useTitle(title)
  const shown = entries.filter(
    ({ path }) => canOpen(path, can) && (path !== applicationAccess || !canOpen('/settings/access', can)),
  )
  const [only] = shown
  if (only && shown.length === 1) return <Navigate replace to={{ pathname: only.path, search, hash }} />
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
      <PageHeader
        title={title}
        breadcrumb={[{ id: 'settings', label: title }]}
        meta={<bdi>{environment.friendlyName}</bdi>}
      />
      {/* The area has more pages than exist so far: a user who may open none of these sees a notice. */}
      {shown.length === 0 ? <NoAccess /> : null}
      <ul className="grid gap-3 px-page pbe-6 sm:grid-cols-2 xl:grid-cols-3">
        {shown.map(entry => (
          <PageCard key={entry.path} entry={entry} />
        ))}
      </ul>
    </div>
  )
}
