import { type TemplateFileIssue, templateLimits } from '@assay/risk-service/contract'
import { useState } from 'react'

/** What is used: one of the library, or a file. */
export interface TemplateSelection {
  templateId?: string
  file?: File
}

/** The template that a form works with, and what is wrong with a file that was chosen. */
export function useTemplateChoice() {
  const [selection, setSelection] = useState<TemplateSelection>({})
  const [fault, setFault] = useState<TemplateFileIssue | null>(null)
  return {
    selection,
    fault,
    setFault,
    pick: (templateId: string) => {
      setFault(null)
      setSelection({ templateId })
    },
    load: (file: File) => {
      const large = file.size > templateLimits.fileSize
      setFault(large ? 'size' : null)
      setSelection(large ? {} : { file })
    },
    clear: () => {
      setFault(null)
      setSelection({})
    },
    /** Key of what was chosen, for queries: a file cannot be one. */
    key:
      selection.templateId ??
      (selection.file ? `${selection.file.name} ${selection.file.size} ${selection.file.lastModified}` : null),
  }
}
export type TemplateChoice = ReturnType<typeof useTemplateChoice>
