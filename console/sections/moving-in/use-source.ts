import { movingInLimits } from '@assay/risk-service/contract'
import { useState } from 'react'
import { useEnvironment } from '../../platform/environments/environments.tsx'
import { useRecoverableState } from '../../platform/recovery/use-recovery.ts'

export interface SourceFile {
  /** Its path in the chosen folder, or its name. */
  path: string
  text: string
}
export type SourceFault = 'nothing' | 'unreadable' | 'tooLarge' | 'tooMany'

/** Longest pasted text that outlives a lost session. */
const maxRecovered = 200_000

/** What moves in: files, and text from the clipboard. No browser stores the files: they are chosen again. */
export function useSource() {
  const environment = useEnvironment()
  const [recovered, setRecovered] = useRecoverableState(`moving-in/${environment.id}`, '')
  const [pasted, setPasted] = useState(recovered)
  const [files, setFiles] = useState<readonly SourceFile[]>([])
  const [assessment, setAssessment] = useState('purchase')
  const [fault, setFault] = useState<SourceFault | null>(null)
  const [unreadable, setUnreadable] = useState<readonly string[]>([])
  return {
    pasted,
    files,
    assessment,
    fault,
    /** Paths of chosen files that are no text. */
    unreadable,
    setAssessment,
    paste: (text: string) => {
      setPasted(text)
      setRecovered(text.length > maxRecovered ? '' : text)
      setFault(null)
    },
    addFiles: async (added: readonly File[]) => {
      const { read, faulty } = await readFiles(added)
      const next = [...new Map([...files, ...read].map(file => [file.path, file])).values()]
      const length = next.reduce((sum, { text }) => sum + text.length, 0)
      if (next.length > movingInLimits.files) setFault('tooMany')
      else if (length > movingInLimits.text) setFault('tooLarge')
      else {
        setFiles(next)
        setFault(faulty.length > 0 ? 'unreadable' : null)
        setUnreadable(faulty)
      }
    },
    clearFiles: () => {
      setFiles([])
      setFault(null)
    },
    /** Whether there is something to move in; shows what is missing otherwise. */
    isGiven: (): boolean => {
      const isFilled = files.length > 0 || pasted.trim() !== ''
      if (!isFilled) setFault('nothing')
      return isFilled
    },
  }
}

/** Files that file managers add, which nobody chose. */
const isHidden = (path: string): boolean =>
  path.split('/').some(part => part.startsWith('.') || part === '__MACOSX' || part === 'Thumbs.db')

/** Returns the files with their texts, and the paths of those that are not text in UTF-8. */
async function readFiles(files: readonly File[]): Promise<{ read: SourceFile[]; faulty: string[] }> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const faulty: string[] = []
  const read = await Promise.all(
    files.map(async (file): Promise<SourceFile[]> => {
      const path = file.webkitRelativePath || file.name
      try {
        const text = decoder.decode(await file.arrayBuffer())
        // A text has no character of value 0, an archive has many.
        if (!text.includes('\0')) return [{ path, text }]
      } catch {
        // Named below.
      }
      if (!isHidden(path)) faulty.push(path)
      return []
    }),
  )
  return { read: read.flat(), faulty: faulty.toSorted() }
}
