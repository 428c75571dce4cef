import { monotonicClock } from '../../kernel/limits/monotonic-clock.ts'
import type { RateLimit } from '../../kernel/limits/token-bucket-limiter.ts'
import type { ApiCaller, Ports } from '../../ports/index.ts'
import { forbidden, type RiskApiResponse, unauthorized } from './wire/answers.ts'

export interface DirectoryEnvironment {
  id: string
  tenantId: string
  parentId: string | null
  name: string
  /** Customer API id. */
  apiId: string | null
  kind: 'production' | 'sandbox'
  status: string
  /** Calls per second and burst, when this environment has a limit of its own. */
  rateLimit: RateLimit | null
}

/**
 * Environments and the applications assigned to them: the data that every call needs, in memory instead of one query
 * for each.
 */
export interface EnvironmentDirectory {
  environments: ReadonlyMap<string, DirectoryEnvironment>
  /** Oldest first. */
  roots: readonly DirectoryEnvironment[]
  children: ReadonlyMap<string, readonly DirectoryEnvironment[]>
  /** `tenant apiId`, in lower case, to the environment: the customer API id can replace the id. */
  byApiId: ReadonlyMap<string, DirectoryEnvironment>
  /** `tenant principal` to the environments it is assigned to; null is the whole tenant. */
  assignments: ReadonlyMap<string, readonly (string | null)[]>
}

/** Role of an API client in its assignments. */
const apiRole = 'RiskApi'
/** Setting (scope: environment id): `{perSecond, burst}`. */
const rateLimitSetting = 'rateLimit'
const refreshAfterMs = 2000
/** An unknown id may be new: the store is read again, but not for every wrong header. */
const minReloadIntervalMs = 1000

export interface EnvironmentDirectoryCache {
  current: () => EnvironmentDirectory | Promise<EnvironmentDirectory>
  /** Returns a newer directory if the last one is old enough, for a name that was not found. */
  newer: () => Promise<EnvironmentDirectory>
  /** Rights changed: the next call waits for a new directory. */
  expire: () => void
}

/**
 * Creates a directory that answers from memory and refreshes in the background; without the database the last state
 * remains in use.
 */
export function createEnvironmentDirectory({ db }: Pick<Ports, 'db'>): EnvironmentDirectoryCache {
  let cached: EnvironmentDirectory | null = null
  let cachedAt = 0
  let loading: Promise<EnvironmentDirectory> | null = null
  /** Changes of rights so far, and those that the cached directory knows. */
  let changes = 0
  let knownChanges = 0

  const load = async (): Promise<EnvironmentDirectory> => {
    for (;;) {
      const before = changes
      const fresh = await loadDirectory(db)
      // Rights that changed meanwhile are read again.
      if (before !== changes) continue
      cached = fresh
      cachedAt = monotonicClock()
      knownChanges = before
      return fresh
    }
  }
  const refresh = (): Promise<EnvironmentDirectory> => {
    loading ??= load().finally(() => {
      loading = null
    })
    return loading
  }
  const ageMs = (): number => monotonicClock() - cachedAt
  return {
    current() {
      if (cached === null) return refresh()
      const last = cached
      if (knownChanges !== changes) return refresh().catch(() => last)
      if (ageMs() > refreshAfterMs)
        refresh().catch(() => {
          cachedAt = monotonicClock()
        })
      return cached
    },
    async newer() {
      if (cached !== null && ageMs() < minReloadIntervalMs) return cached
      return await refresh()
    },
    expire() {
      changes++
    },
  }
}

async function loadDirectory(db: Ports['db']): Promise<EnvironmentDirectory> {
  const [rows, assigned, settings] = await Promise.all([
    db
      .selectFrom('environment')
      .select(['id', 'tenant_id', 'parent_id', 'name', 'api_id', 'kind', 'status'])
      .where('status', 'not in', ['Deleting', 'DeleteFailed', 'Deleted'])
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
    db
      .selectFrom('role_assignment')
      .select(['tenant_id', 'principal_id', 'environment_id'])
      .where('role', '=', apiRole)
      .execute(),
    db.selectFrom('setting').select(['scope', 'value']).where('key', '=', rateLimitSetting).execute(),
  ])
  const limits = new Map(settings.map(row => [row.scope, limitOf(row.value)]))
  const list = rows.map(
    (row): DirectoryEnvironment => ({
      id: row.id,
      tenantId: row.tenant_id,
      parentId: row.parent_id,
      name: row.name,
      apiId: row.api_id,
      kind: row.kind,
      status: row.status,
      rateLimit: limits.get(row.id) ?? null,
    }),
  )
  return {
    environments: new Map(list.map(environment => [environment.id, environment])),
    roots: list.filter(environment => environment.parentId === null),
    children: Map.groupBy(
      list.filter(environment => environment.parentId !== null),
      environment => environment.parentId ?? '',
    ),
    byApiId: new Map(
      list.flatMap(each => (each.apiId === null ? [] : [[`${each.tenantId} ${each.apiId.toLowerCase()}`, each]])),
    ),
    assignments: new Map(
      [...Map.groupBy(assigned, row => `${row.tenant_id} ${row.principal_id}`)].map(([key, group]) => [
        key,
        group.map(row => row.environment_id),
      ]),
    ),
  }
}

function limitOf(value: unknown): RateLimit | null {
  const { perSecond, burst } = (typeof value === 'object' && value !== null ? value : {}) as Partial<RateLimit>
  return typeof perSecond === 'number' && typeof burst === 'number' && perSecond > 0 && burst > 0
    ? { perSecond, burst }
    : null
}

/**
 * Finds the environment that a header or query parameter names: an id, a path of API ids from the root, or a path that
 * mixes ids (20 section 4.2).
 */
function findDirectoryEnvironment(
  directory: EnvironmentDirectory,
  tenantId: string,
  value: string,
): DirectoryEnvironment | null {
  const steps = value
    .trim()
    .replace(/^\/|\/$/g, '')
    .split('/')
    .map(step => step.toLowerCase())
  let at: DirectoryEnvironment | null = null
  for (const [index, step] of steps.entries()) {
    const byId: DirectoryEnvironment | undefined = directory.environments.get(step)
    const byApiId = directory.byApiId.get(`${tenantId} ${step}`)
    const candidates: readonly DirectoryEnvironment[] =
      index === 0 ? [byId, byApiId].filter(each => each !== undefined) : (directory.children.get(at?.id ?? '') ?? [])
    at =
      candidates.find(each => each.tenantId === tenantId && (each.id === step || each.apiId?.toLowerCase() === step)) ??
      null
    if (at === null) return null
  }
  return at
}

/** Returns the ids from the environment up to its root. */
function lineageOf(directory: EnvironmentDirectory, id: string): string[] {
  const line: string[] = []
  for (
    let at: string | null | undefined = id;
    at != null && !line.includes(at);
    at = directory.environments.get(at)?.parentId
  )
    line.push(at)
  return line
}

export interface CallerScope {
  tenantId: string
  /** Never the id of a user. */
  principalId: string
  homeEnvironmentId: string | null
}

/**
 * Whether an application may call an environment: the one it was created in, those it is assigned to, and all below
 * them.
 */
export function mayCall(
  directory: EnvironmentDirectory,
  caller: CallerScope,
  environment: DirectoryEnvironment,
): boolean {
  if (environment.tenantId !== caller.tenantId) return false
  const assigned = directory.assignments.get(`${caller.tenantId} ${caller.principalId}`) ?? []
  if (assigned.includes(null)) return true
  return lineageOf(directory, environment.id).some(id => id === caller.homeEnvironmentId || assigned.includes(id))
}

/**
 * Returns the environment of a call that names none: the one where the application was created; else the root that its
 * assignments share; else the oldest root.
 */
function defaultEnvironment(directory: EnvironmentDirectory, caller: CallerScope): DirectoryEnvironment | null {
  const home = directory.environments.get(caller.homeEnvironmentId ?? '')
  if (home !== undefined && home.tenantId === caller.tenantId) return home
  const assigned = directory.assignments.get(`${caller.tenantId} ${caller.principalId}`) ?? []
  const roots = new Set(assigned.filter(id => id !== null).map(id => lineageOf(directory, id).at(-1)))
  if (roots.size === 1) {
    const [root] = roots
    const found = directory.environments.get(root ?? '')
    if (found !== undefined) return found
  }
  return directory.roots.find(root => root.tenantId === caller.tenantId) ?? null
}

/** Returns the answer to a caller without a right in an environment; null with one. */
export function refusalOf(
  tree: EnvironmentDirectory,
  caller: ApiCaller,
  environment: DirectoryEnvironment,
): RiskApiResponse | null {
  if (caller.audienceKind !== 'both' && caller.audienceKind !== environment.kind)
    return unauthorized('TokenAudienceNotAllowed')
  const role = environment.kind === 'sandbox' ? 'Sandbox_Risk_API' : 'Risk_API'
  return caller.roles.includes(role) && mayCall(tree, caller, environment) ? null : forbidden()
}

/** Returns the environment of a call: the one it names, else the default of its client; null without such a one. */
export function calledEnvironment(
  tree: EnvironmentDirectory,
  caller: ApiCaller,
  named: string | null,
): DirectoryEnvironment | null {
  return named === null || named.trim() === ''
    ? defaultEnvironment(tree, caller)
    : findDirectoryEnvironment(tree, caller.tenantId, named)
}
