import { useHref } from '../../../platform/environments/environments.tsx'
import { ConnectorPanel } from '../../../platform/retail-connector/connector-panel.tsx'
import { UploadsPage } from './uploads-page.tsx'

export function Component() {
  const href = useHref()
  const upload = href('/data/upload/lossprevention', new URLSearchParams({ entity: 'Transactions' }))
  return <UploadsPage area="lossprevention" sources={<ConnectorPanel uploadHref={upload} />} />
}
