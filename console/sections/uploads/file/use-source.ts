import type { ImportMap } from '@assay/design-system'
import type { UploadDetail, UploadEntityName } from '@assay/risk-service/contract'
import type { ColumnFormat, HeadOptions } from '@assay/risk-service/upload-files'
import { useEffect, useRef, useState } from 'react'
import type { CheckReport } from '../check/check-tasks.ts'
import { isUnreadable, runInWorker } from '../check/file-worker.ts'
import { checkKey, formatsOf, mappingOf, missingColumns, noFile, offeredMap, type SourceState } from './source-state.ts'

/** A report with what it is of; null when the check was cancelled or failed. */
type Checked = CheckReport | null

/**
 * The file of an entity: chosen, read, checked as a whole in a worker. A later choice overtakes an earlier one.
 * @param stored the entity at the service, whose mapping is offered again
 */
export function useSource(entity: UploadEntityName, stored: UploadDetail) {
  const [state, setState] = useState<SourceState>(() => ({ ...noFile, formats: stored.formats }))
  const latest = useRef(state)
  const task = useRef<AbortController | null>(null)
  useEffect(() => () => task.current?.abort(), [])
  const change = (values: Partial<SourceState>) => {
    latest.current = { ...latest.current, ...values }
    setState(latest.current)
  }
  const begin = () => {
    task.current?.abort()
    task.current = new AbortController()
    return task.current.signal
  }
  const fail = (error: unknown, signal: AbortSignal) => {
    if (!signal.aborted) change({ checked: null, failure: isUnreadable(error) ? 'unreadable' : 'failed' })
  }
  const savedOf = (keepsMapping: boolean) => (keepsMapping && stored.mapping.stored ? stored.columnOf : null)

  /** Checks the whole file; the answer is null when the check was cancelled or failed. */
  const check = async (): Promise<Checked> => {
    const { file, opened, map, formats } = latest.current
    if (file === null || opened?.head == null) return null
    const signal = begin()
    const key = checkKey(latest.current)
    change({ checked: 0, report: null, reportKey: null, failure: null })
    try {
      const { report } = await runInWorker(
        {
          kind: 'check',
          entity,
          file,
          head: { ...opened.head, rows: [] },
          mapping: mappingOf(map),
          formats: formatsOf({ formats, map }),
          now: Date.now(),
        },
        { signal, onProgress: checked => change({ checked }) },
      )
      change({ checked: null, report, reportKey: key })
      return report
    } catch (error) {
      fail(error, signal)
      return null
    }
  }

  const open = async (file: File, options: HeadOptions) => {
    const signal = begin()
    change({ ...noFile, file, options, formats: latest.current.formats, keepsMapping: latest.current.keepsMapping })
    try {
      const { opened } = await runInWorker({ kind: 'open', entity, name: file.name, file, options }, { signal })
      if (opened.head === null) return change({ opened })
      const saved = savedOf(latest.current.keepsMapping)
      change({ opened, map: offeredMap(saved, opened.guess, opened.head.columns) })
      if (saved === null || missingColumns(saved, opened.head.columns).length === 0) await check()
    } catch (error) {
      fail(error, signal)
    }
  }

  const { opened, keepsMapping } = state
  const saved = savedOf(keepsMapping)
  return {
    state,
    /** Columns that the mapping which is to be kept uses and the file does not have. */
    missing: saved === null || opened?.head == null ? [] : missingColumns(saved, opened.head.columns),
    /** Whether the report is of the mapping and the formats as they are now. */
    isCurrent: state.report !== null && state.reportKey === checkKey(state),
    choose: (file: File) => void open(file, latest.current.options),
    /** Puts a fixed file in the place of the one that was chosen. */
    replace: (file: File) => {
      change({ file, isFixed: true })
      return check()
    },
    clear: () => {
      begin().throwIfAborted()
      change({ ...noFile, options: latest.current.options, formats: stored.formats })
    },
    reopen: (options: HeadOptions) => {
      const { file } = latest.current
      if (file === null) change({ options })
      else void open(file, options)
    },
    keepMapping: (keeps: boolean) => {
      change({ keepsMapping: keeps })
      const { opened: current } = latest.current
      if (current?.head == null) return
      const saved = savedOf(keeps)
      change({ map: offeredMap(saved, current.guess, current.head.columns), ...(keeps ? {} : { formats: {} }) })
      if (saved === null || missingColumns(saved, current.head.columns).length === 0) void check()
    },
    setMap: (map: ImportMap) => change({ map }),
    setFormat: (attribute: string, format: ColumnFormat) => {
      change({ formats: { ...latest.current.formats, [attribute]: format } })
      void check()
    },
    check,
    /** The report of what is chosen now, from a check of its own where there is none. */
    ensureChecked: async (): Promise<Checked> => {
      const { report, reportKey } = latest.current
      return report !== null && reportKey === checkKey(latest.current) ? report : check()
    },
    cancel: () => {
      task.current?.abort()
      change({ checked: null })
    },
  }
}

export type Source = ReturnType<typeof useSource>
