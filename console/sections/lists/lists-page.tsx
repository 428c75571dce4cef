import { Navigate, useLocation } from 'react-router-dom'
import { useCan } from '../../platform/environments/environments.tsx'

/** Leads on to the first tab that this role opens. */
export function Component() {
  const can = useCan()
  const { search, hash } = useLocation()
  return (
    <Navigate
      replace
      to={{ pathname: can('lists.custom') ? '/data/lists/custom' : '/data/lists/support', search, hash }}
    />
  )
}
