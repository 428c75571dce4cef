import { Button, Icon, PageHeader, SkeletonRows } from '@assay/design-system'
import { Ear } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link as RouterLink } from 'react-router-dom'
import { EnvironmentFacts } from '../../../platform/environments/environment-facts.tsx'
import { environmentParameter, useCan, useHref } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { StaleNotice } from '../../../platform/errors/stale-notice.tsx'
import { useTitle } from '../../../platform/router/use-title.ts'
import { useTitleFocus } from '../../../platform/router/use-title-focus.ts'
import { useOverview } from '../shared/use-overview.ts'
import { ApisStep } from './apis-step.tsx'
import { CoreStep } from './core-step.tsx'
import { RecentCalls } from './recent-calls.tsx'
import { UsualErrors } from './usual-errors.tsx'

/** How far the integration of an environment is: its applications, its APIs, and the latest calls. */
export function Component() {
  const intl = useIntl()
  const href = useHref()
  const title = intl.formatMessage({ id: 'Integration.Title' })
  useTitle(title)
  useTitleFocus()
  const seesFigures = useCan()('apimanagement')
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
          <div className="grid min-w-0 gap-4 lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_minmax(0,1fr)]">
            <div className="flex min-w-0 flex-col gap-4 lg:row-span-2">
              <CoreStep applications={overview.applications} />
              <ApisStep apis={overview.apis} />
              {seesFigures ? <UsualErrors /> : null}
            </div>
            {/* In one column what is copied comes first. */}
            <div className="min-w-0 max-lg:order-first">
              <EnvironmentFacts facts={overview} />
            </div>
            <div className="min-w-0">
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
