/** States of a run, which checks and stores uploaded files. */
export const uploadRunStates = ['Waiting', 'Running', 'Finished', 'Failed', 'Cancelled'] as const
export type UploadRunState = (typeof uploadRunStates)[number]

/** What a run does at the moment; null while it waits and after its end. */
export const uploadRunPhases = ['checking', 'storing', 'counting'] as const
export type UploadRunPhase = (typeof uploadRunPhases)[number]

/** What a run does with a file that has errors: nothing of it is stored, or its rows without errors are. */
export const uploadErrorChoices = ['stop', 'takeGoodRows'] as const
export type UploadErrorChoice = (typeof uploadErrorChoices)[number]

/**
 * Why a run failed. `dataErrors`: files have errors, which the error file lists. `filesChanged`: a file was replaced or
 * deleted before the run began. `filesLost`: bytes of a file are not there any more or were changed. `noSpace`: the disk
 * is full. `server`: anything else; the log has it under the correlation id.
 */
export const uploadRunFailures = ['dataErrors', 'filesChanged', 'filesLost', 'noSpace', 'server'] as const
export type UploadRunFailure = (typeof uploadRunFailures)[number]

/**
 * What became of the file of one entity. `passed`: it has no errors, and is not stored yet, or the run was dry. `failed`:
 * it has errors and nothing of it is stored. `stored`: its rows are stored.
 */
export const uploadFileOutcomes = ['open', 'passed', 'failed', 'stored'] as const
export type UploadFileOutcome = (typeof uploadFileOutcomes)[number]

export const uploadRunLimits = {
  /** Issues of a file that are listed. */
  listedIssues: 10_000,
  /** Days for which an error file can be downloaded. */
  errorFileDays: 28,
  /** Runs, and issues, of one page. */
  pageSize: 50,
  issuePageSize: 200,
} as const

/** Limits of the figures of a run, at which they are good. */
export const uploadFigureLimits = {
  days: { min: 30, recommended: 90 },
  transactions: { min: 100_000 },
  chargebacks: { min: 4000 },
  chargebackBasisPoints: { min: 5, max: 5000 },
  chargebackMatchRate: { min: 1 },
  /** Share of empty values of an attribute; below it is good. */
  emptyValues: { below: 0.05 },
  formattingErrors: { max: 0 },
  uniqueEntities: { min: 0.01 },
  /** Months of transactions that loss prevention needs. */
  months: { min: 1 },
} as const
