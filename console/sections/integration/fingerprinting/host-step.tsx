import { Card, CardBody, CardHeader } from '@assay/design-system'
import type { FingerprintSetup } from '@assay/risk-service/contract'
import { FormattedMessage } from 'react-intl'
import { useCan } from '../../../platform/environments/environments.tsx'
import { Code } from '../shared/code.tsx'
import { HostCheckForm } from './host-check-form.tsx'

const hostsSetting = 'ASSAY_FINGERPRINTING_HOSTS'

/** The name in the domain of the shop under which its pages load the script, and whether it leads to the service. */
export function HostStep({ setup: { origin, hosts } }: { setup: FingerprintSetup }) {
  const writes = useCan()('integration.apps', 'write')
  return (
    <Card>
      <CardHeader title={<FormattedMessage id="Fingerprint.Host" />} />
      <CardBody className="flex flex-col gap-3 text-sm">
        <p>
          <FormattedMessage
            id="Fingerprint.Host.Text"
            values={{
              host: <Code key="host" text={new URL(origin).hostname} />,
              setting: <Code key="setting" text={hostsSetting} />,
            }}
          />
        </p>
        {hosts.length === 0 ? (
          <p className="text-fg-secondary">
            <FormattedMessage id="Fingerprint.Host.None" values={{ origin: <Code key="origin" text={origin} /> }} />
          </p>
        ) : (
          <ul>
            {hosts.map(host => (
              <li key={host}>
                <Code text={host} />
              </li>
            ))}
          </ul>
        )}
        {writes ? <HostCheckForm initial={hosts[0] ?? ''} setting={hostsSetting} /> : null}
        <p className="text-fg-secondary">
          <FormattedMessage id="Fingerprint.Host.Certificate" />
        </p>
      </CardBody>
    </Card>
  )
}
