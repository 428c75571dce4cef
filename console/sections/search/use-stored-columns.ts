import type { ColumnVisibilityState } from '@assay/design-system'
import { useCallback, useState } from 'react'
import { searchTableColumns } from './columns.tsx'

const storageKey = 'assay/search-columns'

function initial(): ColumnVisibilityState {
  const first = Object.fromEntries(searchTableColumns(() => '').map(column => [column.id, !column.initiallyHidden]))
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '{}')
    return { ...first, ...(stored as ColumnVisibilityState) }
  } catch {
    return first
  }
}

/** Columns that this person shows on this device. */
export function useStoredColumns(): [ColumnVisibilityState, (next: ColumnVisibilityState) => void] {
  const [visibility, setVisibility] = useState(initial)
  const change = useCallback((next: ColumnVisibilityState) => {
    setVisibility(next)
    try {
      localStorage.setItem(storageKey, JSON.stringify(next))
    } catch {
      // Kept for this visit only.
    }
  }, [])
  return [visibility, change]
}
