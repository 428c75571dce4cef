import type { Row } from '../support/harness.ts'
import { benchCsvParsers } from './csv-parsers.ts'
import { benchUploadCheck } from './upload-check.ts'
import { benchUploadRuns } from './upload-runs.ts'

export { benchLargeUpload } from './large-upload.ts'
export { benchTimeMachine } from './time-machine.ts'

/**
 * Files of data uploads: the reader of CSV beside others, the checks in page and service, the guess of mappings, and runs
 * that store them.
 */
export const benchUploads = async (): Promise<Row[]> => [
  ...(await benchCsvParsers()),
  ...(await benchUploadCheck()),
  ...(await benchUploadRuns()),
]
