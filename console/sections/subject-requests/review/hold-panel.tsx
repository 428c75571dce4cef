import { Button, Callout, DateField, Field, SidePanel, Textarea, useFormat, useToast } from '@assay/design-system'
import { addDays, dayIn, subjectLimits } from '@assay/risk-service/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api, client } from '../../../platform/api/client.ts'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { useOffline } from '../../../platform/offline/connection.ts'
import type { SearchedSubject } from '../searched-subject.ts'
import { SubjectFacts } from './subject-facts.tsx'

interface HoldPanelProps {
  environmentId: string
  subject: SearchedSubject
  assessment: string
  onClose: () => void
}

/** Puts the data of a person under a legal hold, with its reason and end. */
export function HoldPanel({ environmentId, subject, assessment, onClose }: HoldPanelProps) {
  const intl = useIntl()
  const { timeZone } = useFormat()
  const { toast } = useToast()
  const queries = useQueryClient()
  const offline = useOffline()
  const today = dayIn(Date.now(), timeZone)
  // A repeat after a lost answer is the same hold.
  const [holdId] = useState(() => crypto.randomUUID())
  const [reason, setReason] = useState('')
  const [until, setUntil] = useState<string | null>(addDays(today, 180))
  const saved = useMutation({
    mutationFn: () => client.subjectRequests.hold({ environmentId, holdId, reason, until: until ?? '', ...subject }),
    onSuccess: async () => {
      toast({ tone: 'success', title: intl.formatMessage({ id: 'Subjects.Hold.Set' }) })
      await queries.invalidateQueries({ queryKey: api.subjectRequests.holds.key() })
      onClose()
    },
  })
  const ready = reason.trim() !== '' && until !== null && !offline
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (ready && !saved.isPending) saved.mutate()
  }
  return (
    <SidePanel title={<FormattedMessage id="Subjects.Hold.Title" />} width={400} resizable onClose={onClose}>
      <form noValidate className="flex min-h-full flex-col" onSubmit={save}>
        <div className="flex flex-1 flex-col gap-4 p-4">
          {saved.isError ? <QueryError error={saved.error} onRetry={() => saved.mutate()} /> : null}
          <SubjectFacts assessment={assessment} subject={subject} />
          <Callout tone="info">
            <FormattedMessage id="Subjects.Hold.Text" />
          </Callout>
          <Field label={<FormattedMessage id="Subjects.Hold.Reason" />} required>
            <Textarea
              rows={3}
              maxLength={subjectLimits.reason}
              value={reason}
              onChange={event => setReason(event.target.value)}
            />
          </Field>
          <Field label={<FormattedMessage id="Subjects.Hold.Until" />} required>
            <DateField
              value={until}
              min={today}
              max={addDays(today, subjectLimits.holdYears * 365)}
              onValueChange={setUntil}
            />
          </Field>
        </div>
        <div
          data-page-foot
          className="sticky inset-be-0 flex justify-end gap-2 border-bs border-line-subtle bg-surface px-4 py-3"
        >
          <Button onClick={onClose}>
            <FormattedMessage id="Common.Cancel" />
          </Button>
          <Button type="submit" variant="primary" loading={saved.isPending} disabled={!ready}>
            <FormattedMessage id="Subjects.Hold.Save" />
          </Button>
        </div>
      </form>
    </SidePanel>
  )
}
