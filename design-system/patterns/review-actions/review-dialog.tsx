import { type FormEvent, useId, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { Callout } from '../../feedback/callout/callout.tsx'
import { Field, FieldCounter } from '../../forms/field/field.tsx'
import { Radio, RadioGroup } from '../../forms/radio-group/radio-group.tsx'
import { Select } from '../../forms/select/select.tsx'
import { Textarea } from '../../forms/textarea/textarea.tsx'
import { defined } from '../../lib/defined.ts'
import { ConfirmDanger } from '../../overlays/confirm-danger/confirm-danger.tsx'
import { Dialog, DialogContent } from '../../overlays/dialog/dialog.tsx'
import { Button } from '../../primitives/button/button.tsx'
import { DecisionButton } from '../decision-button/decision-button.tsx'
import { missingParts, type ReviewAction, type ReviewCommand } from './review-model.ts'

/** More reasons than these would push the note out of view. */
const visibleReasons = 7

interface ReviewDialogProps {
  action: ReviewAction
  draft: ReviewCommand
  onDraftChange: (draft: ReviewCommand) => void
  onClose: () => void
  onSubmit: (command: ReviewCommand) => void
}

/** What an action asks for before it is carried out: a reason, a note, or a confirmation. */
export function ReviewDialog({ action, draft, onDraftChange, onClose, onSubmit }: ReviewDialogProps) {
  const { label, confirm, reason: request } = action
  const form = useId()
  const [checked, setChecked] = useState(false)
  if (!request)
    return (
      <ConfirmDanger
        open
        onOpenChange={open => {
          if (!open) onClose()
        }}
        title={confirm?.title}
        consequences={[...(confirm?.consequences ?? [])]}
        {...defined({ affectedCount: confirm?.affectedCount })}
        confirmLabel={label}
        onConfirm={() => onSubmit({ id: action.id })}
      />
    )

  const { options = [], note = options.length > 0 ? 'optional' : 'required', maxNoteLength } = request
  const missing = missingParts(request, draft)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setChecked(true)
    if (missing.reason || missing.note !== undefined) {
      const field = missing.reason ? '[role="radio"], [role="combobox"]' : 'textarea'
      event.currentTarget.querySelector<HTMLElement>(field)?.focus()
      return
    }
    const text = draft.note?.trim()
    onSubmit({ id: action.id, ...defined({ reason: draft.reason }), ...(text ? { note: text } : {}) })
  }
  const submitProps = { type: 'submit', form, children: label } as const
  return (
    <Dialog
      open
      onOpenChange={open => {
        if (!open) onClose()
      }}
    >
      <DialogContent
        title={
          confirm?.title ?? <FormattedMessage id="DesignSystem.ReviewActions.ReasonTitle" values={{ action: label }} />
        }
        footer={
          <>
            <Button onClick={onClose}>
              <FormattedMessage id="DesignSystem.ReviewActions.Cancel" />
            </Button>
            {confirm ? (
              <Button variant="danger" {...submitProps} />
            ) : action.decision ? (
              <DecisionButton decision={action.decision} {...submitProps} />
            ) : (
              <Button variant="primary" {...submitProps} />
            )}
          </>
        }
      >
        {/* eslint-disable-next-line jsx-a11y-x/no-noninteractive-element-interactions -- listens to the keys of the fields inside */}
        <form
          id={form}
          noValidate
          onSubmit={submit}
          onKeyDown={event => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
            event.preventDefault()
            event.currentTarget.requestSubmit()
          }}
          className="flex flex-col gap-4"
        >
          {confirm?.consequences ? (
            <Callout tone="warning">
              {confirm.consequences.map(consequence => (
                <p key={consequence}>{consequence}</p>
              ))}
            </Callout>
          ) : null}
          {options.length > 0 ? (
            <Field
              label={<FormattedMessage id="DesignSystem.ReviewActions.Reason" />}
              required
              error={
                checked && missing.reason ? (
                  <FormattedMessage id="DesignSystem.ReviewActions.ReasonMissing" />
                ) : undefined
              }
            >
              {options.length > visibleReasons ? (
                <Select
                  options={options}
                  {...defined({ value: draft.reason })}
                  onValueChange={reason => onDraftChange({ ...draft, reason })}
                />
              ) : (
                <RadioGroup
                  {...(draft.reason === undefined ? {} : { value: draft.reason })}
                  onValueChange={reason => onDraftChange({ ...draft, reason })}
                >
                  {options.map(option => (
                    <Radio key={option.value} {...option} />
                  ))}
                </RadioGroup>
              )}
            </Field>
          ) : null}
          {note === 'none' ? null : (
            <Field
              label={
                <FormattedMessage
                  id={
                    note === 'required' ? 'DesignSystem.ReviewActions.Note' : 'DesignSystem.ReviewActions.NoteOptional'
                  }
                />
              }
              required={note === 'required'}
              labelEnd={
                maxNoteLength === undefined ? undefined : (
                  <FieldCounter used={draft.note?.trim().length ?? 0} limit={maxNoteLength} />
                )
              }
              error={
                checked && missing.note === 'empty' ? (
                  <FormattedMessage id="DesignSystem.ReviewActions.NoteMissing" />
                ) : checked && missing.note === 'long' ? (
                  <FormattedMessage id="DesignSystem.ReviewActions.NoteTooLong" values={{ limit: maxNoteLength }} />
                ) : undefined
              }
            >
              <Textarea
                value={draft.note ?? ''}
                onChange={event => onDraftChange({ ...draft, note: event.target.value })}
              />
            </Field>
          )}
        </form>
      </DialogContent>
    </Dialog>
  )
}
