import { useEffect, useMemo, useState } from 'react'
import { useIntl } from 'react-intl'
import type { DataColumn } from './columns.tsx'
import type { ColumnFilter } from './column-filter.ts'
import { RowIndex, runAll, runFor, type SortKey } from './row-index.ts'

/** Up to here an answer is there before the frame ends; above, it is worked out in slices between inputs. */
export const syncLimit = 5000
/** Milliseconds of work before input gets its turn. */
const slice = 12
/** A wait is shown only when it is felt. */
const busyAfter = 150

interface Answer {
  index: unknown
  sorting: readonly SortKey[]
  filters: readonly ColumnFilter[]
  order: Uint32Array | null
}

const nothing: Uint32Array = new Uint32Array(0)

/** Order of the rows for this sorting and these filters; `null` is all of them as given. One way for few rows and for many. */
export function useRowIndex<Row>(rows: readonly Row[], columns: readonly DataColumn<Row>[], sorting: readonly SortKey[], filters: readonly ColumnFilter[], enabled: boolean) {
  const { locale } = useIntl()
  const index = useMemo(() => (enabled ? new RowIndex(rows, columns, locale) : null), [enabled, rows, columns, locale])
  const small = rows.length <= syncLimit
  const plain = sorting.length === 0 && filters.length === 0
  const instant = useMemo(() => (index && small ? runAll(index.order(sorting, filters)) : null), [index, small, sorting, filters])
  const [answer, setAnswer] = useState<Answer | null>(null)
  const [busy, setBusy] = useState(false)
  const waiting = index !== null && !small && !plain && !(answer?.index === index && answer.sorting === sorting && answer.filters === filters)

  useEffect(() => {
    if (!index || !waiting) return
    const steps = index.order(sorting, filters)
    let timer: ReturnType<typeof setTimeout> | undefined
    const shown = setTimeout(() => setBusy(true), busyAfter)
    const work = () => {
      const done = runFor(steps, slice, order => {
        clearTimeout(shown)
        setBusy(false)
        setAnswer({ index, sorting, filters, order })
      })
      if (!done) timer = setTimeout(work, 0)
    }
    work()
    return () => {
      clearTimeout(timer)
      clearTimeout(shown)
      setBusy(false)
    }
  }, [index, waiting, sorting, filters])

  if (!index || plain) return { order: null, busy: false, pending: false }
  if (small) return { order: instant, busy: false, pending: false }
  // The order before stays until the new one is there; the first one is waited for, so that rows never jump.
  const usable = answer?.index === index
  return { order: usable ? answer.order : nothing, busy: waiting && busy, pending: !usable }
}
