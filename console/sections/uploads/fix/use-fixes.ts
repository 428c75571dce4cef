import { downloadFile } from '@assay/design-system'
import type { UploadEntityName } from '@assay/risk-service/contract'
import { useEffect, useRef, useState } from 'react'
import type { FoundRow } from '../check/check-tasks.ts'
import { runInWorker } from '../check/file-worker.ts'
import { formatsOf, mappingOf } from '../file/source-state.ts'
import type { Source } from '../file/use-source.ts'
import { cellsOf, errorsOfRow, fileOfRows, fixFile, type RowRules, rowText } from './fixed-rows.ts'

/** The rows with errors: read, changed, checked alone, and put into the file. */
export function useFixes(entity: UploadEntityName, source: Source) {
  const { file, opened, report, map, formats } = source.state
  const [rows, setRows] = useState<ReadonlyMap<number, FoundRow> | null>(null)
  const [texts, setTexts] = useState<ReadonlyMap<number, string>>(new Map())
  const [read, setRead] = useState<number | null>(null)
  const [hasFailed, setHasFailed] = useState(false)
  const task = useRef<AbortController | null>(null)
  useEffect(() => () => task.current?.abort(), [])
  const head = opened?.head ?? null
  const failing = [
    ...new Set(
      (report?.listed ?? []).flatMap(({ row, severity }) => (row !== null && severity === 'error' ? [row] : [])),
    ),
  ]
  const rules: RowRules | null = head && {
    entity,
    head,
    mapping: mappingOf(map),
    formats: formatsOf({ formats, map }),
    now: Date.now(),
  }
  const textOf = (row: number) => texts.get(row) ?? rows?.get(row)?.text ?? ''
  const begin = async () => {
    if (file === null || head === null) return
    task.current?.abort()
    const controller = new AbortController()
    task.current = controller
    setRead(0)
    setHasFailed(false)
    try {
      const answer = await runInWorker(
        { kind: 'rows', entity, file, head: { ...head, rows: [] }, rows: failing },
        { signal: controller.signal, onProgress: setRead },
      )
      setRows(new Map(answer.rows.map(found => [found.row, found])))
    } catch {
      if (!controller.signal.aborted) setHasFailed(true)
    } finally {
      if (task.current === controller) setRead(null)
    }
  }
  const setText = (row: number, text: string) => {
    const next = new Map(texts)
    if (text === rows?.get(row)?.text) next.delete(row)
    else next.set(row, text)
    setTexts(next)
  }
  return {
    /** The rows with errors; null until they were read. */
    rows,
    /** How many rows have errors that are listed. */
    failing: failing.length,
    /** Bytes that were read; null while none are. */
    read,
    size: file?.size ?? 0,
    hasFailed,
    changed: texts.size,
    columns: head?.columns ?? [],
    begin,
    cancel: () => {
      task.current?.abort()
      setRead(null)
    },
    textOf,
    /** The cells of a row as it is now; null if it is not one whole row. */
    cellsOf: (row: number) => (head === null ? null : cellsOf(textOf(row), head)),
    setText,
    setCell: (row: number, index: number, value: string) => {
      const cells = head === null ? null : cellsOf(textOf(row), head)
      if (head !== null && cells !== null) setText(row, rowText(cells.with(index, value), head.delimiter))
    },
    isChanged: (row: number) => texts.has(row),
    /** The errors of a row as it is now, checked alone; null if it has another width than the file. */
    errorsOf: (row: number) => (rules === null ? [] : errorsOfRow(textOf(row), row, rules)),
    /** Puts the changed rows into the file, which is then checked as a whole. */
    apply: async () => {
      if (file === null || rows === null) return
      const fixed = fixFile(file, [...rows.values()], texts)
      setTexts(new Map())
      setRows(null)
      await source.replace(fixed)
    },
    download: () => {
      if (head === null || rows === null) return
      const text = fileOfRows(head, [...rows.values()], texts)
      downloadFile(`${entity}-rows.csv`, new Blob([text], { type: 'text/csv' }))
    },
  }
}

export type Fixes = ReturnType<typeof useFixes>
