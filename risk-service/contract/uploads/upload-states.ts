/** States of an entity whose file is uploaded and processed, each with those that may follow it. */
export const uploadTransitions = {
  NotStarted: ['Uploading'],
  Uploading: ['UploadFailed', 'NeedsMapping'],
  UploadFailed: ['Uploading'],
  NeedsMapping: ['Ready', 'Uploading', 'NotStarted'],
  Ready: ['Validating', 'NeedsMapping', 'Uploading', 'NotStarted'],
  // Ready again after a dry run, and after one that was cancelled before it stored anything.
  Validating: ['ValidationFailed', 'Processing', 'Ready'],
  ValidationFailed: ['Uploading', 'NeedsMapping', 'Ready', 'NotStarted'],
  Processing: ['Processed', 'ProcessingFailed'],
  ProcessingFailed: ['Uploading', 'NeedsMapping', 'Ready', 'NotStarted'],
  Processed: ['Uploading', 'NotStarted'],
} as const satisfies Record<string, readonly string[]>

export type UploadState = keyof typeof uploadTransitions
export const uploadStates = Object.keys(uploadTransitions) as [UploadState, ...UploadState[]]

/** Whether a state may follow another one. */
export const mayFollow = (from: UploadState, to: UploadState): boolean =>
  (uploadTransitions[from] as readonly UploadState[]).includes(to)

/**
 * Returns the last of states that follow one another.
 * @throws Error when one of them does not follow the one before it
 */
export function followStates(from: UploadState, ...states: readonly UploadState[]): UploadState {
  let at = from
  for (const to of states) {
    if (!mayFollow(at, to)) throw new Error(`An upload in the state ${at} does not become ${to}.`)
    at = to
  }
  return at
}

/** Whether the service reads the file: neither it nor its mapping can be changed, nor those of its data type. */
export const isBusyState = (state: UploadState): boolean => state === 'Validating' || state === 'Processing'
