import { type TemplateFileIssue, templateLimits } from '@assay/risk-service/contract'
import { useState } from 'react'

/** What is used: one of the library, or a file. */
export interface TemplateSelection {
  templateId?: string
  file?: File
}

/** The template that a form works with, and what is wrong with a file that was chosen. */
export function useTemplateChoice() {
  const [given, setGiven] = useState<TemplateSelection>({})
  const [fault, setFault] = useState<TemplateFileIssue | null>(null)
  return {
    given,
    fault,
    setFault,
    pick: (templateId: string) => {
      setFault(null)
      setGiven({ templateId })
    },
    load: (file: File) => {
      const large = file.size > templateLimits.fileSize
      setFault(large ? 'size' : null)
      setGiven(large ? {} : { file })
    },
    clear: () => {
      setFault(null)
      setGiven({})
    },
    /** Key of what was chosen, for queries: a file cannot be one. */
    key: given.templateId ?? (given.file ? `${given.file.name} ${given.file.size} ${given.file.lastModified}` : null),
  }
}
export type TemplateChoice = ReturnType<typeof useTemplateChoice>
