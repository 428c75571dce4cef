import { FormattedMessage } from 'react-intl'
import { useEnvironment, useHref } from '../../../platform/environments/environments.tsx'
import { SummaryView } from '../../../platform/metering/summary-view.tsx'
import { summaryParameters } from '../../../platform/metering/usage-address.ts'
import { useSearchState } from '../../../platform/router/use-search-state.ts'
import { UsagePage } from '../frame/usage-page.tsx'

/** What the environment and those below it have used of the entitlements of the tenant in a billing cycle. */
export function Component() {
  const { id: environmentId, kind } = useEnvironment()
  const href = useHref()
  const [{ cycle }, setState] = useSearchState(summaryParameters)
  return (
    <UsagePage current="summary">
      <SummaryView
        source={{ kind: 'environment', environmentId }}
        cycle={cycle}
        onCycle={next => setState({ cycle: next })}
        detailsHref={query => href('/settings/usage/details', query)}
        scope={kind === 'sandbox' ? <FormattedMessage id="Usage.Sandbox" /> : null}
      />
    </UsagePage>
  )
}
