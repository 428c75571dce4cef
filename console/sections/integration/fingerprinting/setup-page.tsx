import {
  Button,
  Card,
  CardBody,
  CardHeader,
  EmptyState,
  Icon,
  PageHeader,
  SegmentedControl,
  SkeletonRows,
  useFormat,
} from '@assay/design-system'
import { type FingerprintSetup, latestSessionHours } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { Play } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link as RouterLink } from 'react-router-dom'
import { api } from '../../../platform/api/client.ts'
import { useEnvironment, useHref } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { StaleNotice } from '../../../platform/errors/stale-notice.tsx'
import { defaultedParameter, optionalParameter, useSearchState } from '../../../platform/router/use-search-state.ts'
import { useTitle } from '../../../platform/router/use-title.ts'
import { useTitleFocus } from '../../../platform/router/use-title-focus.ts'
import { CopyableCode } from '../shared/copyable-code.tsx'
import { fingerprintClients, fingerprintSnippet, sessionPlaceholder } from './script-snippets.ts'

const pollMs = 5_000
const hostsSetting = 'ASSAY_FINGERPRINTING_HOSTS'

/** How the pages of a shop get the fingerprinting script: host name, script, and the first session. */
export function Component() {
  const intl = useIntl()
  const href = useHref()
  const { id: environmentId } = useEnvironment()
  const title = intl.formatMessage({ id: 'Fingerprint.Setup' })
  useTitle(title)
  useTitleFocus()
  const query = useQuery(
    api.fingerprinting.overview.queryOptions({ input: { environmentId }, staleTime: 0, refetchInterval: pollMs }),
  )
  const setup = query.data as FingerprintSetup | undefined
  return (
    <div className="flex flex-col">
      <PageHeader
        title={title}
        breadcrumb={[
          { id: 'integration', label: intl.formatMessage({ id: 'Integration.Title' }), href: href('/integration') },
          { id: 'setup', label: title },
        ]}
        meta={<FormattedMessage id="Fingerprint.Setup.Text" />}
        actions={
          <Button asChild variant="primary">
            <RouterLink to={href('/devicefingerprinting/try')}>
              <Icon icon={Play} />
              <FormattedMessage id="Fingerprint.Try" />
            </RouterLink>
          </Button>
        }
      />
      <div className="flex max-w-4xl flex-col gap-4 px-page pbe-6">
        {query.isError && setup ? <StaleNotice /> : null}
        {setup !== undefined ? (
          <>
            <HostStep setup={setup} />
            <ScriptStep setup={setup} environmentId={environmentId} />
            <SessionStep latest={setup.latest} />
          </>
        ) : query.isError ? (
          <QueryError error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <SkeletonRows rows={8} />
        )}
      </div>
    </div>
  )
}

const Code = ({ text }: { text: string }) => (
  <code dir="ltr" className="text-xs wrap-anywhere">
    {text}
  </code>
)

function HostStep({ setup: { origin, hosts } }: { setup: FingerprintSetup }) {
  return (
    <Card>
      <CardHeader title={<FormattedMessage id="Fingerprint.Host" />} />
      <CardBody className="flex flex-col gap-2 text-sm">
        <p>
          <FormattedMessage
            id="Fingerprint.Host.Text"
            values={{
              host: <Code key="host" text={new URL(origin).host} />,
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
        <p className="text-fg-secondary">
          <FormattedMessage id="Fingerprint.Host.Certificate" />
        </p>
      </CardBody>
    </Card>
  )
}

const searchSchema = { client: defaultedParameter(fingerprintClients, 'web'), host: optionalParameter }

function ScriptStep({ setup: { origin, hosts }, environmentId }: { setup: FingerprintSetup; environmentId: string }) {
  const intl = useIntl()
  const [{ client, host }, setSearch] = useSearchState(searchSchema)
  const chosen = hosts.find(each => each === host) ?? hosts[0]
  const title = intl.formatMessage({ id: 'Fingerprint.Script' })
  return (
    <Card className="min-w-0">
      <CardHeader
        title={title}
        actions={
          <SegmentedControl
            label={intl.formatMessage({ id: 'Fingerprint.Client' })}
            value={client}
            segments={fingerprintClients.map(value => ({
              value,
              label: intl.formatMessage({ id: `Fingerprint.Client.${value}` }),
            }))}
            onValueChange={value => setSearch({ client: value })}
          />
        }
      />
      <CardBody className="flex flex-col gap-3 text-sm">
        {hosts.length < 2 || chosen === undefined ? null : (
          <SegmentedControl
            label={intl.formatMessage({ id: 'Fingerprint.Host' })}
            value={chosen}
            segments={hosts.map(value => ({ value, label: value }))}
            onValueChange={value => setSearch({ host: value })}
          />
        )}
        <CopyableCode
          label={title}
          code={fingerprintSnippet(client, chosen === undefined ? origin : `https://${chosen}`, environmentId)}
        />
        <p>
          <FormattedMessage
            id="Fingerprint.Script.Text"
            values={{ placeholder: <Code key="placeholder" text={sessionPlaceholder} /> }}
          />
        </p>
        <p className="text-fg-secondary">
          <FormattedMessage id="Fingerprint.Script.Consent" />
        </p>
      </CardBody>
    </Card>
  )
}

function SessionStep({ latest }: Pick<FingerprintSetup, 'latest'>) {
  const format = useFormat()
  return (
    <Card>
      <CardHeader title={<FormattedMessage id="Fingerprint.Latest" />} />
      <div aria-live="polite">
        {latest === null ? (
          <EmptyState
            kind="first-use"
            title={<FormattedMessage id="Fingerprint.Latest.Waiting" />}
            description={
              <FormattedMessage id="Fingerprint.Latest.Waiting.Text" values={{ hours: latestSessionHours }} />
            }
          />
        ) : (
          <CardBody className="text-sm">
            <FormattedMessage
              id="Fingerprint.Latest.Text"
              values={{
                time: format.dateTime(latest.at, 'UTC'),
                attributes: latest.attributes,
                page: latest.pageId || 'none',
              }}
            />
          </CardBody>
        )}
      </div>
    </Card>
  )
}
