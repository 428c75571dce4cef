import type { ReactNode } from 'react'
import { useCan } from '../environments/environments.tsx'
import { NoAccess } from './no-access.tsx'
import { canOpen, capabilitiesOf, type RoutePath } from './route-table.ts'

/**
 * Shows its children to users who may open the page, and to others the missing capability. The service refuses as well.
 */
export function Guarded({ path, children }: { path: RoutePath; children: ReactNode }) {
  const can = useCan()
  return canOpen(path, can) ? children : <NoAccess page capability={capabilitiesOf(path)[0]} />
}
