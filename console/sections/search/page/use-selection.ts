import { useState } from 'react'

/** Ticked events by id: they stay ticked while the search changes. All that match are those of one search only. */
export function useSelection(search: string) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const [allOf, setAllOf] = useState<string | null>(null)
  return { ids, setIds, all: allOf === search, setAll: (all: boolean) => setAllOf(all ? search : null) }
}
