import type { StepState } from '../stepper/stepper.tsx'

export interface WizardProgress {
  ids: readonly string[]
  /** Steps that were left in order. */
  done: ReadonlySet<string>
  /** Steps with problems. */
  invalid: ReadonlySet<string>
  /** Any step may be opened at any time. */
  nonLinear: boolean
}

/** What the stepper says about each step. In a linear wizard a step opens when all before it are done. */
export function stepStates({ ids, done, invalid: failing, nonLinear }: WizardProgress): Map<string, StepState> {
  const states = new Map<string, StepState>()
  let open = true
  for (const id of ids) {
    const finished = done.has(id) && !failing.has(id)
    states.set(id, !open && !nonLinear ? 'locked' : failing.has(id) ? 'error' : finished ? 'done' : 'todo')
    open = open && finished
  }
  return states
}

/** Where a wizard goes on that was left: the step asked for if it is open, else the first that is not done. */
export function resumeStep(progress: WizardProgress, wanted: string | undefined): string | undefined {
  const states = stepStates(progress)
  if (wanted !== undefined && states.has(wanted) && states.get(wanted) !== 'locked') return wanted
  return progress.ids.find(id => states.get(id) !== 'done') ?? progress.ids.at(-1)
}
