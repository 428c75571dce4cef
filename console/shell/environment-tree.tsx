import { StatusBadge, type EnvironmentNode } from '@assay/design-system'
import type { Session } from '@assay/risk-service/contract'

type Environments = Session['environments']

/** Environments as the switcher draws them. A status is shown only when it keeps the environment from being used. */
export function environmentTree(environments: Environments, parentId: string | null = null): EnvironmentNode[] {
  return environments.filter(environment => environment.parentId === parentId).map(environment => ({
    id: environment.id,
    name: environment.friendlyName,
    ...(environment.status === 'Active' ? {} : { status: <StatusBadge status={environment.status} /> }),
    ...(environment.hasAccess ? (environment.status === 'Active' ? {} : { disabledReason: 'notActive' as const }) : { disabledReason: 'noAccess' as const }),
    children: environmentTree(environments, environment.id),
  }))
}
