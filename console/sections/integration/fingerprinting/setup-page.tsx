import { Button, Card, CardBody, CardHeader, EmptyState, Icon, SegmentedControl, useFormat } from '@assay/design-system'
import { type FingerprintSetup, latestSessionHours } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { Play } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link as RouterLink } from 'react-router-dom'
import { api } from '../../../platform/api/client.ts'
import { useEnvironment, useHref } from '../../../platform/environments/environments.tsx'
import { CopyableCode } from '../../../platform/files/copyable-code.tsx'
import { defaultedParameter, optionalParameter, useSearchState } from '../../../platform/router/use-search-state.ts'
import { Code } from '../shared/code.tsx'
import { IntegrationPage } from '../shared/integration-page.tsx'
import { QueryContent } from '../shared/query-content.tsx'
import { HostStep } from './host-step.tsx'
import { fingerprintClients, fingerprintSnippet, sessionPlaceholder } from './script-snippets.ts'

const pollMs = 5_000

/** How the pages of a shop get the fingerprinting script: host name, script, and the first session. */
export function Component() {
  const intl = useIntl()
  const href = useHref()
  const { id: environmentId } = useEnvironment()
  const title = intl.formatMessage({ id: 'Fingerprint.Setup' })
  const query = useQuery(
    api.fingerprinting.overview.queryOptions({ input: { environmentId }, staleTime: 0, refetchInterval: pollMs }),
  )
  return (
    <IntegrationPage
      title={title}
      width="code"
      meta={<FormattedMessage id="Fingerprint.Setup.Text" />}
      actions={
        <Button asChild variant="primary">
          <RouterLink to={href('/devicefingerprinting/try')}>
            <Icon icon={Play} />
            <FormattedMessage id="Fingerprint.Try" />
          </RouterLink>
        </Button>
      }
    >
      <QueryContent query={query} data={query.data as FingerprintSetup | undefined} rows={8}>
        {setup => (
          <>
            <HostStep setup={setup} />
            <ScriptStep setup={setup} environmentId={environmentId} />
            <SessionStep latest={setup.latest} />
          </>
        )}
      </QueryContent>
    </IntegrationPage>
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
