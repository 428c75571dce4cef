import { Button, Card, CardBody, CardHeader, Icon, SkeletonRows } from '@assay/design-system'
import type { ApiConfiguration } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { FormattedMessage } from 'react-intl'
import { Link, Navigate } from 'react-router-dom'
import { api } from '../../../platform/api/client.ts'
import { EnvironmentFacts } from '../../../platform/environments/environment-facts.tsx'
import { useCan, useEnvironment, useHref } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { ApiPage } from '../api-page.tsx'

/** What a client needs to call the environment; whoever may see the ontology alone is led on to it. */
export function Component() {
  const can = useCan()
  const href = useHref()
  if (!can('apimanagement') && can('ontology')) return <Navigate replace to={href('/data/apimanagement/ontology')} />
  return <Configuration />
}

function Configuration() {
  const can = useCan()
  const href = useHref()
  const { id: environmentId } = useEnvironment()
  const query = useQuery(api.apiManagement.configuration.queryOptions({ input: { environmentId }, staleTime: 60_000 }))
  const configuration = query.data as ApiConfiguration | undefined
  return (
    <ApiPage current="configuration">
      {configuration === undefined ? (
        query.isError ? (
          <QueryError error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <SkeletonRows rows={6} />
        )
      ) : (
        <div className="grid max-w-[60rem] gap-3 lg:grid-cols-2">
          <EnvironmentFacts facts={configuration} />
          {can('integration.apps') ? (
            <Card>
              <CardHeader title={<FormattedMessage id="Applications.Title" />} />
              <CardBody className="flex flex-col gap-3">
                <p className="text-sm">
                  <FormattedMessage id="Applications.Text" />
                </p>
                <div className="flex flex-wrap gap-2">
                  <Button asChild>
                    <Link to={href('/aadapp/manage')}>
                      <FormattedMessage id="Applications.Title" />
                    </Link>
                  </Button>
                  {can('integration.apps', 'write') ? (
                    <Button asChild variant="ghost">
                      <Link to={href('/aadapp/create')}>
                        <Icon icon={Plus} />
                        <FormattedMessage id="Applications.Create" />
                      </Link>
                    </Button>
                  ) : null}
                </div>
              </CardBody>
            </Card>
          ) : null}
        </div>
      )}
    </ApiPage>
  )
}
