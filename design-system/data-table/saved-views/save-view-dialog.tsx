import { type ReactNode, useId, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { Checkbox } from '../../forms/checkbox/checkbox.tsx'
import { Field } from '../../forms/field/field.tsx'
import { Input } from '../../forms/input/input.tsx'
import { Dialog, DialogContent } from '../../overlays/dialog/dialog.tsx'
import { Button } from '../../primitives/button/button.tsx'

export interface SaveViewInput {
  name: string
  shared: boolean
}

interface SaveViewDialogProps {
  value: SaveViewInput
  onValueChange: (value: SaveViewInput) => void
  /** The view exists, and is renamed. */
  existing: boolean
  /** Whether the view may be shared; one that is can be withdrawn all the same. */
  shareable: boolean
  /** Names in use: two views of one name could not be distinguished. */
  usedNames: readonly string[]
  onSave: (input: SaveViewInput) => void
  onClose: () => void
  /** Reason why nothing can be stored at the moment. The input is retained. */
  unavailable?: ReactNode
}

const normaliseName = (name: string) => name.trim().normalize('NFC').toLowerCase()

/** Dialog for the name of a view and its audience. */
export function SaveViewDialog({
  value: { name, shared },
  onValueChange,
  existing,
  shareable,
  usedNames,
  onSave,
  onClose,
  unavailable,
}: SaveViewDialogProps) {
  const form = useId()
  const [submitted, setSubmitted] = useState(false)
  const issue =
    name.trim() === ''
      ? 'NameRequired'
      : usedNames.some(other => normaliseName(other) === normaliseName(name))
        ? 'NameTaken'
        : null
  return (
    <Dialog
      open
      onOpenChange={open => {
        if (!open) onClose()
      }}
    >
      <DialogContent
        size="sm"
        title={
          <FormattedMessage
            id={existing ? 'DesignSystem.SavedViews.RenameTitle' : 'DesignSystem.SavedViews.SaveTitle'}
          />
        }
        footer={
          <>
            <Button onClick={onClose}>
              <FormattedMessage id="DesignSystem.SavedViews.Cancel" />
            </Button>
            <Button type="submit" form={form} variant="primary" disabled={unavailable !== undefined}>
              <FormattedMessage
                id={existing ? 'DesignSystem.SavedViews.RenameDone' : 'DesignSystem.SavedViews.SaveTitle'}
              />
            </Button>
          </>
        }
      >
        <form
          id={form}
          className="flex flex-col gap-3"
          onSubmit={event => {
            event.preventDefault()
            setSubmitted(true)
            if (issue === null && unavailable === undefined) onSave({ name: name.trim(), shared })
          }}
        >
          {unavailable === undefined ? null : (
            <p role="status" className="text-xs text-warning-text">
              {unavailable}
            </p>
          )}
          <Field
            label={<FormattedMessage id="DesignSystem.SavedViews.Name" />}
            required
            error={submitted && issue ? <FormattedMessage id={`DesignSystem.SavedViews.${issue}`} /> : undefined}
          >
            <Input
              value={name}
              onChange={event => onValueChange({ name: event.target.value, shared })}
              maxLength={100}
              autoComplete="off"
            />
          </Field>
          {shareable || shared ? (
            <Checkbox
              label={<FormattedMessage id="DesignSystem.SavedViews.ShareWithTeam" />}
              checked={shared}
              onCheckedChange={checked => onValueChange({ name, shared: checked === true })}
            />
          ) : null}
        </form>
      </DialogContent>
    </Dialog>
  )
}
