import { Button, Callout, Progress, Switch } from '@assay/design-system'
import { type SearchSwitchDetails, searchLimits } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api, client } from '../../../platform/api/client.ts'
import { useCan, useEnvironment } from '../../../platform/environments/environments.tsx'
import { useApiMutation } from '../../../platform/mutations/use-api-mutation.ts'
import { useOffline } from '../../../platform/offline/connection.ts'
import { useTitle } from '../../../platform/router/use-title.ts'
import { provisioningPolling } from '../../../platform/search-switch/use-search-switch.ts'
import { AdminFrame } from '../frame/admin-frame.tsx'
import { StoredSettings } from '../frame/rooted-tab.tsx'
import { EnableSearchDialog } from './enable-search-dialog.tsx'
import { ExcludedAssessments } from './excluded-assessments.tsx'
import { SearchFacts } from './search-facts.tsx'

/** Whether the tenant has the search: the switch that turns it on, and what it finds. */
export function Component() {
  const intl = useIntl()
  const { id: environmentId } = useEnvironment()
  useTitle(intl.formatMessage({ id: 'Admin.Title' }))
  const query = useQuery(
    api.searchSwitch.settings.queryOptions({
      input: { environmentId },
      staleTime: 0,
      refetchInterval: ({ state: { data } }) => data?.state === 'Provisioning' && provisioningPolling,
    }),
  )
  return (
    <StoredSettings tab="search" query={query}>
      {details => <SearchSettings environmentId={environmentId} details={details} />}
    </StoredSettings>
  )
}

interface SearchSettingsProps {
  environmentId: string
  details: SearchSwitchDetails
}

function SearchSettings({ environmentId, details }: SearchSettingsProps) {
  const mayEnable = useCan()('admin.search', 'write')
  const offline = useOffline()
  const [asking, setAsking] = useState(false)
  const enable = useApiMutation({
    mutationFn: () => client.searchSwitch.enable({ environmentId }),
    invalidates: [api.searchSwitch.key()],
  })
  const { state, from, failure, prepared, environments } = details
  const locked = !mayEnable || offline || enable.isPending
  return (
    <AdminFrame tab="search">
      {failure === null ? null : (
        <Callout
          tone="danger"
          live
          title={<FormattedMessage id="Admin.Search.Failed" />}
          actions={
            <Button size="sm" disabled={locked} onClick={() => enable.mutate()}>
              <FormattedMessage id="Common.Retry" />
            </Button>
          }
        >
          <FormattedMessage id={`Admin.Search.Failed.${failure}`} values={{ count: searchLimits.seconds }} />
        </Callout>
      )}
      <Switch
        label={<FormattedMessage id="Admin.Search.Switch" />}
        description={
          <>
            <FormattedMessage id="Admin.Search.About" />{' '}
            {state === 'On' && from === null ? null : <FormattedMessage id="Admin.Search.Scope" />}{' '}
            {state === 'Off' ? null : <FormattedMessage id="Admin.Search.Final" />}
          </>
        }
        checked={state !== 'Off'}
        disabled={state !== 'Off' || locked}
        onCheckedChange={() => setAsking(true)}
      />
      {state === 'Provisioning' ? (
        <Progress
          label={<FormattedMessage id="Admin.Search.Progress" />}
          value={prepared}
          max={Math.max(1, environments)}
          detail={<FormattedMessage id="Admin.Search.Progress.Count" values={{ prepared, environments }} />}
        />
      ) : null}
      <SearchFacts details={details} />
      <ExcludedAssessments excluded={details.excluded} />
      {asking ? (
        <EnableSearchDialog
          onClose={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false)
            enable.mutate()
          }}
        />
      ) : null}
    </AdminFrame>
  )
}
