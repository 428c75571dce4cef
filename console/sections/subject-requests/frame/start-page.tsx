import { Navigate, useLocation } from 'react-router-dom'
import { useCan } from '../../../platform/environments/environments.tsx'
import { subjectPaths } from '../subject-address.ts'

/** Opens the tab that the user may see: the search for those who may submit requests, else the list of requests. */
export function Component() {
  const can = useCan()
  const { search, hash } = useLocation()
  const pathname = can('settings.subject.submit') ? subjectPaths.search : subjectPaths.requests
  return <Navigate replace to={{ pathname, search, hash }} />
}
