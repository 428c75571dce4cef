import {
  Button,
  Card,
  CardBody,
  CardHeader,
  createColumns,
  Icon,
  PageHeader,
  SimpleTable,
  SkeletonRows,
  useFormat,
} from '@assay/design-system'
import type { IntegrationOverview } from '@assay/risk-service/contract'
import { CircleCheck, CircleDashed, CircleDot, Ear, type LucideIcon, Plus } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link as RouterLink } from 'react-router-dom'
import { EnvironmentFacts } from '../../../platform/environments/environment-facts.tsx'
import { environmentParameter, useCan, useHref } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { StaleNotice } from '../../../platform/errors/stale-notice.tsx'
import { useTitle } from '../../../platform/router/use-title.ts'
import { useTitleFocus } from '../../../platform/router/use-title-focus.ts'
import { apiDefinitions, apiGroups } from '../apis/api-definitions.ts'
import { useOverview } from '../shared/use-overview.ts'

/** How far the integration of an environment is: its applications, its APIs, and the latest calls. */
export function Component() {
  const intl = useIntl()
  const href = useHref()
  const title = intl.formatMessage({ id: 'Integration.Title' })
  useTitle(title)
  useTitleFocus()
  const { overview, ...query } = useOverview()
  return (
    <div className="flex flex-col">
      <PageHeader
        title={title}
        breadcrumb={[{ id: 'integration', label: title }]}
        meta={<FormattedMessage id="Integration.Text" />}
        actions={
          <>
            {overview?.counterpartId ? (
              <Button asChild>
                <RouterLink
                  to={href('/integration', new URLSearchParams({ [environmentParameter]: overview.counterpartId }))}
                >
                  <FormattedMessage
                    id={overview.kind === 'production' ? 'Integration.ToSandbox' : 'Integration.ToProduction'}
                  />
                </RouterLink>
              </Button>
            ) : null}
            <Button asChild variant="primary">
              <RouterLink to={href('/integration/listen')}>
                <Icon icon={Ear} />
                <FormattedMessage id="Integration.Listen" />
              </RouterLink>
            </Button>
          </>
        }
      />
      <div className="flex flex-col gap-4 px-page pbe-6">
        {query.isError && overview ? <StaleNotice /> : null}
        {overview !== undefined ? (
          <div className="grid min-w-0 gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
            <div className="flex min-w-0 flex-col gap-4">
              <ApplicationsStep count={overview.applications} />
              <FingerprintingStep />
              <ApisStep apis={overview.apis} />
            </div>
            <div className="flex min-w-0 flex-col gap-4">
              <EnvironmentFacts facts={overview} />
              <RecentCalls recent={overview.recent} />
            </div>
          </div>
        ) : query.isError ? (
          <QueryError error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <SkeletonRows rows={8} />
        )}
      </div>
    </div>
  )
}

function ApplicationsStep({ count }: { count: number }) {
  const href = useHref()
  const can = useCan()
  return (
    <Card>
      <CardHeader title={<FormattedMessage id="Integration.Step.Applications" />} />
      <CardBody className="flex flex-col gap-3">
        <p className="text-sm">
          <FormattedMessage id="Integration.Step.Applications.Text" values={{ count }} />
        </p>
        {can('integration.apps') ? (
          <div className="flex flex-wrap gap-2">
            <Button asChild>
              <RouterLink to={href('/aadapp/manage')}>
                <FormattedMessage id="Applications.Title" />
              </RouterLink>
            </Button>
            {can('integration.apps', 'write') ? (
              <Button asChild variant={count === 0 ? 'primary' : 'ghost'}>
                <RouterLink to={href('/aadapp/create')}>
                  <Icon icon={Plus} />
                  <FormattedMessage id="Applications.Create" />
                </RouterLink>
              </Button>
            ) : null}
          </div>
        ) : null}
      </CardBody>
    </Card>
  )
}

function FingerprintingStep() {
  const href = useHref()
  if (!useCan()('integration.apps')) return null
  return (
    <Card>
      <CardHeader title={<FormattedMessage id="Fingerprint.Title" />} />
      <CardBody className="flex flex-col gap-3">
        <p className="text-sm">
          <FormattedMessage id="Fingerprint.Setup.Text" />
        </p>
        <div className="flex flex-wrap gap-2">
          <Button asChild>
            <RouterLink to={href('/devicefingerprinting/setup')}>
              <FormattedMessage id="Fingerprint.Setup" />
            </RouterLink>
          </Button>
          <Button asChild variant="ghost">
            <RouterLink to={href('/devicefingerprinting/try')}>
              <FormattedMessage id="Fingerprint.Try" />
            </RouterLink>
          </Button>
        </div>
      </CardBody>
    </Card>
  )
}

const stateIcons: Readonly<Record<'none' | 'received' | 'healthy', LucideIcon>> = {
  none: CircleDashed,
  received: CircleDot,
  healthy: CircleCheck,
}

function ApisStep({ apis }: Pick<IntegrationOverview, 'apis'>) {
  const intl = useIntl()
  const href = useHref()
  const states = new Map(apis.map(({ apiName, state }) => [apiName, state]))
  return (
    <Card>
      <CardHeader title={<FormattedMessage id="Integration.Step.Apis" />} />
      <CardBody className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
        {apiGroups.map(group => (
          <section key={group} className="min-w-0">
            <h3 className="pbe-1 text-sm font-semibold text-fg-secondary">
              <FormattedMessage id={`Integration.Group.${group}`} />
            </h3>
            <ul>
              {apiDefinitions
                .filter(each => each.group === group)
                .map(({ id, apiName }) => {
                  const state = states.get(apiName) ?? 'none'
                  return (
                    <li key={id} className="border-be border-line-subtle last:border-be-0">
                      <RouterLink
                        to={href(`/api/${id}`)}
                        className="flex min-w-0 items-center gap-2 py-2 text-sm focus-ring hover:bg-surface-hover"
                      >
                        <Icon
                          icon={stateIcons[state]}
                          className={state === 'healthy' ? 'text-success-text' : 'text-fg-muted'}
                        />
                        <bdi dir="ltr" className="min-w-0 flex-1 truncate text-link">
                          {id}
                        </bdi>
                        <span className="text-xs text-fg-secondary">
                          {intl.formatMessage({ id: `Integration.State.${state}` })}
                        </span>
                      </RouterLink>
                    </li>
                  )
                })}
            </ul>
          </section>
        ))}
      </CardBody>
    </Card>
  )
}

type RecentCall = IntegrationOverview['recent'][number]
const columns = createColumns<RecentCall>()

function RecentCalls({ recent }: Pick<IntegrationOverview, 'recent'>) {
  const intl = useIntl()
  const format = useFormat()
  const title = intl.formatMessage({ id: 'Integration.Step.Calls' })
  return (
    <Card className="min-w-0 overflow-clip">
      <CardHeader title={title} />
      <SimpleTable
        label={title}
        gutter="card"
        empty={<FormattedMessage id="Integration.Calls.None" />}
        columns={[
          columns.text('minute', {
            labelId: 'Integration.Calls.Minute',
            value: ({ minute }) => format.dateTime(minute, 'UTC'),
          }),
          columns.text('api', {
            labelId: 'Integration.Calls.Api',
            value: ({ apiName }) =>
              apiDefinitions.find(each => each.apiName === apiName)?.id ?? apiName.split('/').slice(1).join('/'),
          }),
          columns.text('status', { labelId: 'Common.Status', value: ({ status }) => String(status) }),
          columns.number('calls', { labelId: 'Integration.Calls.Count', value: ({ calls }) => calls }),
        ]}
        rows={recent}
        getRowId={({ minute, apiName, status }) => `${minute} ${apiName} ${status}`}
      />
    </Card>
  )
}
