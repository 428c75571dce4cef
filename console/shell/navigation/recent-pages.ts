import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import type { Page } from './pages.ts'

export interface RecentPage {
  path: string
  label: string
}

const storageKey = 'assay/recent-pages'
const recentLimit = 6

function readRecentPages(): RecentPage[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(stored)
      ? stored.filter(
          (entry): entry is RecentPage =>
            typeof entry === 'object' &&
            entry !== null &&
            typeof entry.path === 'string' &&
            typeof entry.label === 'string',
        )
      : []
  } catch {
    return []
  }
}

/** Latest first, each page once. Paths alone: search terms are never stored. */
function addRecentPage(pages: readonly RecentPage[], visit: RecentPage): RecentPage[] {
  return [visit, ...pages.filter(({ path }) => path !== visit.path)].slice(0, recentLimit + 1)
}

/** Pages visited lately in this tab, without the one that is open. Events are named by their id. */
export function useRecentPages(pages: readonly Page[]): RecentPage[] {
  const { pathname } = useLocation()
  const [visited, setVisited] = useState(readRecentPages)
  const page = pages.find(({ path }) => path === pathname)
  const event = /^\/search\/[^/]+\/[^/]+\/([^/]+)$/.exec(pathname)?.[1]
  const label = page?.label ?? (event === undefined ? undefined : decodePath(event))
  useEffect(() => {
    if (label === undefined) return
    setVisited(old => {
      const next = addRecentPage(old, { path: pathname, label })
      try {
        sessionStorage.setItem(storageKey, JSON.stringify(next))
      } catch {
        // They last as long as the page.
      }
      return next
    })
  }, [pathname, label])
  return visited
    .filter(({ path }) => path !== pathname)
    .map(visit => ({ ...visit, label: pages.find(({ path }) => path === visit.path)?.label ?? visit.label }))
}

function decodePath(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
