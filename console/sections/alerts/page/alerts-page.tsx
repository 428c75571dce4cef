import { Button, Icon, lazyPart, PageHeader } from '@assay/design-system'
import type { AlertRule } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { useCan, useEnvironment, useHref } from '../../../platform/environments/environments.tsx'
import { StaleNotice } from '../../../platform/errors/stale-notice.tsx'
import { useOffline } from '../../../platform/offline/connection.ts'
import { optionalParameter, useSearchState } from '../../../platform/router/use-search-state.ts'
import { useTitle } from '../../../platform/router/use-title.ts'
import { useTitleFocus } from '../../../platform/router/use-title-focus.ts'
import { IncidentView } from '../incident/incident-view.tsx'
import { TargetList } from '../targets/target-list.tsx'
import { IncidentList } from './incident-list.tsx'
import { RuleList } from './rule-list.tsx'

// The form brings the validator with it.
const AlertDialog = lazyPart(() => import('../form/alert-dialog.tsx').then(module => ({ default: module.AlertDialog })))

const searchSchema = { incident: optionalParameter }
const refreshMs = 30_000

/** The alerts of the environment with their incidents, or one incident. */
export function Component() {
  const can = useCan()
  const [{ incident }, , hrefOf] = useSearchState(searchSchema)
  const writes = can('rules', 'write')
  return incident === null ? (
    <AlertList writes={writes} hrefOf={id => hrefOf({ incident: id })} />
  ) : (
    <IncidentView key={incident} incidentId={incident} writes={writes} listHref={hrefOf({ incident: null })} />
  )
}

interface AlertListProps {
  /** Whether the user may change alerts. */
  writes: boolean
  /** Address of an incident. */
  hrefOf: (incidentId: string) => string
}

function AlertList({ writes, hrefOf }: AlertListProps) {
  const intl = useIntl()
  const can = useCan()
  const offline = useOffline()
  const href = useHref()
  const { id: environmentId } = useEnvironment()
  const [edited, setEdited] = useState<AlertRule | 'new' | null>(null)
  const title = intl.formatMessage({ id: 'Alerts.Title' })
  useTitle(title)
  useTitleFocus()
  const rules = useQuery(
    api.alertRules.list.queryOptions({ input: { environmentId }, staleTime: 5_000, refetchInterval: refreshMs }),
  )
  const incidents = useQuery(
    api.alertIncidents.list.queryOptions({ input: { environmentId }, staleTime: 5_000, refetchInterval: refreshMs }),
  )
  const isStale = [rules, incidents].some(({ isError, data }) => isError && data !== undefined)
  return (
    <div className="flex flex-col">
      <PageHeader
        title={title}
        breadcrumb={[
          { id: 'reports', label: intl.formatMessage({ id: 'Shell.Nav.Reports' }), href: href('/reports') },
          { id: 'alerts', label: title },
        ]}
        meta={<FormattedMessage id={writes ? 'Alerts.Text' : 'Alerts.ReadOnly'} />}
        actions={
          writes ? (
            <Button variant="primary" disabled={offline} onClick={() => setEdited('new')}>
              <Icon icon={Plus} />
              <FormattedMessage id="CaseReport.Alert.New" />
            </Button>
          ) : undefined
        }
      />
      <div className="flex flex-col gap-4 px-page pbe-6">
        {isStale ? <StaleNotice /> : null}
        <IncidentList query={incidents} hrefOf={hrefOf} />
        <RuleList query={rules} writes={writes && !offline} onEdit={setEdited} />
        {can('admin.configuration', 'write') ? <TargetList /> : null}
      </div>
      {edited === null ? null : (
        <Suspense>
          <AlertDialog alert={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
        </Suspense>
      )}
    </div>
  )
}
