import { Badge, type EnvironmentNode, Icon, StatusBadge, VisuallyHidden } from '@assay/design-system'
import type { Environment } from '@assay/risk-service/contract'
import { History, Star } from 'lucide-react'
import { FormattedMessage } from 'react-intl'
import { isUsable } from '../../platform/environments/environments.tsx'

const separator = ' / '

/** As many as stand above the tree: more would hide it. */
const suggestionLimit = 3

export interface SuggestedEnvironments {
  favourites?: readonly string[]
  /** Used lately, latest first. */
  recent?: readonly string[]
  /** The one in use: the way back leads elsewhere. */
  current?: string | null
}

/**
 * Environments as the switcher draws them: favourites first, then those used lately, each with its way; then the whole
 * tree.
 */
export function environmentTree(
  environments: readonly Environment[],
  { favourites = [], recent = [], current = null }: SuggestedEnvironments = {},
): EnvironmentNode[] {
  const byId = new Map(environments.map(environment => [environment.id, environment]))
  const environmentsOf = (ids: readonly string[]) =>
    ids.map(id => byId.get(id)).filter(environment => environment !== undefined)
  const lately = environmentsOf(recent.filter(id => id !== current && !favourites.includes(id)))
    .filter(isUsable)
    .slice(0, suggestionLimit)
  const pathName = (environment: Environment) =>
    [...environment.ancestorIds.map(id => byId.get(id)?.friendlyName ?? ''), environment.friendlyName].join(separator)
  return [
    ...environmentsOf(favourites).map(environment => ({
      ...nodeOf(environment, 'favourite'),
      name: pathName(environment),
    })),
    ...lately.map(environment => ({ ...nodeOf(environment, 'recent'), name: pathName(environment) })),
    ...branch(
      Map.groupBy(environments, ({ parentId }) => parentId ?? ''),
      '',
    ),
  ]
}

function branch(children: ReadonlyMap<string, readonly Environment[]>, parentId: string): EnvironmentNode[] {
  return (children.get(parentId) ?? []).map(environment => ({
    ...nodeOf(environment),
    children: branch(children, environment.id),
  }))
}

/** Why an environment stands above the tree. */
const suggestionIcons = {
  favourite: {
    icon: <Icon icon={Star} size={12} className="fill-current text-fg-muted" />,
    id: 'Environments.Star.Mark',
  },
  recent: { icon: <Icon icon={History} size={12} className="text-fg-muted" />, id: 'Environments.Recent.Mark' },
} as const

/** A status is shown only when it prevents the use of the environment. */
function nodeOf(environment: Environment, near: keyof typeof suggestionIcons | null = null): EnvironmentNode {
  const sandbox = environment.kind === 'sandbox'
  const idle = environment.status === 'Active' || !environment.hasAccess
  return {
    id: environment.id,
    name: environment.friendlyName,
    ...(idle && !sandbox && !near
      ? {}
      : {
          status: (
            <span className="flex items-center gap-1">
              {idle ? null : <StatusBadge status={environment.status} />}
              {sandbox ? (
                <Badge>
                  <FormattedMessage id="Environments.Kind.Sandbox" />
                </Badge>
              ) : null}
              {near ? (
                <>
                  {suggestionIcons[near].icon}
                  <VisuallyHidden>
                    <FormattedMessage id={suggestionIcons[near].id} />
                  </VisuallyHidden>
                </>
              ) : null}
            </span>
          ),
        }),
    ...(isUsable(environment)
      ? {}
      : { disabledReason: environment.hasAccess ? ('notActive' as const) : ('noAccess' as const) }),
  }
}
