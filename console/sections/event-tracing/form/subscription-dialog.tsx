import { Button, Field, Input, useToast } from '@assay/design-system'
import {
  type DeliveryTest,
  type EventSubscription,
  isFileSink,
  type SinkList,
  type SinkSettings,
  tracingLimits,
} from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api, client } from '../../../platform/api/client.ts'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { FormDialog } from '../../../platform/forms/form-dialog.tsx'
import { useApiMutation } from '../../../platform/mutations/use-api-mutation.ts'
import { TestResult } from '../test-result.tsx'
import { EventKindPicker } from './event-kind-picker.tsx'
import { SinkChoice } from './sink-choice.tsx'
import { errorOf, SinkFields } from './sink-fields.tsx'
import {
  formOf,
  missingOf,
  missingOfSink,
  refusedOf,
  type SubscriptionErrors,
  type SubscriptionForm,
  settingsOf,
  sinkOf,
} from './subscription-form.ts'

interface SubscriptionDialogProps {
  /** Null: a new one. */
  subscription: EventSubscription | null
  onClose: () => void
}

/**
 * Name, events and sink of a subscription. A sink has to pass a test before it is stored, and another target again; a new
 * one begins with a secret of its own, which is shown here only.
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
  const list = useQuery(api.eventSubscriptions.sinks.queryOptions({ input: { environmentId } })).data as
    | SinkList
    | undefined
  const { settings, secret, credential } = settingsOf(form)
  const target = JSON.stringify([targetOf(settings.sink), form.sink === 'webhook' ? secret : null, credential])
  const isStored =
    subscription !== null &&
    credential === null &&
    JSON.stringify(targetOf(sinkOf(formOf(subscription)))) === JSON.stringify(targetOf(settings.sink))
  const isFiles = isFileSink(form.sink)
  const result = tested?.target === target ? tested.result : null
  const isTested = form.sink === 'pull' || isStored || result?.failure === null
  const show = (shown: SubscriptionErrors) => {
    setErrors(shown)
    setAttempts(count => count + 1)
  }
  const onError = (error: unknown) => {
    const refused = refusedOf(error, form.sink)
    if (refused !== null) show(refused)
    return refused !== null
  }
  const test = useApiMutation({
    mutationFn: (sent: { target: string; form: SubscriptionForm }) => {
      const tried = settingsOf(sent.form)
      return client.eventSubscriptions.test({
        environmentId,
        subscriptionId: subscription?.id ?? null,
        sink: tried.settings.sink,
        secret: tried.secret,
        credential: tried.credential,
      })
    },
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
    const missing = missingOfSink(form)
    show(missing)
    if (Object.keys(missing).length === 0) test.mutate({ target, form })
  }
  const text = isFiles ? 'EventTracing.Form.Files' : 'EventTracing.Form.Text'
  const untested = isFiles
    ? 'EventTracing.Form.Files.Untested'
    : form.sink === 'eventHubs'
      ? 'EventTracing.Form.Hub.Untested'
      : 'EventTracing.Form.Untested'
  return (
    <FormDialog
      title={<FormattedMessage id={subscription === null ? 'EventTracing.New' : 'EventTracing.Edit'} />}
      description={<FormattedMessage id={isTested ? text : untested} />}
      confirm={<FormattedMessage id={subscription === null ? 'Common.Create' : 'Common.Save'} />}
      running={mutation.isPending}
      ready={isTested}
      attempts={attempts}
      refusal={null}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={<FormattedMessage id="Common.Name" />} required {...errorOf(errors, 'name')}>
        <Input
          value={form.name}
          dir="auto"
          maxLength={tracingLimits.name}
          autoComplete="off"
          onChange={event => change({ name: event.target.value })}
        />
      </Field>
      <Field label={<FormattedMessage id="EventTracing.Events" />} required {...errorOf(errors, 'kinds')}>
        <EventKindPicker kinds={form.kinds} onChange={kinds => change({ kinds })} />
      </Field>
      {subscription === null ? (
        <SinkChoice
          value={form.sink}
          list={list}
          onChange={sink => change({ sink, credential: '', ...onlyDirectory(list) })}
        />
      ) : null}
      <SinkFields
        form={form}
        errors={errors}
        directories={list?.directories ?? []}
        isNew={subscription === null}
        change={change}
      />
      {form.sink === 'pull' ? null : (
        <>
          <div>
            <Button size="sm" type="button" loading={test.isPending} onClick={runTest}>
              <FormattedMessage id="EventTracing.TestConnection" />
            </Button>
          </div>
          {result === null ? null : <TestResult result={result} sink={form.sink} />}
        </>
      )}
    </FormDialog>
  )
}

/** Returns what a test counts for: the number of events of a message does not change it. */
const targetOf = (sink: SinkSettings): SinkSettings => ('batch' in sink ? { ...sink, batch: 1 } : sink)

/** Where there is one directory, nobody has to choose it. */
const onlyDirectory = (list: SinkList | undefined): Partial<SubscriptionForm> => {
  const [directory, ...others] = list?.directories ?? []
  return directory === undefined || others.length > 0 ? {} : { directory }
}
