import { Field, FieldCounter, Select, Textarea } from '@assay/design-system'
import { type PersonalDataKind, personalDataLimits, type RevealSubject } from '@assay/risk-service/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { client } from '../api/client.ts'
import { FormDialog } from '../forms/form-dialog.tsx'
import { useApiMutation } from '../mutations/use-api-mutation.ts'
import { revealedKey, showRevealed } from './revealed.ts'

const all = 'all'
const shortestReason = 3

interface RevealDialogProps {
  environmentId: string
  subjects: readonly RevealSubject[]
  /** The kinds that are masked for the caller. */
  kinds: readonly PersonalDataKind[]
  onClose: () => void
}

/** Asks which masked values are shown, and why: every reveal is audited with its reason. */
export function RevealDialog({ environmentId, subjects, kinds, onClose }: RevealDialogProps) {
  const intl = useIntl()
  const queries = useQueryClient()
  const [kind, setKind] = useState<string>(all)
  const [reason, setReason] = useState('')
  const [attempts, setAttempts] = useState(0)
  const isMissing = reason.trim().length < shortestReason
  const isTooLong = reason.length > personalDataLimits.reason
  const reveal = useApiMutation({
    mutationFn: () =>
      client.personalData.reveal({
        environmentId,
        subjects: subjects.slice(0, personalDataLimits.subjects),
        kind: kinds.find(each => each === kind) ?? null,
        reason: reason.trim(),
      }),
    onSuccess: ({ expiresAt }) => showRevealed(queries, revealedKey(environmentId, subjects), expiresAt),
  })
  const text = (each: string) => intl.formatMessage({ id: `PersonalData.Kind.${each}` })
  return (
    <FormDialog
      title={<FormattedMessage id="PersonalData.Reveal.Title" />}
      description={
        <FormattedMessage id="PersonalData.Reveal.Text" values={{ minutes: personalDataLimits.revealMinutes }} />
      }
      confirm={<FormattedMessage id="PersonalData.Reveal" />}
      running={reveal.isPending}
      attempts={attempts}
      refusal={null}
      onSubmit={() => {
        setAttempts(count => count + 1)
        if (!isMissing && !isTooLong && !reveal.isPending) reveal.mutate(undefined, { onSuccess: onClose })
      }}
      onClose={onClose}
    >
      <Field label={<FormattedMessage id="PersonalData.Kind.Label" />}>
        <Select
          options={[all, ...kinds].map(each => ({ value: each, label: text(each) }))}
          value={kind}
          onValueChange={setKind}
        />
      </Field>
      <Field
        required
        label={<FormattedMessage id="PersonalData.Reason" />}
        labelEnd={<FieldCounter used={reason.length} limit={personalDataLimits.reason} />}
        {...(isTooLong
          ? { error: <FormattedMessage id="Common.TooLong" values={{ limit: personalDataLimits.reason }} /> }
          : attempts > 0 && isMissing
            ? { error: <FormattedMessage id="PersonalData.Reason.Missing" /> }
            : {})}
      >
        <Textarea dir="auto" rows={2} value={reason} onChange={event => setReason(event.target.value)} />
      </Field>
    </FormDialog>
  )
}
