import { Field, Select, useToast } from '@assay/design-system'
import { type EventRow, endOfDay, listLimits, supportLists } from '@assay/risk-service/contract'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { client } from '../../../platform/api/client.ts'
import { FormDialog } from '../../../platform/forms/form-dialog.tsx'
import { useApiMutation } from '../../../platform/mutations/use-api-mutation.ts'
import { EntryFields, isWithinLimits } from '../../../platform/support-status/entry-fields.tsx'
import { emptySupportEntry } from '../../../platform/support-status/support-entries.ts'
import { statusQueries } from '../../../platform/support-status/use-status-toast.ts'
import { listedValues, rowLists } from './listed-values.ts'

interface AddToListDialogProps {
  environmentId: string
  rows: readonly EventRow[]
  onClose: () => void
}

/** Adds values of events to a support list: which values, with which status, why and how long. */
export function AddToListDialog({ environmentId, rows, onClose }: AddToListDialogProps) {
  const intl = useIntl()
  const { toast } = useToast()
  const [list, setList] = useState<(typeof rowLists)[number][0]>(
    rowLists.find(([id]) => listedValues(rows, id).length > 0)?.[0] ?? 'user',
  )
  const [form, setForm] = useState(emptySupportEntry)
  const [attempts, setAttempts] = useState(0)
  const [dateFault, setDateFault] = useState(false)
  const values = listedValues(rows, list)
  const fault =
    values.length === 0
      ? intl.formatMessage({ id: 'Search.List.None' })
      : values.length > listLimits.values
        ? intl.formatMessage({ id: 'Search.List.Limit' }, { limit: listLimits.values })
        : null
  const save = useApiMutation({
    mutationFn: () =>
      client.supportLists.save({
        environmentId,
        list,
        values,
        status: form.status === 'Remove' ? 'Block' : form.status,
        reason: form.reason.trim(),
        comments: form.comments.trim(),
        expiresAt: form.expires === null ? null : endOfDay(form.expires, intl.timeZone ?? 'UTC'),
      }),
    invalidates: statusQueries(),
    onSuccess: () =>
      toast({
        tone: 'success',
        title: intl.formatMessage({ id: 'Search.List.Added' }, { count: values.length, list: supportLists[list].name }),
      }),
  })
  return (
    <FormDialog
      title={<FormattedMessage id="Search.List.Title" values={{ count: rows.length }} />}
      confirm={<FormattedMessage id="Search.List.Confirm" values={{ count: values.length }} />}
      running={save.isPending}
      attempts={attempts}
      refusal={null}
      onSubmit={() => {
        setAttempts(count => count + 1)
        if (fault === null && !dateFault && isWithinLimits(form) && !save.isPending)
          save.mutate(undefined, { onSuccess: onClose })
      }}
      onClose={onClose}
    >
      <Field required label={<FormattedMessage id="Search.List.Which" />} {...(fault !== null ? { error: fault } : {})}>
        <Select
          options={rowLists.map(([id]) => ({ value: id, label: supportLists[id].name }))}
          value={list}
          onValueChange={next => setList(rowLists.find(([id]) => id === next)?.[0] ?? list)}
        />
      </Field>
      <EntryFields
        value={form}
        removable={false}
        disabled={save.isPending}
        onDateProblem={setDateFault}
        onValueChange={setForm}
      />
    </FormDialog>
  )
}
