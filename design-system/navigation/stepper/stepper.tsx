import { Check, CircleAlert, Lock } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { cn } from '../../lib/cn.ts'
import { useUniqueIds } from '../../lib/use-unique-ids.ts'
import { Icon } from '../../primitives/icon/icon.tsx'

export const stepStates = ['todo', 'done', 'error', 'locked'] as const
export type StepState = (typeof stepStates)[number]

export interface StepperStep {
  id: string
  label: ReactNode
  /** Secondary text under the label: the choice made in the step, or its question. */
  description?: ReactNode
  state?: StepState
}

export interface StepperProps extends Omit<ComponentProps<'ol'>, 'children'> {
  /** The steps in their order, each with its state. */
  steps: readonly StepperStep[]
  /** Id of the current step. */
  current: string
  /** Accessible name: the subject of the set-up. */
  label: string
  /** In a row, or below each other. */
  orientation?: 'inline' | 'block'
  /** Makes the steps buttons. Locked ones remain reachable, so that they can be read. */
  onStepSelect?: (id: string) => void
}

/** The steps of a set-up and the current one. */
export function Stepper({
  steps,
  current,
  label,
  orientation = 'inline',
  onStepSelect,
  className,
  ...props
}: StepperProps) {
  const block = orientation === 'block'
  useUniqueIds('Stepper', 'steps', steps)
  return (
    <ol
      data-slot="stepper"
      data-orientation={orientation}
      aria-label={label}
      className={cn('flex min-w-0', block ? 'flex-col' : 'items-center gap-2 max-sm:gap-1', className)}
      {...props}
    >
      {steps.map((step, index) => (
        <li
          key={step.id}
          className={cn(
            'relative flex min-w-0',
            block ? 'flex-col' : index < steps.length - 1 ? 'flex-auto items-center gap-2' : 'items-center',
          )}
        >
          <Step
            step={step}
            number={index + 1}
            current={step.id === current}
            block={block}
            onStepSelect={onStepSelect}
          />
          {index < steps.length - 1 ? (
            <span
              aria-hidden
              className={cn(
                step.state === 'done' ? 'border-success-border' : 'border-line',
                // Between the marks, in visual order: under the mark in a column, beside the label in a row.
                // A phone has no room for lines beside the label.
                block
                  ? 'absolute inset-bs-[2.25rem] -inset-be-1 inset-s-6 border-s'
                  : 'min-w-2 flex-1 border-bs max-sm:hidden',
              )}
            />
          ) : null}
        </li>
      ))}
    </ol>
  )
}

interface StepProps {
  step: StepperStep
  number: number
  current: boolean
  block: boolean
  onStepSelect: ((id: string) => void) | undefined
}

function Step({ step, number, current, block, onStepSelect }: StepProps) {
  const state = step.state ?? 'todo'
  const locked = state === 'locked'
  const look = cn(
    'flex min-w-0 gap-3 rounded-control border border-transparent text-start text-sm',
    block ? 'w-full px-3 py-2' : 'items-center px-1 py-1',
    current ? 'bg-surface-selected' : 'text-fg-secondary',
    locked && 'text-fg-muted',
  )
  const content = (
    <>
      <Mark state={state} number={number} current={current} />
      <span className={cn('min-w-0 pbs-0.5', !block && !current && 'max-md:sr-only')}>
        <span
          className={cn(
            'block',
            block ? 'wrap-anywhere' : 'max-md:wrap-anywhere md:wrap-break-word',
            current ? 'font-medium text-fg' : locked ? '' : 'text-fg',
          )}
        >
          {step.label}
          {state === 'todo' ? null : (
            <span className="sr-only">
              {' '}
              <FormattedMessage
                id={`DesignSystem.Stepper.${state === 'done' ? 'Done' : state === 'error' ? 'Error' : 'Locked'}`}
              />
            </span>
          )}
        </span>
        {step.description === undefined ? null : (
          <span className={cn('block text-xs text-fg-muted', !block && 'wrap-break-word max-lg:hidden')}>
            {step.description}
          </span>
        )}
      </span>
      {locked && block ? <Icon icon={Lock} size={12} className="ms-auto mbs-1 text-fg-muted" /> : null}
    </>
  )
  if (!onStepSelect)
    return (
      <span aria-current={current ? 'step' : undefined} className={look}>
        {content}
      </span>
    )
  return (
    <button
      type="button"
      aria-current={current ? 'step' : undefined}
      aria-disabled={locked || undefined}
      onClick={() => {
        if (!locked && !current) onStepSelect(step.id)
      }}
      className={cn(look, 'focus-ring-inset', !current && !locked && 'hover:bg-surface-hover')}
    >
      {content}
    </button>
  )
}

function Mark({ state, number, current }: { state: StepState; number: number; current: boolean }) {
  return (
    <span
      aria-hidden
      className={cn(
        'flex size-control-sm shrink-0 items-center justify-center rounded-full border text-xs font-medium tabular-nums',
        state === 'error'
          ? 'border-danger-border bg-danger-subtle text-danger-text'
          : current
            ? 'forced-color-adjust-none border-transparent bg-accent text-accent-on'
            : state === 'done'
              ? 'border-success-border bg-success-subtle text-success-text'
              : state === 'locked'
                ? 'border-line text-fg-muted'
                : 'border-line-strong text-fg-secondary',
      )}
    >
      {state === 'error' ? <Icon icon={CircleAlert} /> : state === 'done' && !current ? <Icon icon={Check} /> : number}
    </span>
  )
}
