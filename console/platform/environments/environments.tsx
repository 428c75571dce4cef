import type { Capability, Environment, Session } from '@assay/risk-service/contract'
import { isInStatusGroup } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { api } from '../api/client.ts'
import { useFavourites } from './favourites.ts'
import { lastEnvironment, storeLastEnvironment } from './last-environment.ts'
import { recordVisit } from './recent-environments.ts'
import { type EnvironmentProblem, selectEnvironment } from './select-environment.ts'

export { isUsable } from './select-environment.ts'

/** URL parameter that names the environment; a link sent to a colleague opens the same one. */
export const environmentParameter = 'env'

/** How often the list is polled while an environment is being created or deleted. */
export const environmentPolling = 10_000

interface EnvironmentState {
  session: Session
  /** All environments that the user may see, parents before children. */
  environments: Environment[]
  /** The chosen environment; null when none is open. */
  environment: Environment | null
  /** Why none is open. */
  problem: EnvironmentProblem | null
  choose: (environmentId: string) => void
  /** Fetches the list again. */
  refresh: () => Promise<void>
  /** The last question for the list failed: what is shown may be old. */
  stale: boolean
}

const EnvironmentContext = createContext<EnvironmentState | null>(null)

/**
 * Loads the session and provides it to everything below. `fallback` is shown until then, without Suspense: React delays
 * what follows a fallback by 300 ms, which would delay the first figures.
 */
export function EnvironmentProvider({ fallback, children }: { fallback: ReactNode; children: ReactNode }) {
  const { data, error, refetch } = useQuery(
    api.session.get.queryOptions({
      staleTime: 60_000,
      // While the demo data is being created, the banner has to disappear when the data is complete; pending
      // environments become ready.
      refetchInterval: query => {
        const session = query.state.data
        if (session?.seeded === false) return 3000
        return session?.environments.some(({ status }) => isInStatusGroup('inProgress', status))
          ? environmentPolling
          : false
      },
    }),
  )
  const refresh = useCallback(async () => void (await refetch()), [refetch])
  if (error && !data) throw error
  return data ? (
    <SessionEnvironments session={data as Session} refresh={refresh} stale={error !== null} fallback={fallback}>
      {children}
    </SessionEnvironments>
  ) : (
    fallback
  )
}

interface SessionEnvironmentsProps {
  session: Session
  refresh: () => Promise<void>
  stale: boolean
  fallback: ReactNode
  children: ReactNode
}

function SessionEnvironments({ session, refresh, stale, fallback, children }: SessionEnvironmentsProps) {
  const [parameters, setParameters] = useSearchParams()
  const requested = parameters.get(environmentParameter)
  const environments = session.environments as Environment[]
  const { favourites, loaded: favouritesLoaded } = useFavourites()
  const { environment, problem } = useMemo(
    () => selectEnvironment(environments, { requested, last: lastEnvironment(session.tenant.id), favourites }),
    [environments, requested, session.tenant.id, favourites],
  )
  // Only who never was here has to wait for their favourites.
  const waiting = !favouritesLoaded && requested === null && lastEnvironment(session.tenant.id) === null
  const used = waiting ? undefined : environment?.id
  useEffect(() => {
    if (used !== undefined) storeLastEnvironment(session.tenant.id, used)
  }, [used, session.tenant.id])
  const choose = useCallback(
    (environmentId: string) => {
      storeLastEnvironment(session.tenant.id, environmentId)
      recordVisit(environmentId, used ?? null)
      // Filters and cursors of one environment mean nothing in another.
      setParameters(new URLSearchParams({ [environmentParameter]: environmentId }))
    },
    [session.tenant.id, used, setParameters],
  )
  const state = useMemo(
    () => ({ session, environments, environment, problem, choose, refresh, stale }),
    [session, environments, environment, problem, choose, refresh, stale],
  )
  return waiting ? fallback : <EnvironmentContext value={state}>{children}</EnvironmentContext>
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
  return useCallback(
    (capability, level = 'read') => {
      const granted = environment?.capabilities[capability]
      return granted === 'write' || (granted === 'read' && level === 'read')
    },
    [environment],
  )
}

/** Address of another page in the same environment. */
export function useHref(): (path: string, query?: URLSearchParams) => string {
  const { environment } = useEnvironmentState()
  return useCallback(
    (path, query) => {
      const full = new URLSearchParams(environment ? { [environmentParameter]: environment.id } : {})
      for (const [name, value] of query ?? [])
        if (name === environmentParameter) full.set(name, value)
        else full.append(name, value)
      return full.size > 0 ? `${path}?${full}` : path
    },
    [environment],
  )
}
