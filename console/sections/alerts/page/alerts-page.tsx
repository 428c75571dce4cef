import { Button, Icon, lazyPart, PageHeader } from '@assay/design-system'
import type { AlertRule } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { useCan, useEnvironment } from '../../../platform/environments/environments.tsx'
import { useOffline } from '../../../platform/offline/connection.ts'
import { optionalParameter, useSearchState } from '../../../platform/router/use-search-state.ts'
import { useTitle } from '../../../platform/router/use-title.ts'
import { IncidentView } from '../incident/incident-view.tsx'
import { IncidentList } from './incident-list.tsx'
import { RuleList } from './rule-list.tsx'

// The form brings the validator with it.
const AlertDialog = lazyPart(() => import('../form/alert-dialog.tsx').then(module => ({ default: module.AlertDialog })))

const searchSchema = { incident: optionalParameter }
const refreshMs = 30_000

/** The alerts of the environment with their incidents, or one incident. */
export function Component() {
  const intl = useIntl()
  const can = useCan()
  const offline = useOffline()
  const { id: environmentId } = useEnvironment()
  const [{ incident }, , hrefOf] = useSearchState(searchSchema)
  const [edited, setEdited] = useState<AlertRule | 'new' | null>(null)
  const writes = can('rules', 'write')
  const title = intl.formatMessage({ id: 'Alerts.Title' })
  useTitle(title)
  const rules = useQuery(
    api.alertRules.list.queryOptions({ input: { environmentId }, staleTime: 5_000, refetchInterval: refreshMs }),
  )
  const incidents = useQuery(
    api.alertIncidents.list.queryOptions({ input: { environmentId }, staleTime: 5_000, refetchInterval: refreshMs }),
  )
  if (incident !== null)
    return <IncidentView key={incident} incidentId={incident} writes={writes} listHref={hrefOf({ incident: null })} />
  return (
    <div className="flex flex-col">
      <PageHeader
        title={title}
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
        <IncidentList query={incidents} hrefOf={id => hrefOf({ incident: id })} />
        <RuleList query={rules} writes={writes && !offline} onEdit={setEdited} />
      </div>
      {edited === null ? null : (
        <Suspense>
          <AlertDialog alert={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
        </Suspense>
      )}
    </div>
  )
}
