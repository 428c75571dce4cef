import type { StepState } from '../stepper/stepper.tsx'

export interface WizardProgress {
  ids: readonly string[]
  /** Completed steps. */
  done: ReadonlySet<string>
  /** Steps with errors. */
  invalid: ReadonlySet<string>
  /** Any step may be opened at any time. */
  nonLinear: boolean
}

/** State of each step for the stepper. In a linear wizard a step opens when all before it are completed. */
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

/** The step at which a wizard is resumed: the requested one if it is open, else the first that is not completed. */
export function resumeStep(progress: WizardProgress, wanted: string | undefined): string | undefined {
  const states = stepStates(progress)
  if (wanted !== undefined && states.has(wanted) && states.get(wanted) !== 'locked') return wanted
  return progress.ids.find(id => states.get(id) !== 'done') ?? progress.ids.at(-1)
}
