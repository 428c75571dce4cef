import { Badge, Icon, StatusBadge, VisuallyHidden, type EnvironmentNode } from '@assay/design-system'
import type { Environment } from '@assay/risk-service/contract'
import { Star } from 'lucide-react'
import { FormattedMessage } from 'react-intl'
import { isUsable } from '../platform/environments/environments.tsx'

const separator = ' / '

/** Environments as the switcher draws them: favourites first, each with its way; then the whole tree. */
export function environmentTree(environments: readonly Environment[], favourites: readonly string[] = []): EnvironmentNode[] {
  const byId = new Map(environments.map(environment => [environment.id, environment]))
  const chosen = favourites.map(id => byId.get(id)).filter(environment => environment !== undefined)
  const way = (environment: Environment) => [...environment.ancestorIds.map(id => byId.get(id)?.friendlyName ?? ''), environment.friendlyName].join(separator)
  return [
    ...chosen.map(environment => ({ ...nodeOf(environment, true), name: way(environment) })),
    ...branch(Map.groupBy(environments, ({ parentId }) => parentId ?? ''), ''),
  ]
}

function branch(children: ReadonlyMap<string, readonly Environment[]>, parentId: string): EnvironmentNode[] {
  return (children.get(parentId) ?? []).map(environment => ({ ...nodeOf(environment, false), children: branch(children, environment.id) }))
}

/** A status is shown only when it keeps the environment from being used. */
function nodeOf(environment: Environment, favourite: boolean): EnvironmentNode {
  const sandbox = environment.kind === 'sandbox'
  const idle = environment.status === 'Active' || !environment.hasAccess
  return {
    id: environment.id,
    name: environment.friendlyName,
    ...(idle && !sandbox && !favourite ? {} : {
      status: (
        <span className="flex items-center gap-1">
          {idle ? null : <StatusBadge status={environment.status} />}
          {sandbox ? <Badge><FormattedMessage id="Environments.Kind.Sandbox" /></Badge> : null}
          {favourite ? <><Icon icon={Star} size={12} className="fill-current text-fg-muted" /><VisuallyHidden><FormattedMessage id="Environments.Star.Mark" /></VisuallyHidden></> : null}
        </span>
      ),
    }),
    ...(isUsable(environment) ? {} : { disabledReason: environment.hasAccess ? 'notActive' as const : 'noAccess' as const }),
  }
}
