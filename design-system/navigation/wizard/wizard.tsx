import { type ComponentProps, type ReactNode, useId, useMemo } from 'react'
import { FormattedMessage } from 'react-intl'
import type { FormError } from '../../forms/form-summary/form-summary.tsx'
import { cn } from '../../lib/cn.ts'
import { belowMd, useMediaQuery } from '../../overlays/media-query/use-media-query.ts'
import { Button } from '../../primitives/button/button.tsx'
import { Stepper } from '../stepper/stepper.tsx'
import { useWizardState } from './use-wizard-state.ts'
import { WizardContext } from './wizard-context.ts'
import { WizardForm } from './wizard-form.tsx'

export { useWizard, type WizardContextValue } from './wizard-context.ts'

export interface WizardStep {
  id: string
  label: ReactNode
  /** Secondary text, under the label in the list of steps. */
  description?: ReactNode
  /** Heading of the step; by default its label. */
  title?: ReactNode
  /** One sentence under the heading. */
  intro?: ReactNode
  /** Actions beside the heading. */
  actions?: ReactNode
  content: ReactNode
  /** Reason why the step cannot be left forwards: Next is disabled, with the reason beside it. */
  blocked?: ReactNode
  /** Called when the step is left forwards and before the end. */
  validate?: () => readonly FormError[] | Promise<readonly FormError[]>
}

export interface WizardProps extends Omit<ComponentProps<'div'>, 'children'> {
  /** Accessible name of the list of steps: the subject of the set-up. */
  label: string
  /** The steps in their order. */
  steps: readonly WizardStep[]
  /** Id of the visible step. */
  step?: string
  /** Initial step; to resume a wizard, pass the step at which it was left. */
  defaultStep?: string
  /** Called with the id of the step that is shown next. */
  onStepChange?: (stepId: string) => void
  /** Steps that were completed in an earlier visit. */
  defaultDone?: readonly string[]
  /** Steps may be completed in any order; all are validated before the end. */
  nonLinear?: boolean
  /** Position of the list of steps: beside the form or above it. Under 900 px it is above. */
  orientation?: 'inline' | 'block'
  /** Verb and object: "Create assessment". */
  finishLabel: ReactNode
  /** Called after the last step, once every step is valid. */
  onFinish: () => void
  /** The final action is running. */
  loading?: boolean
  /** Shows a button that leaves the wizard. */
  onCancel?: () => void
  /** Shows a button that stores the draft and leaves the wizard. */
  onSaveAndExit?: () => void
  /** Secondary text in the foot: "Draft kept in this browser". */
  status?: ReactNode
}

/** A set-up in steps, each a form. Going back preserves all input; the foot shows the progress. */
export function Wizard({
  label,
  steps,
  step,
  defaultStep,
  onStepChange,
  defaultDone = [],
  nonLinear = false,
  orientation = 'block',
  finishLabel,
  onFinish,
  loading = false,
  onCancel,
  onSaveAndExit,
  status,
  className,
  ...props
}: WizardProps) {
  const id = useId()
  const narrow = useMediaQuery(belowMd)
  const formId = (stepId: string) => `${id}-${steps.findIndex(entry => entry.id === stepId)}`
  const wizard = useWizardState({
    steps,
    step,
    defaultStep,
    onStepChange,
    defaultDone,
    nonLinear,
    onFinish,
    onShown: stepId => document.getElementById(`${formId(stepId)}-heading`)?.focus(),
  })
  const { current, index, goTo } = wizard
  const context = useMemo(() => ({ current, goTo: (stepId: string) => void goTo(stepId) }), [current, goTo])
  const block = orientation === 'block' && !narrow
  const last = index === steps.length - 1
  const blocked = steps[index]?.blocked ?? null
  const stepper = (
    <Stepper
      label={label}
      orientation={block ? 'block' : 'inline'}
      current={current}
      steps={steps.map(({ id: stepId, label: name, description }) => ({
        id: stepId,
        label: name,
        description,
        state: wizard.states.get(stepId) ?? 'todo',
      }))}
      onStepSelect={stepId => void goTo(stepId)}
    />
  )
  return (
    <WizardContext value={context}>
      <div
        data-slot="wizard"
        className={cn('flex min-h-0 min-w-0 bg-surface text-sm text-fg', !block && 'flex-col', className)}
        {...props}
      >
        {block ? (
          <div className="w-rail shrink-0 overflow-y-auto border-e border-line-subtle bg-canvas px-3 py-4">
            {stepper}
          </div>
        ) : (
          <div className="shrink-0 border-be border-line-subtle px-page py-2">{stepper}</div>
        )}
        <div className="flex min-h-0 min-w-0 flex-1 flex-col">
          <div className="min-h-0 flex-1 overflow-y-auto">
            {steps
              .filter(entry => wizard.visitedSteps.has(entry.id))
              .map(entry => (
                <WizardForm
                  key={entry.id}
                  id={formId(entry.id)}
                  step={entry}
                  number={steps.indexOf(entry) + 1}
                  count={steps.length}
                  shown={entry.id === current}
                  errors={entry.id === current ? wizard.errors : []}
                  attempt={wizard.attempt}
                  onSubmit={() => {
                    if (blocked === null) void wizard.next()
                  }}
                />
              ))}
          </div>
          <div
            data-page-foot
            className="flex min-h-page-header shrink-0 flex-wrap items-center gap-2 border-bs border-line-subtle px-page py-2"
          >
            {onCancel ? (
              <Button variant="ghost" onClick={onCancel}>
                <FormattedMessage id="DesignSystem.Wizard.Cancel" />
              </Button>
            ) : null}
            {onSaveAndExit ? (
              <Button variant="ghost" onClick={onSaveAndExit}>
                <FormattedMessage id="DesignSystem.Wizard.SaveAndExit" />
              </Button>
            ) : null}
            {status === undefined ? null : <span className="text-xs text-fg-muted max-sm:sr-only">{status}</span>}
            <span className="ms-auto flex flex-wrap items-center gap-2">
              <span className="pe-1 text-xs text-fg-muted tabular-nums">
                <FormattedMessage
                  id="DesignSystem.Wizard.Progress"
                  values={{ number: index + 1, count: steps.length }}
                />
              </span>
              {/* Rendered on the first step, too, so that Next does not move. */}
              <Button disabled={index <= 0} onClick={wizard.back}>
                <FormattedMessage id="DesignSystem.Wizard.Back" />
              </Button>
              {blocked === null ? null : (
                <span id={`${id}-blocked`} className="text-xs text-fg-secondary max-sm:order-first max-sm:w-full">
                  {blocked}
                </span>
              )}
              <Button
                type="submit"
                form={formId(current)}
                variant={blocked === null ? 'primary' : 'secondary'}
                loading={loading || wizard.busy}
                {...(blocked === null
                  ? {}
                  : // It can be focused, so that the reason is read.
                    { 'aria-disabled': true, 'aria-describedby': `${id}-blocked` })}
              >
                {last ? finishLabel : <FormattedMessage id="DesignSystem.Wizard.Next" />}
              </Button>
            </span>
          </div>
        </div>
      </div>
    </WizardContext>
  )
}
