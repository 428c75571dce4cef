import { type Environment, isInStatusGroup, isUsableEnvironment } from '@assay/risk-service/contract'

/** What speaks for an environment at the start, strongest first. */
export interface EnvironmentPreferences {
  /** In the address. */
  requested: string | null
  /** Used last in this tenant. */
  last: string | null
  favourites: readonly string[]
}

/** Why an environment of the list cannot be used. */
export type EnvironmentObstacle = 'noAccess' | 'beingCreated' | 'notAvailable'

/** Why no environment is open. `fallback` is the one that would be without the wish of the address. */
export type EnvironmentProblem =
  | { kind: 'noRole' }
  | { kind: 'noneUsable' }
  /**
   * An environment of another tenant, out of reach of every role, deleted, or no id at all: the message does not say
   * which.
   */
  | { kind: 'unknown'; fallback: Environment | null }
  | { kind: EnvironmentObstacle; environment: Environment; fallback: Environment | null }

export interface EnvironmentSelection {
  environment: Environment | null
  problem: EnvironmentProblem | null
}

/** Usable only with access and when Active (product specification, section 4). */
export const isUsable = isUsableEnvironment

/** Why an environment of the list cannot be used; null for one that can. */
export function obstacleOf(environment: Environment): EnvironmentObstacle | null {
  if (isUsable(environment)) return null
  if (!environment.hasAccess) return 'noAccess'
  return isInStatusGroup('beingCreated', environment.status) ? 'beingCreated' : 'notAvailable'
}

/**
 * The environment to open: the one in the address, the one used last, the first favourite, the first usable one in tree
 * order. An address that names one which cannot be used opens no other in its place: a link is never silently about
 * something else.
 */
export function selectEnvironment(
  environments: readonly Environment[],
  { requested, last, favourites }: EnvironmentPreferences,
): EnvironmentSelection {
  if (environments.length === 0) return { environment: null, problem: { kind: 'noRole' } }
  const usable = environments.filter(isUsable)
  const byId = (id: string | null | undefined) => usable.find(environment => environment.id === id)
  const fallback = byId(last) ?? byId(favourites.find(id => byId(id))) ?? usable[0] ?? null
  if (requested !== null) {
    const environment = environments.find(({ id }) => id === requested.toLowerCase())
    const kind = environment ? obstacleOf(environment) : 'unknown'
    if (!environment || kind === 'unknown') return { environment: null, problem: { kind: 'unknown', fallback } }
    return kind === null
      ? { environment, problem: null }
      : { environment: null, problem: { kind, environment, fallback } }
  }
  return fallback ? { environment: fallback, problem: null } : { environment: null, problem: { kind: 'noneUsable' } }
}

/** The first environments are still being made, or could not be: nothing was ever ready here. */
export const isSettingUp = (environments: readonly Environment[]): boolean =>
  environments.length > 0 &&
  environments.every(
    ({ parentId, status }) =>
      parentId === null && (isInStatusGroup('beingCreated', status) || status === 'CreateFailed'),
  )

/**
 * The environment to open when the current one is removed: its nearest usable ancestor, else the one that a start would
 * open.
 */
export function environmentAfterRemoval(
  environments: readonly Environment[],
  removed: Environment,
  favourites: readonly string[],
): Environment | null {
  const rest = environments.filter(({ id }) => id !== removed.id)
  const above = [...removed.ancestorIds]
    .reverse()
    .map(id => rest.find(each => each.id === id))
    .find(each => each && isUsable(each))
  return above ?? selectEnvironment(rest, { requested: null, last: null, favourites }).environment
}
