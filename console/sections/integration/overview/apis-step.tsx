import { Card, CardBody, CardHeader, Icon } from '@assay/design-system'
import type { IntegrationOverview } from '@assay/risk-service/contract'
import { CircleCheck, CircleDashed, CircleDot, type LucideIcon } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link as RouterLink } from 'react-router-dom'
import { useHref } from '../../../platform/environments/environments.tsx'
import { apiDefinitions, apiGroups } from '../apis/api-definitions.ts'

const looks: Readonly<Record<'none' | 'received' | 'healthy', { icon: LucideIcon; className: string }>> = {
  none: { icon: CircleDashed, className: 'text-fg-muted' },
  received: { icon: CircleDot, className: 'text-info-text' },
  healthy: { icon: CircleCheck, className: 'text-success-text' },
}

/** The second step: each API with its state, which opens its page. */
export function ApisStep({ apis }: Pick<IntegrationOverview, 'apis'>) {
  const states = new Map(apis.map(({ apiName, state }) => [apiName, state]))
  const stateOf = (apiName: string) => states.get(apiName) ?? 'none'
  const groups = apiGroups.map(group => ({ group, all: apiDefinitions.filter(each => each.group === group) }))
  const healthyOf = (all: typeof apiDefinitions) => all.filter(({ apiName }) => stateOf(apiName) === 'healthy').length
  return (
    <Card className="min-w-0">
      <CardHeader
        title={<FormattedMessage id="Integration.Step.Apis" />}
        meta={
          <FormattedMessage
            id="Integration.HealthyOf"
            values={{ healthy: healthyOf(apiDefinitions), all: apiDefinitions.length }}
          />
        }
      />
      <CardBody className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
        {groups.map(({ group, all }) => (
          <section key={group} className="min-w-0">
            <h3 className="flex justify-between gap-2 pbe-1 text-sm">
              <span className="font-semibold text-fg-secondary">
                <FormattedMessage id={`Integration.Group.${group}`} />
              </span>
              <span className="text-xs text-fg-muted">
                <FormattedMessage id="Integration.CountOf" values={{ some: healthyOf(all), all: all.length }} />
              </span>
            </h3>
            <ul>
              {all.map(({ id, apiName }) => (
                <li key={id} className="border-be border-line-subtle last:border-be-0">
                  <ApiLink id={id} state={stateOf(apiName)} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </CardBody>
    </Card>
  )
}

function ApiLink({ id, state }: { id: string; state: keyof typeof looks }) {
  const intl = useIntl()
  const href = useHref()
  const { icon, className } = looks[state]
  return (
    <RouterLink
      to={href(`/api/${id}`)}
      className="flex min-h-row min-w-0 items-center gap-2 py-1 text-sm focus-ring hover:bg-surface-hover"
    >
      <Icon icon={icon} className={className} />
      <bdi dir="ltr" className="min-w-0 flex-1 truncate text-start text-link">
        {id}
      </bdi>
      <span className="text-xs text-fg-secondary">{intl.formatMessage({ id: `Integration.State.${state}` })}</span>
    </RouterLink>
  )
}
