import { Field, FieldCounter, Kbd, Radio, RadioGroup, Textarea } from '@assay/design-system'
import { caseLimits, usefulnessValues } from '@assay/risk-service/contract'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import type { CaseDecision } from '../../../../platform/cases/decisions/decision-choices.ts'
import { NoteTemplateMenu } from '../../../../platform/notes/templates/note-template-menu.tsx'
import type { NoteTemplate } from '../../../../platform/notes/templates/use-note-templates.ts'
import type { DecisionForm } from './use-decision-form.ts'

/** Value of the choice that says nothing about how useful the review was. */
const notSet = 'none'
/** Reasons with a digit as their key. */
const digits = 9

interface DecisionFieldsProps extends Pick<DecisionForm, 'draft' | 'change'> {
  decision: CaseDecision
  disabled: boolean
  /** The keys of the reasons are in force. */
  showKeys: boolean
  /** Notes that the queue has ready. */
  templates: readonly NoteTemplate[]
  /** What the decision changes beside the case. */
  updates: ReactNode
}

/** Reason, note and usefulness of a decision. */
export function DecisionFields({
  decision,
  draft,
  change,
  disabled,
  showKeys,
  templates,
  updates,
}: DecisionFieldsProps) {
  return (
    <>
      <Field label={<FormattedMessage id="Review.Case.Reason" />} required>
        <RadioGroup
          value={draft.reason ?? ''}
          disabled={disabled}
          onValueChange={reason => change({ reason })}
          className="grid gap-x-4 gap-y-1 sm:grid-cols-2"
        >
          {decision.reasons.map((reason, index) => (
            <div key={reason} className="flex min-h-control-sm min-w-0 items-center justify-between gap-2">
              <Radio value={reason} label={<bdi>{reason}</bdi>} className="min-w-0" />
              {showKeys && index < digits ? <Kbd aria-hidden keys={String(index + 1)} /> : null}
            </div>
          ))}
        </RadioGroup>
      </Field>
      <Field
        label={<FormattedMessage id="Review.Case.Note" />}
        labelEnd={
          <span className="flex items-center gap-2">
            <NoteTemplateMenu
              templates={templates}
              disabled={disabled}
              value={draft.note}
              onValueChange={note => change({ note })}
            />
            <FieldCounter used={draft.note.length} limit={caseLimits.note} />
          </span>
        }
        error={
          draft.note.length > caseLimits.note ? (
            <FormattedMessage id="Common.TooLong" values={{ limit: caseLimits.note }} />
          ) : undefined
        }
      >
        <Textarea
          value={draft.note}
          disabled={disabled}
          dir="auto"
          onChange={event => change({ note: event.target.value })}
        />
      </Field>
      {updates}
      <Field label={<FormattedMessage id="Review.Case.Usefulness" />}>
        <RadioGroup
          orientation="horizontal"
          value={draft.usefulness ?? notSet}
          disabled={disabled}
          onValueChange={value => change({ usefulness: usefulnessValues.find(each => each === value) ?? null })}
        >
          {[notSet, ...usefulnessValues].map(value => (
            <Radio key={value} value={value} label={<FormattedMessage id={`Review.Case.Usefulness.${value}`} />} />
          ))}
        </RadioGroup>
      </Field>
    </>
  )
}
