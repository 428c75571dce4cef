import { type ReactNode, useEffect, useState } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { environmentParameter, useHref } from '../platform/environments/environments.tsx'
import { usePreferencesState } from '../platform/preferences/index.ts'
import { usePages } from './navigation/pages.ts'

/** At the latest then the dashboard opens, whatever else was chosen. */
const preferencesTimeout = 1500

/**
 * True when the visit began at the product and not at a page of it: no reload, no Back button, no link to an
 * environment's dashboard.
 */
function isFirstNavigation(pathname: string, search: string): boolean {
  const [entry] = performance.getEntriesByType('navigation')
  const came = entry instanceof PerformanceNavigationTiming ? entry.type === 'navigate' : false
  return came && pathname === '/' && !new URLSearchParams(search).has(environmentParameter)
}

/** Redirects a new visit to the start page of the user. A user who opens the dashboard later gets the dashboard. */
export function StartPage({ fallback, children }: { fallback: ReactNode; children: ReactNode }) {
  const { pathname, search } = useLocation()
  const { preferences, available, loaded } = usePreferencesState()
  const href = useHref()
  const pages = usePages()
  const [open, setOpen] = useState(() => isFirstNavigation(pathname, search))
  const [late, setLate] = useState(false)
  const decided = available || loaded || late
  const target =
    decided && preferences.startPage !== '/' ? pages.find(({ path }) => path === preferences.startPage) : undefined
  const over = pathname !== '/' || (decided && target === undefined)
  useEffect(() => {
    if (!open) return
    if (over) setOpen(false)
    const timer = setTimeout(() => setLate(true), preferencesTimeout)
    return () => clearTimeout(timer)
  }, [open, over])
  if (!open || over) return children
  return (
    <>
      {target ? <Navigate to={href(target.path)} replace /> : null}
      {fallback}
    </>
  )
}
