import { Field, Input, useToast } from '@assay/design-system'
import { type ReactNode, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { isNameTaken } from '../../api/api-error.ts'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { useApiMutation } from '../../mutations/use-api-mutation.ts'
import { useRecovery } from '../../recovery/use-recovery.ts'
import type { NameIssue } from './name-validation.ts'

interface RenameDialogProps {
  /** Id under which recovery stores the name while the user is at the sign-in page. */
  recoveryId: string
  name: string
  validate: (name: string) => NameIssue | null
  /** Sends the new name. Rejects when another resource has it. */
  rename: (name: string) => Promise<unknown>
  /** The message after the change. */
  done: (name: string) => string
  /** Why the service refuses to rename it; null for an error that this dialog explains itself. */
  messageOf?: (error: unknown) => ReactNode
  onClose: () => void
  onRenamed: () => unknown
}

/** Another name: for what is published and for the caller's draft. */
export function RenameDialog({
  recoveryId: draft,
  name,
  validate: faultOf,
  rename,
  done,
  messageOf: refusalOf,
  onClose,
  onRenamed,
}: RenameDialogProps) {
  const { toast } = useToast()
  const [typed, setTyped] = useState(name)
  const [fault, setFault] = useState<NameIssue | null>(null)
  const [refusal, setRefusal] = useState<ReactNode>(null)
  useRecovery(draft, typed, setTyped)
  const renaming = useApiMutation({
    mutationFn: (next: string) => rename(next),
    onSuccess: (_answer, next) => {
      toast({ title: done(next), tone: 'success' })
      onRenamed()
    },
    onError: error => {
      const refused = refusalOf?.(error) ?? null
      if (isNameTaken(error)) setFault('taken')
      else if (refused !== null) setRefusal(refused)
      else return false
      return true
    },
  })
  const submit = () => {
    const newName = typed.trim()
    const found = newName === name ? null : faultOf(newName)
    setFault(found)
    setRefusal(null)
    if (found) return
    if (newName === name) {
      onClose()
      return
    }
    renaming.mutate(newName, { onSuccess: onClose })
  }
  return (
    <FormDialog
      title={<FormattedMessage id="Authoring.Rename.Title" values={{ name: <bdi key="name">{name}</bdi> }} />}
      confirm={<FormattedMessage id="Authoring.Rename.Confirm" />}
      running={renaming.isPending}
      refusal={refusal}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label={<FormattedMessage id="Common.Name" />}
        required
        {...(fault ? { error: <FormattedMessage id={`Authoring.Name.${fault}`} /> } : {})}
      >
        <Input
          value={typed}
          dir="auto"
          spellCheck={false}
          onChange={event => {
            setTyped(event.target.value)
            setFault(null)
          }}
          onFocus={event => event.currentTarget.select()}
        />
      </Field>
    </FormDialog>
  )
}
