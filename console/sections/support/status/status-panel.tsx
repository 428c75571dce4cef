import {
  Callout,
  DateField,
  Field,
  FieldCounter,
  Radio,
  RadioGroup,
  Select,
  SidePanel,
  Textarea,
} from '@assay/design-system'
import { dayIn, endOfDay, type SupportEntry, supportLists } from '@assay/risk-service/contract'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { conflictErrorOf } from '../../../platform/api/api-error.ts'
import { client } from '../../../platform/api/client.ts'
import { usePageOptions } from '../../../platform/cases/use-page-options.ts'
import { isOtherPage, useLeaveGuard } from '../../../platform/forms/use-leave-guard.tsx'
import { useApiMutation } from '../../../platform/mutations/use-api-mutation.ts'
import { useOffline } from '../../../platform/offline/connection.ts'
import { useRecovery } from '../../../platform/recovery/use-recovery.ts'
import { CurrentEntry } from '../../../platform/support-status/current-entry.tsx'
import { reasonId } from '../../../platform/support-status/reason-id.ts'
import type { ListedValue } from '../../../platform/support-status/support-entries.ts'
import { statusQueries, useStatusToast } from '../../../platform/support-status/use-status-toast.ts'
import { DurationButtons } from './duration-buttons.tsx'
import { ImpactLine } from './impact-line.tsx'
import { PanelFooter } from './panel-footer.tsx'
import {
  commentsLimit,
  daysUntil,
  initialForm,
  maxDays,
  type PanelStatus,
  panelStatuses,
  reasonOf,
  type StatusForm,
  withStatus,
} from './status-form.ts'

interface StatusPanelProps {
  environmentId: string
  listed: ListedValue
  entry: SupportEntry | null
  /** The status that is chosen first. */
  initial: PanelStatus
  /** Key of the form in the recovery. */
  draft: string
  onClose: () => void
}

const dayLength = 86_400_000

/**
 * Changes the list status of one value: status, reason and date are filled in, so that Submit and Yes are enough. What
 * the status would have done stands below.
 */
export function StatusPanel({ environmentId, listed, entry, initial, draft, onClose }: StatusPanelProps) {
  const intl = useIntl()
  const zone = intl.timeZone ?? 'UTC'
  const offline = useOffline()
  const [now] = useState(() => Date.now())
  const [form, setForm] = useState(() => initialForm(initial, now, zone))
  const [typed, setTyped] = useState(false)
  const [dateIssue, setDateIssue] = useState(false)
  const [confirming, setConfirming] = useState(false)
  const { guard, leave, question } = useLeaveGuard(typed, isOtherPage)
  const change = (next: StatusForm) => {
    setForm(next)
    setTyped(true)
    setConfirming(false)
  }
  useRecovery(draft, typed ? form : null, change)
  const reportChange = useStatusToast(environmentId, listed, entry)
  const removing = form.status === 'Remove'
  const reasons = usePageOptions().listReasons[form.status]
  const save = useApiMutation({
    mutationFn: ({ status, comments, expires, ...chosen }: StatusForm) =>
      client.support.set({
        environmentId,
        ...listed,
        reason: reasonOf(chosen, reasons),
        comments: comments.trim(),
        seen: entry?.updatedAt ?? null,
        ...(status === 'Remove'
          ? { status: null }
          : { status, expiresAt: expires === null ? null : endOfDay(expires, zone) }),
      }),
    invalidates: statusQueries(),
    onSuccess: (_answer, { status }) => reportChange(status),
    // The panel says that somebody was faster; everything else is a toast.
    onError: error => conflictErrorOf(error)?.reason === 'version.conflict',
  })
  const conflict = save.isError ? conflictErrorOf(save.error) : null
  const days = daysUntil(form.expires, now, zone)
  const missingDate = !removing && (form.expires === null || dateIssue)
  const valid = !missingDate && form.comments.trim().length <= commentsLimit
  const submit = () => save.mutate(form, { onSuccess: () => leave(onClose), onSettled: () => setConfirming(false) })

  return (
    <SidePanel title={<FormattedMessage id="Support.Panel.Title" />} onClose={() => guard(onClose)}>
      <form
        className="flex min-h-full flex-col"
        noValidate
        onSubmit={event => {
          event.preventDefault()
          if (valid && !offline && !save.isPending) setConfirming(true)
        }}
      >
        <div className="flex flex-col gap-1 border-be border-line-subtle px-4 py-3">
          <p className="flex flex-wrap items-baseline justify-between gap-x-3">
            <bdi dir="ltr" className="font-medium wrap-anywhere">
              {listed.value}
            </bdi>
            <span className="text-xs text-fg-secondary">{supportLists[listed.list].name}</span>
          </p>
          <CurrentEntry entry={entry} />
        </div>
        <div className="flex flex-1 flex-col gap-4 p-4">
          {conflict?.reason === 'version.conflict' ? (
            <Callout tone="warning" live>
              <FormattedMessage
                id="Support.Panel.Faster"
                values={{ user: <bdi key="user">{conflict.changedBy ?? ''}</bdi> }}
              />
            </Callout>
          ) : null}
          <Field label={<FormattedMessage id="Support.Panel.NewStatus" />}>
            <RadioGroup
              value={form.status}
              disabled={save.isPending}
              onValueChange={next =>
                change(withStatus(form, panelStatuses.find(status => status === next) ?? form.status))
              }
            >
              {panelStatuses
                .filter(status => status !== 'Remove' || entry !== null)
                .map(status => (
                  <Radio
                    key={status}
                    value={status}
                    label={<FormattedMessage id={`SupportStatus.${status}`} />}
                    description={<FormattedMessage id={`Support.Panel.Help.${status}`} />}
                  />
                ))}
            </RadioGroup>
          </Field>
          <div className="grid gap-3 sm:grid-cols-2">
            <Field label={<FormattedMessage id="SupportStatus.Reason" />} required>
              <Select
                value={reasonOf(form, reasons)}
                disabled={save.isPending}
                options={reasons.map(reason => {
                  const id = reasonId(reason)
                  return { value: reason, label: id === null ? reason : intl.formatMessage({ id }) }
                })}
                onValueChange={reason => change({ ...form, reason })}
              />
            </Field>
            {removing ? null : (
              <Field
                label={<FormattedMessage id="Support.Panel.ExpiresOn" />}
                required
                {...(form.expires === null ? { error: <FormattedMessage id="Support.Panel.DateMissing" /> } : {})}
                description={
                  days === null ? undefined : <FormattedMessage id="Support.Panel.InDays" values={{ days }} />
                }
              >
                <DateField
                  value={form.expires}
                  min={dayIn(now, zone)}
                  max={dayIn(now + maxDays * dayLength, zone)}
                  disabled={save.isPending}
                  onValueChange={expires => change({ ...form, expires })}
                  onIssueChange={issue => setDateIssue(issue !== undefined)}
                />
              </Field>
            )}
          </div>
          {removing ? null : (
            <DurationButtons
              days={days}
              disabled={save.isPending}
              onDaysChange={count => change({ ...form, expires: dayIn(now + count * dayLength, zone) })}
            />
          )}
          <Field
            label={<FormattedMessage id="SupportStatus.Comments" />}
            labelEnd={<FieldCounter used={form.comments.trim().length} limit={commentsLimit} />}
            {...(form.comments.trim().length > commentsLimit
              ? { error: <FormattedMessage id="Common.TooLong" values={{ limit: commentsLimit }} /> }
              : {})}
          >
            <Textarea
              value={form.comments}
              disabled={save.isPending}
              rows={2}
              dir="auto"
              onChange={event => change({ ...form, comments: event.target.value })}
            />
          </Field>
          <ImpactLine
            environmentId={environmentId}
            listed={listed}
            status={form.status === 'Remove' ? null : form.status}
            days={days ?? 1}
          />
          <p className="text-xs text-fg-secondary">
            <FormattedMessage id="Support.Panel.Effect" />
          </p>
        </div>
        <PanelFooter
          status={form.status}
          confirming={confirming}
          saving={save.isPending}
          disabled={offline || !valid}
          offline={offline}
          onCancel={() => guard(onClose)}
          onNo={() => setConfirming(false)}
          onYes={submit}
        />
      </form>
      {question}
    </SidePanel>
  )
}
