import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { FormError } from '../../forms/form-summary/form-summary.tsx'
import { useControllable } from '../../lib/use-controllable.ts'
import type { WizardStep } from './wizard.tsx'
import { resumeStep, stepStates } from './wizard-state.ts'

interface WizardStateOptions {
  steps: readonly WizardStep[]
  step: string | undefined
  defaultStep: string | undefined
  onStepChange: ((stepId: string) => void) | undefined
  defaultDone: readonly string[]
  nonLinear: boolean
  onFinish: () => void
  /** A step is drawn: the focus goes to its heading. With problems the summary takes it. */
  onShown: (stepId: string) => void
}

const none: readonly FormError[] = []

/** Where a wizard stands: current step, what is done, what is wrong, what was opened. */
export function useWizardState({
  steps,
  step,
  defaultStep,
  onStepChange,
  defaultDone,
  nonLinear,
  onFinish,
  onShown,
}: WizardStateOptions) {
  const ids = steps.map(entry => entry.id)
  const [done, setDone] = useState<ReadonlySet<string>>(() => new Set(defaultDone))
  const [errors, setErrors] = useState<ReadonlyMap<string, readonly FormError[]>>(new Map())
  const [attempt, setAttempt] = useState(0)
  const [busy, setBusy] = useState(false)
  const running = useRef(false)
  const invalid = new Set([...errors].filter(([, list]) => list.length > 0).map(([id]) => id))
  const progress = { ids, done, invalid, nonLinear }
  const [requestedStep, setRequestedStep] = useControllable({
    value: step,
    defaultValue: resumeStep(progress, defaultStep) ?? '',
    onValueChange: onStepChange,
  })
  const current = ids.includes(requestedStep) ? requestedStep : (ids[0] ?? '')
  const index = ids.indexOf(current)
  // Opened once, a step stays mounted: what was typed in it is not lost by going back.
  const [visitedSteps, setVisitedSteps] = useState<ReadonlySet<string>>(() => new Set([current]))
  const states = stepStates(progress)

  const show = (id: string) => {
    flushSync(() => {
      setVisitedSteps(before => new Set([...before, id]))
      setRequestedStep(id)
    })
    onShown(id)
  }
  /** The summary of the step takes the focus, anew with each attempt. */
  const showErrors = (id: string) => {
    setAttempt(before => before + 1)
    setVisitedSteps(before => new Set([...before, id]))
    setRequestedStep(id)
  }
  /** Looks at a step again. Answers whether it is in order. */
  const check = async (id: string) => {
    const answer = steps.find(entry => entry.id === id)?.validate?.() ?? none
    // Only what takes its time is shown as work.
    if (answer instanceof Promise) setBusy(true)
    const found = await answer
    setErrors(before => new Map([...before, [id, found]]))
    setDone(before => {
      const after = new Set(before)
      if (found.length === 0) after.add(id)
      else after.delete(id)
      return after
    })
    return found.length === 0
  }
  const guarded = async (work: () => Promise<void>) => {
    if (running.current) return
    running.current = true
    try {
      await work()
    } finally {
      running.current = false
      setBusy(false)
    }
  }

  return {
    current,
    index,
    states,
    errors: errors.get(current) ?? none,
    visitedSteps,
    attempt,
    busy,
    back: () => {
      const before = ids[index - 1]
      if (before !== undefined) show(before)
    },
    next: () =>
      guarded(async () => {
        if (!(await check(current))) {
          showErrors(current)
          return
        }
        const following = ids[index + 1]
        if (following !== undefined) {
          show(following)
          return
        }
        // At the end all steps are looked at: what was left open before counts too.
        for (const id of ids) {
          if (id !== current && !(await check(id))) {
            showErrors(id)
            return
          }
        }
        onFinish()
      }),
    goTo: (id: string) =>
      guarded(async () => {
        const target = ids.indexOf(id)
        if (target < 0 || states.get(id) === 'locked') return
        // Forwards only past a step that is in order; backwards always.
        if (!nonLinear && target > index && !(await check(current))) showErrors(current)
        else show(id)
      }),
  }
}
