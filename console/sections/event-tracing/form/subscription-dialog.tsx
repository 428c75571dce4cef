import { Button, Checkbox, Field, Input, Select, useToast } from '@assay/design-system'
import { type DeliveryTest, type EventSubscription, eventSinks, tracingLimits } from '@assay/risk-service/contract'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api, client } from '../../../platform/api/client.ts'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { FormDialog } from '../../../platform/forms/form-dialog.tsx'
import { useApiMutation } from '../../../platform/mutations/use-api-mutation.ts'
import { TestResult } from '../test-result.tsx'
import { EventKindPicker } from './event-kind-picker.tsx'
import {
  formOf,
  missingOf,
  refusedOf,
  type SubscriptionErrors,
  type SubscriptionForm,
  settingsOf,
} from './subscription-form.ts'

interface SubscriptionDialogProps {
  /** Null: a new one. */
  subscription: EventSubscription | null
  onClose: () => void
}

/**
 * Name, events and target of a subscription. A webhook has to accept a test event before it is stored, and another
 * address again; a new one begins with a secret of its own, which is shown here only.
 */
export function SubscriptionDialog({ subscription, onClose }: SubscriptionDialogProps) {
  const intl = useIntl()
  const { toast } = useToast()
  const { id: environmentId } = useEnvironment()
  const [newId] = useState<string>(() => crypto.randomUUID())
  const [form, setForm] = useState<SubscriptionForm>(() => formOf(subscription))
  const [errors, setErrors] = useState<SubscriptionErrors>({})
  const [attempts, setAttempts] = useState(0)
  const [tested, setTested] = useState<{ target: string; result: DeliveryTest } | null>(null)
  const change = (changed: Partial<SubscriptionForm>) => setForm(before => ({ ...before, ...changed }))
  const target = `${form.url.trim()}\n${form.secret.trim()}`
  const result = tested?.target === target ? tested.result : null
  const isTested = form.sink === 'pull' || subscription?.url === form.url.trim() || result?.failure === null
  const show = (shown: SubscriptionErrors) => {
    setErrors(shown)
    setAttempts(count => count + 1)
  }
  const onError = (error: unknown) => {
    const refused = refusedOf(error)
    if (refused !== null) show(refused)
    return refused !== null
  }
  const test = useApiMutation({
    mutationFn: (sent: { target: string; url: string; secret: string | null }) =>
      client.eventSubscriptions.test({
        environmentId,
        subscriptionId: subscription?.id ?? null,
        url: sent.url,
        secret: sent.secret,
      }),
    onSuccess: (answer, sent) => setTested({ target: sent.target, result: answer }),
    onError,
  })
  const mutation = useApiMutation({
    mutationFn: (sent: SubscriptionForm) =>
      subscription === null
        ? client.eventSubscriptions.create({ environmentId, subscriptionId: newId, ...settingsOf(sent) })
        : client.eventSubscriptions.update({
            environmentId,
            subscriptionId: subscription.id,
            baseVersion: subscription.version,
            ...settingsOf(sent),
          }),
    invalidates: [api.eventSubscriptions.key()],
    onSuccess: () => {
      toast({ tone: 'success', title: intl.formatMessage({ id: 'CaseReport.Alert.Saved' }, { name: form.name }) })
      onClose()
    },
    onError,
  })
  const submit = () => {
    const missing = missingOf(form)
    show(missing)
    if (Object.keys(missing).length === 0 && isTested) mutation.mutate(form)
  }
  const runTest = () => {
    const { url } = missingOf(form)
    show(url === undefined ? {} : { url })
    if (url === undefined) test.mutate({ target, url: form.url.trim(), secret: settingsOf(form).secret })
  }
  const errorOf = (field: keyof SubscriptionErrors) => {
    const id = errors[field]
    return id === undefined ? {} : { error: <FormattedMessage id={id} /> }
  }
  return (
    <FormDialog
      title={<FormattedMessage id={subscription === null ? 'EventTracing.New' : 'EventTracing.Edit'} />}
      description={<FormattedMessage id={isTested ? 'EventTracing.Form.Text' : 'EventTracing.Form.Untested'} />}
      confirm={<FormattedMessage id={subscription === null ? 'Common.Create' : 'Common.Save'} />}
      running={mutation.isPending}
      ready={isTested}
      attempts={attempts}
      refusal={null}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={<FormattedMessage id="Common.Name" />} required {...errorOf('name')}>
        <Input
          value={form.name}
          dir="auto"
          maxLength={tracingLimits.name}
          autoComplete="off"
          onChange={event => change({ name: event.target.value })}
        />
      </Field>
      <Field label={<FormattedMessage id="EventTracing.Events" />} required {...errorOf('kinds')}>
        <EventKindPicker kinds={form.kinds} onChange={kinds => change({ kinds })} />
      </Field>
      {subscription === null ? (
        <Field label={<FormattedMessage id="EventTracing.Sink" />}>
          <Select
            value={form.sink}
            options={eventSinks.map(sink => ({
              value: sink,
              label: intl.formatMessage({ id: `EventTracing.Sink.${sink}` }),
            }))}
            onValueChange={sink => change({ sink: sink === 'pull' ? 'pull' : 'webhook' })}
          />
        </Field>
      ) : null}
      {form.sink === 'pull' ? (
        <p className="text-sm text-fg-secondary">
          <FormattedMessage id="EventTracing.Sink.pull.Text" />
        </p>
      ) : (
        <>
          <Field label={<FormattedMessage id="Alerts.Targets.Url" />} required {...errorOf('url')}>
            <Input
              value={form.url}
              type="url"
              dir="ltr"
              autoComplete="off"
              onChange={event => change({ url: event.target.value })}
            />
          </Field>
          <Field
            label={<FormattedMessage id="Alerts.Targets.Secret" />}
            description={
              <FormattedMessage
                id={subscription === null ? 'Alerts.Targets.Secret.Once' : 'EventTracing.Secret.Stays'}
              />
            }
            {...errorOf('secret')}
          >
            <Input
              value={form.secret}
              dir="ltr"
              autoComplete="off"
              spellCheck={false}
              onChange={event => change({ secret: event.target.value })}
            />
          </Field>
          <Checkbox
            label={<FormattedMessage id="EventTracing.Batch" />}
            description={<FormattedMessage id="EventTracing.Batch.Text" values={{ count: tracingLimits.batch }} />}
            checked={form.isBatched}
            onCheckedChange={checked => change({ isBatched: checked === true })}
          />
          <div>
            <Button size="sm" type="button" loading={test.isPending} onClick={runTest}>
              <FormattedMessage id="EventTracing.TestConnection" />
            </Button>
          </div>
          {result === null ? null : <TestResult result={result} />}
        </>
      )}
    </FormDialog>
  )
}
