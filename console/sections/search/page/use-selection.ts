import { useState } from 'react'

const none: ReadonlySet<string> = new Set()

/**
 * Ticked events by id: they stay ticked while the search changes, and not when another type of event is searched. All
 * that match are those of one search only.
 */
export function useSelection(eventType: string, search: string) {
  const [ticked, setTicked] = useState({ eventType, ids: none })
  const [allOf, setAllOf] = useState<string | null>(null)
  return {
    ids: ticked.eventType === eventType ? ticked.ids : none,
    setIds: (ids: ReadonlySet<string>) => setTicked({ eventType, ids }),
    all: allOf === search,
    setAll: (all: boolean) => setAllOf(all ? search : null),
  }
}
