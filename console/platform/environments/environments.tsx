import type { Capability, Environment, Session } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { createContext, use, useCallback, useMemo, type ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import { api } from '../api/client.ts'

/** URL parameter that names the environment; a link sent to a colleague opens the same one. */
export const environmentParameter = 'env'
const storageKey = (tenantId: string) => `Assay/Environment/${tenantId}`

interface EnvironmentState {
  session: Session
  /** The chosen environment; null when the user holds no role anywhere. */
  environment: Environment | null
  choose: (environmentId: string) => void
}

const EnvironmentContext = createContext<EnvironmentState | null>(null)

/** Usable only with access and when Active (product specification, section 4). */
export function isUsable(environment: Environment): boolean {
  return environment.hasAccess && environment.status === 'Active'
}

/** The environment to open: the one in the URL, the one used last, the first usable production one, any usable one. */
export function pickEnvironment(environments: readonly Environment[], requested: string | null, last: string | null): Environment | null {
  const usable = environments.filter(isUsable)
  return (
    usable.find(({ id }) => id === requested) ?? usable.find(({ id }) => id === last)
    ?? usable.find(({ kind }) => kind === 'production') ?? usable[0] ?? null
  )
}

/**
 * Loads the session and gives it to everything below. `fallback` is shown meanwhile, without Suspense: React holds back what
 * follows a fallback for 300 ms, which the first figures would have to wait for.
 */
export function EnvironmentProvider({ fallback, children }: { fallback: ReactNode; children: ReactNode }) {
  const { data, error } = useQuery(api.session.get.queryOptions({
    staleTime: 60_000,
    // While the demo data is being made the banner has to go when it is complete.
    refetchInterval: query => (query.state.data?.seeded === false ? 3000 : false),
  }))
  if (error && !data) throw error
  return data ? <SessionEnvironments session={data as Session}>{children}</SessionEnvironments> : fallback
}

function SessionEnvironments({ session, children }: { session: Session; children: ReactNode }) {
  const [parameters, setParameters] = useSearchParams()
  const requested = parameters.get(environmentParameter)
  const environments = session.environments as Environment[]
  const environment = useMemo(
    () => pickEnvironment(environments, requested, localStorage.getItem(storageKey(session.tenant.id))),
    [environments, requested, session.tenant.id],
  )
  const choose = useCallback((environmentId: string) => {
    localStorage.setItem(storageKey(session.tenant.id), environmentId)
    // Filters and cursors of one environment mean nothing in another.
    setParameters(new URLSearchParams({ [environmentParameter]: environmentId }))
  }, [session.tenant.id, setParameters])
  const state = useMemo(() => ({ session, environment, choose }), [session, environment, choose])
  return <EnvironmentContext value={state}>{children}</EnvironmentContext>
}

function useEnvironmentState(): EnvironmentState {
  const state = use(EnvironmentContext)
  if (!state) throw new Error('useEnvironment needs an EnvironmentProvider above it.')
  return state
}

/** Session and all environments of the tenant, for the shell. */
export const useEnvironments = useEnvironmentState

/** The chosen environment; pages below a route that needs one can rely on it. */
export function useEnvironment(): Environment {
  const { environment } = useEnvironmentState()
  if (!environment) throw new Error('useEnvironment was called on a page that opens without an environment.')
  return environment
}

/** `can('rules', 'write')`: the level of the signed-in user in the chosen environment. The service checks again. */
export function useCan(): (capability: Capability, level?: 'read' | 'write') => boolean {
  const { environment } = useEnvironmentState()
  return useCallback((capability, level = 'read') => {
    const held = environment?.capabilities[capability]
    return held === 'write' || (held === 'read' && level === 'read')
  }, [environment])
}

/** Address of another page in the same environment. */
export function useHref(): (path: string, query?: URLSearchParams) => string {
  const { environment } = useEnvironmentState()
  return useCallback((path, query) => {
    const full = new URLSearchParams(environment ? { [environmentParameter]: environment.id } : {})
    for (const [name, value] of query ?? []) full.append(name, value)
    return full.size > 0 ? `${path}?${full}` : path
  }, [environment])
}
