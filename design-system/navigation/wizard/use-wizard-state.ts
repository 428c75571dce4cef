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
  /** A step is rendered: the focus moves to its heading, or to the summary when it has errors. */
  onShown: (stepId: string) => void
}

const none: readonly FormError[] = []

/** State of a wizard: current step, completed, invalid and visited steps. */
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
  // A visited step stays mounted: its input is not lost by going back.
  const [visitedSteps, setVisitedSteps] = useState<ReadonlySet<string>>(() => new Set([current]))
  const states = stepStates(progress)

  const show = (id: string) => {
    flushSync(() => {
      setVisitedSteps(before => new Set([...before, id]))
      setRequestedStep(id)
    })
    onShown(id)
  }
  /** The summary of the step gets the focus at each attempt. */
  const showErrors = (id: string) => {
    setAttempt(before => before + 1)
    setVisitedSteps(before => new Set([...before, id]))
    setRequestedStep(id)
  }
  /** Validates a step. Returns whether it is valid. */
  const check = async (id: string) => {
    const answer = steps.find(entry => entry.id === id)?.validate?.() ?? none
    // Only an asynchronous validation shows a busy state.
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
        // Before the end all steps are validated: those skipped before count, too.
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
        // Forwards only from a valid step; backwards always.
        if (!nonLinear && target > index && !(await check(current))) showErrors(current)
        else show(id)
      }),
  }
}
