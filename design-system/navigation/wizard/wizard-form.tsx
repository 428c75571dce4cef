import { FormattedMessage } from 'react-intl'
import { type FormError, FormSummary } from '../../forms/form-summary/form-summary.tsx'
import type { WizardStep } from './wizard.tsx'

interface WizardFormProps {
  id: string
  step: WizardStep
  number: number
  count: number
  shown: boolean
  errors: readonly FormError[]
  attempt: number
  onSubmit: () => void
}

/** One step: a form with heading, errors and content. It stays mounted, so that no input is lost. */
export function WizardForm({ id, step, number, count, shown, errors, attempt, onSubmit }: WizardFormProps) {
  return (
    <form
      id={id}
      noValidate
      hidden={!shown}
      aria-labelledby={`${id}-heading`}
      onSubmit={event => {
        event.preventDefault()
        // A dialog of the step has a form of its own, whose events reach this one through React's tree.
        if (event.target === event.currentTarget) onSubmit()
      }}
      className="flex flex-col gap-4 px-page py-4 [&[hidden]]:hidden"
    >
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 id={`${id}-heading`} tabIndex={-1} className="text-lg font-semibold outline-none">
            <span className="sr-only">
              <FormattedMessage id="DesignSystem.Wizard.HeadingProgress" values={{ number, count }} />{' '}
            </span>
            {step.title ?? step.label}
          </h2>
          {step.intro === undefined ? null : <p className="text-fg-secondary">{step.intro}</p>}
        </div>
        {step.actions}
      </div>
      <FormSummary errors={errors} attempt={attempt} level={3} />
      {step.content}
    </form>
  )
}
