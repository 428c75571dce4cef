import { type FileFaultCode, type FileFaultParams, fileFaultText } from '../../../contract/common/file-faults.ts'
import type { ConfigFileIssue } from '../model.ts'

interface FaultPlace {
  line?: number
  column?: number
  /** The member of a JSON file. */
  field?: string
  code?: string
}

/** Returns the issue of a file that has a fault of the catalogue: its sentence for the command, and what a client says. */
export function createFileIssue(
  file: string,
  fault: FileFaultCode,
  params: FileFaultParams = {},
  { line = 0, column = 0, field, code = 'CFG001' }: FaultPlace = {},
): ConfigFileIssue {
  const text = fileFaultText(fault, params)
  return {
    file,
    line,
    column,
    severity: 'error',
    code,
    message: field === undefined || field === '' ? text : `${field}: ${text}`,
    params: { ...params, fault, field: field ?? '' },
  }
}
