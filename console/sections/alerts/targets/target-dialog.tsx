import { Field, Input, Switch, useToast } from '@assay/design-system'
import { type AlertTarget, alertRuleLimits } from '@assay/risk-service/contract'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api, client } from '../../../platform/api/client.ts'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { FormDialog } from '../../../platform/forms/form-dialog.tsx'
import { useApiMutation } from '../../../platform/mutations/use-api-mutation.ts'
import { missingOf, newSecret, refusedOf, type TargetErrors, type TargetForm } from './target-form.ts'

interface TargetDialogProps {
  /** Null: a new webhook. */
  target: AlertTarget | null
  onClose: () => void
}

/** Name, address and secret of a webhook. A new one begins with a secret of its own, which is shown here only. */
export function TargetDialog({ target, onClose }: TargetDialogProps) {
  const intl = useIntl()
  const { toast } = useToast()
  const { id: environmentId } = useEnvironment()
  const [newId] = useState<string>(() => crypto.randomUUID())
  const [form, setForm] = useState<TargetForm>(() => ({
    name: target?.name ?? '',
    url: target?.url ?? '',
    enabled: target?.enabled ?? true,
    secret: target === null ? newSecret() : '',
  }))
  const [errors, setErrors] = useState<TargetErrors>({})
  const [attempts, setAttempts] = useState(0)
  const change = (changed: Partial<TargetForm>) => setForm(before => ({ ...before, ...changed }))
  const mutation = useApiMutation({
    mutationFn: ({ secret, ...settings }: TargetForm) =>
      target === null
        ? client.alertTargets.create({ environmentId, targetId: newId, settings, secret })
        : client.alertTargets.update({
            environmentId,
            targetId: target.id,
            baseVersion: target.version,
            settings,
            secret: secret === '' ? null : secret,
          }),
    invalidates: [api.alertTargets.key()],
    onSuccess: () => {
      toast({ tone: 'success', title: intl.formatMessage({ id: 'CaseReport.Alert.Saved' }, { name: form.name }) })
      onClose()
    },
    onError: error => {
      const refused = refusedOf(error)
      if (refused === null) return false
      setErrors(refused)
      setAttempts(count => count + 1)
      return true
    },
  })
  const submit = () => {
    const missing = missingOf(form)
    setErrors(missing)
    setAttempts(count => count + 1)
    if (Object.keys(missing).length === 0)
      mutation.mutate({ ...form, name: form.name.trim(), url: form.url.trim(), secret: form.secret.trim() })
  }
  const errorOf = (field: keyof TargetForm) => {
    const id = errors[field]
    return id === undefined ? {} : { error: <FormattedMessage id={id} /> }
  }
  return (
    <FormDialog
      title={<FormattedMessage id={target ? 'Alerts.Targets.Edit' : 'Alerts.Targets.New'} />}
      description={<FormattedMessage id="Alerts.Targets.Text" />}
      confirm={<FormattedMessage id={target ? 'Common.Save' : 'Common.Create'} />}
      running={mutation.isPending}
      attempts={attempts}
      refusal={null}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={<FormattedMessage id="Common.Name" />} required {...errorOf('name')}>
        <Input
          value={form.name}
          dir="auto"
          maxLength={alertRuleLimits.name}
          autoComplete="off"
          onChange={event => change({ name: event.target.value })}
        />
      </Field>
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
        description={<FormattedMessage id={target ? 'Alerts.Targets.Secret.Kept' : 'Alerts.Targets.Secret.Once'} />}
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
      <Field label={<FormattedMessage id="Common.Status" />}>
        <Switch
          label={<FormattedMessage id={form.enabled ? 'Queues.On' : 'Queues.Off'} />}
          checked={form.enabled}
          onCheckedChange={enabled => change({ enabled })}
        />
      </Field>
    </FormDialog>
  )
}
