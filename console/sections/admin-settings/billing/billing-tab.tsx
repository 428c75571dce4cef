import { useQuery } from '@tanstack/react-query'
import { useIntl } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { useSearchState } from '../../../platform/router/use-search-state.ts'
import { useTitle } from '../../../platform/router/use-title.ts'
import { StoredSettings } from '../frame/rooted-tab.tsx'
import { billingParameters } from './billing-address.ts'
import { OutlookView } from './outlook-view.tsx'
import { PlanView } from './plan-view.tsx'
import { PricesView } from './prices-view.tsx'
import { TenantDetails, TenantSummary } from './tenant-usage.tsx'

/** The plan of the tenant, what all of its production environments have used, and prices. */
export function Component() {
  const intl = useIntl()
  const { id: environmentId } = useEnvironment()
  const [{ view }] = useSearchState(billingParameters)
  useTitle(intl.formatMessage({ id: 'Admin.Title' }))
  const query = useQuery(api.billing.get.queryOptions({ input: { environmentId }, staleTime: 0 }))
  return (
    <StoredSettings tab="billing" query={query}>
      {stored => {
        const props = { stored, environmentId }
        switch (view) {
          case 'plan':
            return <PlanView {...props} />
          case 'summary':
            return <TenantSummary {...props} />
          case 'details':
            return <TenantDetails {...props} />
          case 'outlook':
            return <OutlookView environmentId={environmentId} />
          case 'prices':
            return <PricesView {...props} />
        }
      }}
    </StoredSettings>
  )
}
