import type { StoredPlan } from '@assay/risk-service/contract'
import { FormattedMessage } from 'react-intl'
import { useHref } from '../../../platform/environments/environments.tsx'
import { FilterChoice } from '../../../platform/metering/detail-filters.tsx'
import { DetailsView } from '../../../platform/metering/details-view.tsx'
import { SummaryView } from '../../../platform/metering/summary-view.tsx'
import { UsageExport } from '../../../platform/metering/usage-export.tsx'
import type { UsageSource } from '../../../platform/metering/use-usage.ts'
import { useSearchState } from '../../../platform/router/use-search-state.ts'
import { AdminFrame } from '../frame/admin-frame.tsx'
import { billingParameters } from './billing-address.ts'
import { BillingViews } from './billing-views.tsx'

export interface BillingViewProps {
  environmentId: string
  stored: StoredPlan
}

/** Chooses one root environment, or all. */
function RootFilter({ roots }: Pick<StoredPlan, 'roots'>) {
  const [{ root }, setState] = useSearchState(billingParameters)
  return (
    <FilterChoice
      labelId="Billing.Root"
      value={root}
      options={roots.map(({ id, name }) => ({ value: id, label: name }))}
      onValue={next => setState({ root: next, only: null })}
    />
  )
}

/** The use of a billing cycle in all production environments of the tenant. */
export function TenantSummary({ environmentId, stored: { roots } }: BillingViewProps) {
  const href = useHref()
  const [{ root, cycle }, setState] = useSearchState(billingParameters)
  const source: UsageSource = { kind: 'tenant', environmentId, rootId: root }
  return (
    <AdminFrame tab="billing" width="full">
      <BillingViews />
      <SummaryView
        source={source}
        cycle={cycle}
        onCycle={next => setState({ cycle: next })}
        detailsHref={query => {
          const parameters = new URLSearchParams({ view: 'details', ...(root === null ? {} : { root }) })
          for (const [name, value] of query) parameters.set(name, value)
          return href('/adminsettings/billing', parameters)
        }}
        scope={<FormattedMessage id="Billing.Scope" />}
        filters={<RootFilter roots={roots} />}
      />
    </AdminFrame>
  )
}

/** The use of a range of days in all production environments of the tenant. */
export function TenantDetails({ environmentId, stored: { roots } }: BillingViewProps) {
  const [state, setState] = useSearchState(billingParameters)
  const source: UsageSource = { kind: 'tenant', environmentId, rootId: state.root }
  return (
    <AdminFrame tab="billing" width="full">
      <BillingViews />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <RootFilter roots={roots} />
        <UsageExport source={source} state={state} />
      </div>
      <DetailsView source={source} state={state} onState={setState} />
    </AdminFrame>
  )
}
