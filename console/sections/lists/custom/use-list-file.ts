import {
  createListIssue,
  type ListIssue,
  type ListRow,
  listLimits,
  readListFile,
  runInSlices,
} from '@assay/risk-service/contract'
import { useRef, useState } from 'react'

/** A file that is valid, or refused. */
export interface ParsedListFile {
  columns: string[]
  rows: number
  preview: ListRow[]
  problems: ListIssue[]
}
export type ListFileState =
  | { kind: 'none' }
  | { kind: 'reading'; file: File }
  | { kind: 'read'; file: File; read: ParsedListFile }

/** Reads a file the way the service does, without sending it. */
async function parseListFile(file: File): Promise<ParsedListFile> {
  // Whatever is larger is not even opened.
  if (file.size >= listLimits.fileSize)
    return { columns: [], rows: 0, preview: [], problems: [createListIssue('LST002')] }
  const preview: ListRow[] = []
  const facts = await runInSlices(
    readListFile(new Uint8Array(await file.arrayBuffer()), file.name, (cells, row) => {
      if (preview.length < listLimits.preview) preview.push({ row, cells })
    }),
  )
  return { ...facts, preview: facts.problems.length > 0 ? [] : preview }
}

/** The one file of a form: chosen, being read, or read. A later choice overtakes an earlier one. */
export function useListFile() {
  const [state, setState] = useState<ListFileState>({ kind: 'none' })
  const latest = useRef<File | null>(null)
  const choose = async (file: File) => {
    latest.current = file
    setState({ kind: 'reading', file })
    const read = await parseListFile(file).catch(
      (): ParsedListFile => ({ columns: [], rows: 0, preview: [], problems: [createListIssue('LST001')] }),
    )
    if (latest.current === file) setState({ kind: 'read', file, read })
  }
  const clear = () => {
    latest.current = null
    setState({ kind: 'none' })
  }
  return { state, choose, clear }
}
