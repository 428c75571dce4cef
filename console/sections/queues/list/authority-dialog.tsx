import { Field, NumberInput, Skeleton, useFormat, useToast } from '@assay/design-system'
import type { AuthorityLimit } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api, client } from '../../../platform/api/client.ts'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { FormDialog } from '../../../platform/forms/form-dialog.tsx'
import { useApiMutation } from '../../../platform/mutations/use-api-mutation.ts'

interface AuthorityDialogProps {
  environmentId: string
  onClose: () => void
}

/** The highest amount that each reviewer of an environment approves alone. */
export function AuthorityDialog({ environmentId, onClose }: AuthorityDialogProps) {
  const intl = useIntl()
  const { toast } = useToast()
  const query = useQuery(api.caseAuthority.list.queryOptions({ input: { environmentId } }))
  /** What was changed, by user, in US cents. */
  const [changes, setChanges] = useState<Readonly<Record<string, number | null>>>({})
  const save = useApiMutation({
    mutationFn: (limits: { userId: string; amountUsd: number | null }[]) =>
      client.caseAuthority.set({ environmentId, limits }),
    invalidates: [api.caseAuthority.key()],
    onSuccess: () => toast({ tone: 'success', title: intl.formatMessage({ id: 'Queues.Authority.Saved' }) }),
  })
  const rows = query.data ?? []
  const changed = rows.flatMap(({ userId, amountUsd }) => {
    const next = changes[userId]
    return next === undefined || next === amountUsd ? [] : [{ userId, amountUsd: next }]
  })
  return (
    <FormDialog
      title={<FormattedMessage id="Queues.Authority" />}
      description={<FormattedMessage id="Queues.Authority.Text" />}
      confirm={<FormattedMessage id="Common.Save" />}
      running={save.isPending}
      refusal={null}
      onSubmit={() => {
        if (save.isPending) return
        if (changed.length === 0) onClose()
        else save.mutate(changed, { onSuccess: onClose })
      }}
      onClose={onClose}
    >
      {query.isPending ? <Skeleton className="h-16 w-full" /> : null}
      {query.isError ? <QueryError error={query.error} onRetry={() => void query.refetch()} /> : null}
      <div className="grid gap-3 sm:grid-cols-2">
        {rows.map(row => (
          <LimitField
            key={row.userId}
            row={row}
            value={changes[row.userId] === undefined ? row.amountUsd : (changes[row.userId] ?? null)}
            onValueChange={amount => setChanges({ ...changes, [row.userId]: amount })}
          />
        ))}
      </div>
    </FormDialog>
  )
}

interface LimitFieldProps {
  row: AuthorityLimit
  /** US cents. */
  value: number | null
  onValueChange: (amountUsd: number | null) => void
}

function LimitField({ row: { name, inherited }, value, onValueChange }: LimitFieldProps) {
  const format = useFormat()
  const intl = useIntl()
  return (
    <Field
      label={<bdi>{name}</bdi>}
      description={
        value === null && inherited ? (
          <FormattedMessage
            id="Queues.Authority.Inherited"
            values={{
              amount: format.money(inherited.amountUsd / 100, 'USD'),
              environment: <bdi key="environment">{inherited.environmentName}</bdi>,
            }}
          />
        ) : undefined
      }
    >
      <NumberInput
        currency="USD"
        min={0}
        maximumFractionDigits={2}
        placeholder={intl.formatMessage({ id: 'Queues.Authority.None' })}
        value={value === null ? null : value / 100}
        onValueChange={amount => onValueChange(amount === null ? null : Math.round(amount * 100))}
      />
    </Field>
  )
}
