import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { DetailsView } from '../../../platform/metering/details-view.tsx'
import { detailParameters } from '../../../platform/metering/usage-address.ts'
import { UsageExport } from '../../../platform/metering/usage-export.tsx'
import { useSearchState } from '../../../platform/router/use-search-state.ts'
import { UsagePage } from '../frame/usage-page.tsx'

/** What was used by day, environment and API. */
export function Component() {
  const { id: environmentId } = useEnvironment()
  const [state, setState] = useSearchState(detailParameters)
  const source = { kind: 'environment', environmentId } as const
  return (
    <UsagePage current="details" actions={<UsageExport source={source} state={state} />}>
      <DetailsView source={source} state={state} onState={setState} />
    </UsagePage>
  )
}
