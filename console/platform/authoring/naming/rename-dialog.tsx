import { Field, Input, useToast } from '@assay/design-system'
import { type ReactNode, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { isNameTaken } from '../../api/api-error.ts'
import { useErrorToast } from '../../errors/use-error-toast.ts'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { useRecovery } from '../../recovery/use-recovery.ts'
import type { NameIssue } from './name-validation.ts'

interface RenameDialogProps {
  /** Under which the name is kept over a way to the sign-in page. */
  recoveryId: string
  name: string
  validate: (name: string) => NameIssue | null
  /** Sends the new name. Rejects when it is taken. */
  rename: (name: string) => Promise<unknown>
  /** Says that it is done. */
  done: (name: string) => string
  /** Why the service will not rename it; null for what this dialog tells itself. */
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
  const failed = useErrorToast()
  const [typed, setTyped] = useState(name)
  const [fault, setFault] = useState<NameIssue | null>(null)
  const [refusal, setRefusal] = useState<ReactNode>(null)
  const [running, setRunning] = useState(false)
  useRecovery(draft, typed, setTyped)
  const submit = async () => {
    const wanted = typed.trim()
    const found = wanted === name ? null : faultOf(wanted)
    setFault(found)
    setRefusal(null)
    if (found) return
    if (wanted === name) {
      onClose()
      return
    }
    setRunning(true)
    try {
      await rename(wanted)
      toast({ title: done(wanted), tone: 'success' })
      onRenamed()
      onClose()
    } catch (error) {
      const refused = refusalOf?.(error) ?? null
      if (isNameTaken(error)) setFault('taken')
      else if (refused !== null) setRefusal(refused)
      else failed(error)
      setRunning(false)
    }
  }
  return (
    <FormDialog
      title={<FormattedMessage id="Authoring.Rename.Title" values={{ name: <bdi key="name">{name}</bdi> }} />}
      confirm={<FormattedMessage id="Authoring.Rename.Confirm" />}
      running={running}
      refusal={refusal}
      onSubmit={() => void submit()}
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
