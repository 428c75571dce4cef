import { Button, Icon, Input, Select, Textarea } from '@assay/design-system'
import { LockKeyhole } from 'lucide-react'
import { useId } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useOutgoingFormContext } from './form-fields.tsx'
import type { SecretField } from './secret-field.ts'

interface SecretInputProps {
  path: string
  /** What the secret is. */
  label: string
  secret: SecretField
  onSecret: (secret: SecretField) => void
  /** A text of several lines: a certificate. */
  long?: boolean
  /** The label is drawn above. */
  labelled?: boolean
  /** Nothing works without it. */
  required?: boolean
}

const urlPrefix = 'https://'
const requiredMark = ' *'

/** A secret that can be written and never read: that one is stored, or a new one, or where a key vault has it. */
export function SecretInput({
  path,
  label,
  secret,
  onSecret,
  long = false,
  labelled = false,
  required = false,
}: SecretInputProps) {
  const intl = useIntl()
  const id = useId()
  const { canEdit, issueAt: faultAt } = useOutgoingFormContext()
  const fault = faultAt(path)
  const { kind, text, stored } = secret
  const about = {
    'aria-label': label,
    invalid: fault !== undefined,
    required,
    readOnly: !canEdit,
    spellCheck: false,
    autoComplete: 'off',
    ...(fault === undefined ? {} : { 'aria-describedby': `${id}-fault` }),
  } as const
  const kinds = [
    { value: 'value', label: intl.formatMessage({ id: 'OutgoingRequests.Secret.Value' }) },
    { value: 'reference', label: intl.formatMessage({ id: 'OutgoingRequests.Secret.Reference' }) },
  ] as const
  return (
    <div role="group" aria-label={label} className="flex min-w-0 flex-col gap-1">
      {labelled ? (
        <span aria-hidden className="text-xs font-medium text-fg-secondary">
          {label}
          {required ? <span className="text-danger-text">{requiredMark}</span> : null}
        </span>
      ) : null}
      {kind === 'kept' ? (
        <div className="flex min-h-control flex-wrap items-center gap-2">
          <span className="flex items-center gap-2 text-fg-secondary">
            <Icon icon={LockKeyhole} size={12} />
            <FormattedMessage id="OutgoingRequests.Secret.Stored" />
          </span>
          {canEdit ? (
            <Button size="sm" onClick={() => onSecret({ kind: 'value', text: '', stored })}>
              <FormattedMessage id="OutgoingRequests.Secret.Replace" />
            </Button>
          ) : null}
        </div>
      ) : (
        <div className="grid items-start gap-2 sm:grid-cols-[8.75rem_minmax(0,1fr)]">
          <Select
            value={kind}
            disabled={!canEdit}
            aria-label={intl.formatMessage({ id: 'OutgoingRequests.Secret.Kind' }, { name: label })}
            options={kinds}
            onValueChange={next => onSecret({ kind: next, text: '', stored })}
          />
          {kind === 'reference' ? (
            <Input
              {...about}
              mono
              dir="ltr"
              value={text}
              placeholder={urlPrefix}
              onChange={event => onSecret({ ...secret, text: event.target.value })}
            />
          ) : long ? (
            <Textarea
              {...about}
              mono
              rows={4}
              value={text}
              onChange={event => onSecret({ ...secret, text: event.target.value })}
            />
          ) : (
            <Input
              {...about}
              type="password"
              autoComplete="new-password"
              value={text}
              onChange={event => onSecret({ ...secret, text: event.target.value })}
            />
          )}
          {stored && canEdit ? (
            <div className="sm:col-start-2">
              <Button size="sm" variant="ghost" onClick={() => onSecret({ kind: 'kept', text: '', stored })}>
                <FormattedMessage id="OutgoingRequests.Secret.Keep" />
              </Button>
            </div>
          ) : null}
        </div>
      )}
      {fault === undefined ? null : (
        <p id={`${id}-fault`} role="alert" className="text-xs text-danger-text">
          {fault}
        </p>
      )}
    </div>
  )
}
