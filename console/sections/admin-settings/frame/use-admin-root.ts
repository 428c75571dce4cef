import type { Environment } from '@assay/risk-service/contract'
import { useEnvironment, useEnvironments } from '../../../platform/environments/environments.tsx'

/** The root of the current environment, where settings are read and changed, and the caller's right there. */
export interface AdminRoot {
  root: Environment
  mayChange: boolean
}

/** Returns the root of the current environment; null: the caller may not see its settings. */
export function useAdminRoot(): AdminRoot | null {
  const environment = useEnvironment()
  const { environments } = useEnvironments()
  const root = environments.find(({ id }) => id === (environment.ancestorIds[0] ?? environment.id))
  const level = root?.capabilities['admin.configuration']
  return root === undefined || level === undefined ? null : { root, mayChange: level === 'write' }
}
