import {
  Button,
  Callout,
  createColumns,
  Dialog,
  DialogContent,
  Field,
  Select,
  SimpleTable,
  SkeletonRows,
  useFormat,
} from '@assay/design-system'
import { type ApplicationUse, brownOutShares, type CredentialUse } from '@assay/risk-service/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api, client } from '../../../../platform/api/client.ts'
import { useEnvironment } from '../../../../platform/environments/environments.tsx'
import { QueryError } from '../../../../platform/errors/page-error.tsx'
import { useApiMutation } from '../../../../platform/mutations/use-api-mutation.ts'
import { useOffline } from '../../../../platform/offline/connection.ts'
import { useApplicationUse, useUseText } from './use-application-use.ts'

const durations = ['5', '15', '60'] as const
const rehearsalHeader = 'x-assay-rehearsal'
const columns = createColumns<CredentialUse['sources'][number]>()

interface RehearsalDialogProps {
  clientId: string
  credentialId: string
  /** Kind of the credential, and when it was created. */
  name: string
  onClose: () => void
}

/** Who would break without a credential, and a brown-out that lets them notice while it can still be used. */
export function RehearsalDialog({ clientId, credentialId, name, onClose }: RehearsalDialogProps) {
  const { use, ...query } = useApplicationUse(clientId)
  const credential = use?.credentials.find(each => each.credentialId === credentialId)
  return (
    <Dialog
      open
      onOpenChange={open => {
        if (!open) onClose()
      }}
    >
      <DialogContent
        size="lg"
        title={<FormattedMessage id="Applications.BrownOut.Title" values={{ name: <bdi key="name">{name}</bdi> }} />}
        description={
          <FormattedMessage
            id="Applications.BrownOut.Text"
            values={{
              header: (
                <bdi key="header" dir="ltr" className="font-mono">
                  {rehearsalHeader}
                </bdi>
              ),
            }}
          />
        }
        footer={
          <Button onClick={onClose}>
            <FormattedMessage id="Common.Close" />
          </Button>
        }
      >
        <div className="flex flex-col gap-4 py-2">
          {use !== undefined && credential !== undefined ? (
            <>
              <UseSummary credential={credential} minutes={use.minutes} />
              <BrownOut clientId={clientId} credentialId={credentialId} credential={credential} />
            </>
          ) : query.isError ? (
            <QueryError error={query.error} onRetry={() => void query.refetch()} />
          ) : (
            <SkeletonRows rows={4} />
          )}
        </div>
      </DialogContent>
    </Dialog>
  )
}

function UseSummary({ credential, minutes }: { credential: CredentialUse; minutes: number }) {
  const intl = useIntl()
  const format = useFormat()
  const textOf = useUseText()
  const title = intl.formatMessage({ id: 'Applications.Use.Sources' }, { minutes })
  return (
    <section className="flex flex-col gap-2">
      <p className="font-semibold">{textOf(credential, minutes)}</p>
      {credential.sources.length === 0 ? null : (
        <SimpleTable
          label={title}
          gutter="none"
          narrow="cards"
          columns={[
            columns.text('source', {
              labelId: 'Applications.Use.Network',
              rowHeader: true,
              value: ({ source }) => source,
            }),
            columns.number('calls', { labelId: 'Integration.Calls.Count', value: ({ calls }) => calls }),
            columns.number('refused', { labelId: 'Applications.Use.Rejected', value: ({ refused }) => refused }),
            columns.text('last', {
              labelId: 'ApiManagement.Column.Last',
              // Within the last minutes: the day is that of now.
              value: ({ lastAt }) => format.time(lastAt, 'UTC'),
            }),
          ]}
          rows={credential.sources}
          getRowId={({ source }) => source}
        />
      )}
    </section>
  )
}

interface BrownOutProps {
  clientId: string
  credentialId: string
  credential: CredentialUse
}

function BrownOut({ clientId, credentialId, credential: { brownOut } }: BrownOutProps) {
  const intl = useIntl()
  const format = useFormat()
  const offline = useOffline()
  const queries = useQueryClient()
  const { id: environmentId } = useEnvironment()
  const [minutes, setMinutes] = useState<(typeof durations)[number]>('15')
  const input = { environmentId, clientId, credentialId }
  const show = (answer: ApplicationUse) =>
    queries.setQueryData(api.applications.callers.queryKey({ input: { environmentId, clientId } }), answer)
  const starting = useApiMutation({
    mutationFn: (percent: (typeof brownOutShares)[number]) =>
      client.applications.startBrownOut({ ...input, percent, minutes: Number(minutes) }),
    onSuccess: show,
  })
  const ending = useApiMutation({ mutationFn: () => client.applications.endBrownOut(input), onSuccess: show })
  const values = brownOut && {
    share: brownOut.percent / 100,
    end: format.dateTime(brownOut.endsAt, 'UTC'),
    refused: brownOut.refused,
    calls: brownOut.calls,
  }
  if (brownOut?.active)
    return (
      <Callout tone="warning" live>
        <div className="flex flex-col items-start gap-2">
          <p>
            <FormattedMessage id="Applications.BrownOut.Active" values={values ?? {}} />
          </p>
          <Button size="sm" loading={ending.isPending} disabled={offline} onClick={() => ending.mutate()}>
            <FormattedMessage id="Applications.BrownOut.End" />
          </Button>
        </div>
      </Callout>
    )
  return (
    <section className="flex flex-col gap-2">
      {values === null ? null : (
        <p className="text-sm text-fg-secondary">
          <FormattedMessage id="Applications.BrownOut.Ended" values={values} />
        </p>
      )}
      <div className="flex flex-wrap items-end gap-2">
        <Field label={<FormattedMessage id="Applications.BrownOut.Duration" />} className="w-[10rem]">
          <Select
            value={minutes}
            options={durations.map(value => ({
              value,
              label: intl.formatMessage({ id: 'Applications.BrownOut.Minutes' }, { minutes: Number(value) }),
            }))}
            onValueChange={setMinutes}
          />
        </Field>
        {brownOutShares.map(percent => (
          <Button key={percent} disabled={offline || starting.isPending} onClick={() => starting.mutate(percent)}>
            <FormattedMessage id="Applications.BrownOut.Start" values={{ share: percent / 100 }} />
          </Button>
        ))}
      </div>
    </section>
  )
}
