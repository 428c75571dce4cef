import { DateField, downloadFile, Field, Select, useToast } from '@assay/design-system'
import { type EventKind, eventKinds, tracingLimits } from '@assay/risk-service/contract'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { readApiError } from '../../../platform/api/api-error.ts'
import { client } from '../../../platform/api/client.ts'
import { serverNow } from '../../../platform/api/server-clock.ts'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { FormDialog } from '../../../platform/forms/form-dialog.tsx'
import { useApiMutation } from '../../../platform/mutations/use-api-mutation.ts'
import { useTracingTexts } from '../use-tracing-texts.ts'

const dayMs = 86_400_000
const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** Downloads the stored events of one kind and of some days as one file. */
export function ExportDialog({ onClose }: { onClose: () => void }) {
  const intl = useIntl()
  const { toast } = useToast()
  const texts = useTracingTexts()
  const { id: environmentId } = useEnvironment()
  const [today] = useState(() => dayOf(serverNow()))
  const [kind, setKind] = useState<EventKind>('transactional')
  const [first, setFirst] = useState<string | null>(today)
  const [last, setLast] = useState<string | null>(today)
  const [error, setError] = useState<'EventTracing.Export.Order' | 'EventTracing.Export.TooLarge' | null>(null)
  const download = useApiMutation({
    mutationFn: (period: { from: string; to: string }) =>
      client.eventSubscriptions.export({ environmentId, kind, ...period }),
    onSuccess(file) {
      downloadFile(file instanceof File ? file.name : `${kind}.ndjson.gz`, file)
      toast({ tone: 'success', title: intl.formatMessage({ id: 'EventTracing.Export.Done' }) })
      onClose()
    },
    onError(failed) {
      const isTooLarge = readApiError(failed).kind === 'invalid'
      if (isTooLarge) setError('EventTracing.Export.TooLarge')
      return isTooLarge
    },
  })
  const submit = () => {
    if (first === null || last === null) return
    if (first > last) {
      setError('EventTracing.Export.Order')
      return
    }
    setError(null)
    download.mutate({
      from: new Date(first).toISOString(),
      // Until before the following day.
      to: new Date(new Date(last).getTime() + dayMs).toISOString(),
    })
  }
  return (
    <FormDialog
      title={<FormattedMessage id="EventTracing.Export" />}
      description={<FormattedMessage id="EventTracing.Export.Text" values={{ count: tracingLimits.exported }} />}
      confirm={<FormattedMessage id="EventTracing.Export" />}
      running={download.isPending}
      ready={first !== null && last !== null}
      refusal={error === null ? null : <FormattedMessage id={error} values={{ count: tracingLimits.exported }} />}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={<FormattedMessage id="EventTracing.Export.Kind" />}>
        <Select
          value={kind}
          options={eventKinds.map(each => ({ value: each, label: texts.kind(each) }))}
          onValueChange={setKind}
        />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={<FormattedMessage id="EventTracing.Export.First" />} required>
          <DateField value={first} max={today} onValueChange={setFirst} />
        </Field>
        <Field label={<FormattedMessage id="EventTracing.Export.Last" />} required>
          <DateField value={last} max={today} onValueChange={setLast} />
        </Field>
      </div>
    </FormDialog>
  )
}
