import { type ComponentProps, type ReactNode, Suspense } from 'react'
import { lazyPart } from '../../lib/lazy-part.ts'
import { useControllable } from '../../lib/use-controllable.ts'
import type { Side } from '../../lib/use-side.ts'
import { useUniqueIds } from '../../lib/use-unique-ids.ts'

// Loaded when a tour runs: most visits have none.
const TourRun = lazyPart(() => import('./tour-run.tsx').then(module => ({ default: module.TourRun })))

export interface TourStep {
  id: string
  /** Selector of the target, or a function that finds it. Without a target the step is skipped. */
  target: string | (() => Element | null)
  /** Name of the target, for users who do not see the frame around it. */
  targetName: string
  title: ReactNode
  /** Two sentences at most. */
  body: ReactNode
  side?: Side
  /** Maximum time in milliseconds to wait for a target that is still loading, after a change of page for example. */
  targetTimeout?: number
}

/** Result of a tour and its last step: the caller stores it per user. */
export interface TourResult {
  outcome: 'done' | 'skipped'
  stepId: string | undefined
}

export interface TourProps extends Omit<ComponentProps<'div'>, 'children' | 'title'> {
  /** The steps in their order, each with the element that it explains. */
  steps: readonly TourStep[]
  /** Whether the tour runs. */
  open?: boolean
  /** Whether the tour runs initially, for uncontrolled use. */
  defaultOpen?: boolean
  /** Called when the tour starts or ends. */
  onOpenChange?: (open: boolean) => void
  /** Id of the step; to resume a tour, pass the step at which it was left. */
  step?: string
  /** Id of the initial step, for uncontrolled use. */
  defaultStep?: string
  /** Called before a step shows: the caller navigates to its page and stores the id. */
  onStepChange?: (stepId: string) => void
  /** Called at the end with the outcome: done or skipped. */
  onEnd?: (end: TourResult) => void
}

/**
 * A guided introduction: cards beside the parts of a page, one after the other. Not modal, and never started
 * automatically.
 */
export function Tour({
  open,
  defaultOpen = false,
  onOpenChange,
  step,
  defaultStep,
  onStepChange,
  onEnd,
  steps,
  ...props
}: TourProps) {
  const [isOpen, setOpen] = useControllable({ value: open, defaultValue: defaultOpen, onValueChange: onOpenChange })
  useUniqueIds('Tour', 'steps', steps)
  const [current, setCurrent] = useControllable({
    value: step,
    defaultValue: defaultStep ?? '',
    onValueChange: onStepChange,
  })
  if (!isOpen || steps.length === 0) return null
  const index = Math.max(
    0,
    steps.findIndex(entry => entry.id === current),
  )
  return (
    <Suspense>
      <TourRun
        {...props}
        steps={steps}
        index={index}
        onIndexChange={next => setCurrent(steps[next]?.id ?? '')}
        onEnd={outcome => {
          setOpen(false)
          onEnd?.({ outcome, stepId: steps[index]?.id })
        }}
      />
    </Suspense>
  )
}
