import { useCallback, useMemo, useRef } from 'react'

interface SelectionOptions<Row> {
  selected: ReadonlySet<string> | undefined
  onChange: (ids: ReadonlySet<string>) => void
  allMatching: boolean
  onAllMatchingChange: (all: boolean) => void
  rows: readonly Row[]
  getRowId: (row: Row) => string
  order: Uint32Array | null
}

/**
 * Rows selected by id, so that a selection survives paging, sorting and filtering. The page consists of the loaded rows
 * that match.
 */
export function useSelection<Row>({
  selected,
  onChange,
  allMatching,
  onAllMatchingChange,
  rows,
  getRowId,
  order,
}: SelectionOptions<Row>) {
  const anchor = useRef<number | null>(null)
  const total = order?.length ?? rows.length
  const rowOf = useCallback(
    (place: number): Row | undefined => rows[order ? (order[place] ?? -1) : place],
    [rows, order],
  )

  const onPage = useMemo(() => {
    if (!selected || (selected.size === 0 && !allMatching)) return 0
    if (allMatching) return total
    let found = 0
    for (let i = 0; i < total; i++) {
      const row = rowOf(i)
      if (row !== undefined && selected.has(getRowId(row))) found++
    }
    return found
  }, [selected, allMatching, total, rowOf, getRowId])

  const pageIds = () => {
    const ids = new Set<string>()
    for (let i = 0; i < total; i++) {
      const row = rowOf(i)
      if (row !== undefined) ids.add(getRowId(row))
    }
    return ids
  }
  const clear = () => {
    anchor.current = null
    if (allMatching) onAllMatchingChange(false)
    onChange(new Set())
  }
  return {
    total,
    onPage,
    has: (id: string) => allMatching || (selected?.has(id) ?? false),
    clear,
    /** Checks or clears one row; `line` becomes the start of the next range. */
    toggle: (id: string, line: number) => {
      anchor.current = line
      const next = allMatching ? pageIds() : new Set(selected)
      if (allMatching) onAllMatchingChange(false)
      if (!next.delete(id)) next.add(id)
      onChange(next)
    },
    /** Checks all rows between the last toggled one and this line. */
    extend: (line: number, idAt: (line: number) => string | undefined) => {
      const from = anchor.current ?? line
      const next = new Set(selected)
      for (let i = Math.min(from, line); i <= Math.max(from, line); i++) {
        const id = idAt(i)
        if (id !== undefined) next.add(id)
      }
      onChange(next)
    },
    toggleAll: () => {
      if (onPage === total) clear()
      else onChange(new Set([...(selected ?? []), ...pageIds()]))
    },
    addAll: () => onChange(new Set([...(selected ?? []), ...pageIds()])),
  }
}
