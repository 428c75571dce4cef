import { useEffect, useMemo, useState } from 'react'
import { useIntl } from 'react-intl'
import type { DataColumn } from '../model/column.ts'
import type { ColumnFilter } from '../model/column-filter.ts'
import { RowIndex, runSlice, runSync, type SortKey } from './row-index.ts'

/** Up to this number of rows the order is computed synchronously; above, in slices between inputs. */
const syncLimit = 5000
/** Milliseconds of work before input is handled. */
const sliceMs = 12
/** Delay before a busy state is shown, in milliseconds: shorter waits are not noticed. */
const busyDelayMs = 150

interface IndexResult<Row> {
  index: RowIndex<Row>
  rows: readonly Row[]
  sorting: readonly SortKey[]
  filters: readonly ColumnFilter[]
  order: Uint32Array | null
}

const emptyOrder: Uint32Array = new Uint32Array(0)

/**
 * Rows and their order for this sorting and these filters; an order of `null` is the original order of all rows. The
 * same behaviour for few rows and for many: the previous rows and order stay together until the new order is ready.
 */
export function useRowIndex<Row>(
  rows: readonly Row[],
  columns: readonly DataColumn<Row>[],
  sorting: readonly SortKey[],
  filters: readonly ColumnFilter[],
  enabled: boolean,
) {
  const { locale } = useIntl()
  const index = useMemo(() => (enabled ? new RowIndex(rows, columns, locale) : null), [enabled, rows, columns, locale])
  const small = rows.length <= syncLimit
  const plain = sorting.length === 0 && filters.length === 0
  const instant = useMemo(
    () => (index && small ? runSync(index.order(sorting, filters)) : null),
    [index, small, sorting, filters],
  )
  const [answer, setAnswer] = useState<IndexResult<Row> | null>(null)
  const [busy, setBusy] = useState(false)
  // The original order is a result, too: the first sort starts from it.
  const ready = index !== null && (small || plain)
  if (ready && !(answer?.index === index && answer.sorting === sorting && answer.filters === filters)) {
    setAnswer({ index, rows, sorting, filters, order: small ? instant : null })
  }
  const waiting =
    index !== null && !ready && !(answer?.index === index && answer.sorting === sorting && answer.filters === filters)

  useEffect(() => {
    if (!index || !waiting) return
    const steps = index.order(sorting, filters)
    let timer: ReturnType<typeof setTimeout> | undefined
    const shown = setTimeout(() => setBusy(true), busyDelayMs)
    const work = () => {
      const done = runSlice(steps, sliceMs, order => {
        clearTimeout(shown)
        setBusy(false)
        setAnswer({ index, rows, sorting, filters, order })
      })
      if (!done) timer = setTimeout(work, 0)
    }
    work()
    return () => {
      clearTimeout(timer)
      clearTimeout(shown)
      setBusy(false)
    }
  }, [index, waiting, rows, sorting, filters])

  if (!index || plain) return { rows, order: null, busy: false, pending: false }
  if (small) return { rows, order: instant, busy: false, pending: false }
  return {
    rows: answer?.rows ?? rows,
    order: answer ? answer.order : emptyOrder,
    busy: waiting && busy,
    pending: answer === null,
  }
}
