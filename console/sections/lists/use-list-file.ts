import {
  inSteps,
  type ListProblem,
  type ListRow,
  listLimits,
  listProblem,
  readListFile,
} from '@assay/risk-service/contract'
import { useRef, useState } from 'react'

/** A file as it would be taken, or refused. */
export interface ReadFile {
  columns: string[]
  rows: number
  preview: ListRow[]
  problems: ListProblem[]
}
export type ListFileState =
  | { kind: 'none' }
  | { kind: 'reading'; file: File }
  | { kind: 'read'; file: File; read: ReadFile }

/** Reads a file the way the service does, without sending it. */
async function readFile(file: File): Promise<ReadFile> {
  // Whatever is larger is not even opened.
  if (file.size >= listLimits.fileSize) return { columns: [], rows: 0, preview: [], problems: [listProblem('LST002')] }
  const preview: ListRow[] = []
  const facts = await inSteps(
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
    const read = await readFile(file).catch(
      (): ReadFile => ({ columns: [], rows: 0, preview: [], problems: [listProblem('LST001')] }),
    )
    if (latest.current === file) setState({ kind: 'read', file, read })
  }
  const clear = () => {
    latest.current = null
    setState({ kind: 'none' })
  }
  return { state, choose, clear }
}
