import { Field, Input, Select, Switch, useToast } from '@assay/design-system'
import { type AlertTarget, type AlertTargetKind, alertRuleLimits, mailLanguages } from '@assay/risk-service/contract'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api, client } from '../../../platform/api/client.ts'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { FormDialog } from '../../../platform/forms/form-dialog.tsx'
import { fallbackLanguage, type Language, languageNames } from '../../../platform/i18n/languages.ts'
import { useApiMutation } from '../../../platform/mutations/use-api-mutation.ts'
import { formOf, missingOf, refusedOf, settingsOf, type TargetErrors, type TargetForm } from './target-form.ts'

interface TargetDialogProps {
  /** The kind of a new one, or the one that is changed. */
  target: AlertTarget | AlertTargetKind
  onClose: () => void
}

const titles = {
  webhook: { new: 'Alerts.Targets.New', edit: 'Alerts.Targets.Edit', text: 'Alerts.Targets.Text' },
  email: { new: 'Alerts.Targets.Email.New', edit: 'Alerts.Targets.Email.Edit', text: 'Alerts.Targets.Email.Text' },
} as const

/**
 * Name and address of a webhook or an email address. A new webhook begins with a secret of its own, which is shown here
 * only.
 */
export function TargetDialog({ target, onClose }: TargetDialogProps) {
  const intl = useIntl()
  const { toast } = useToast()
  const { id: environmentId } = useEnvironment()
  const isNew = typeof target === 'string'
  const [newId] = useState<string>(() => crypto.randomUUID())
  const [form, setForm] = useState<TargetForm>(() => formOf(target, shippedOf(intl.locale)))
  const [errors, setErrors] = useState<TargetErrors>({})
  const [attempts, setAttempts] = useState(0)
  const change = (changed: Partial<TargetForm>) => setForm(before => ({ ...before, ...changed }))
  const mutation = useApiMutation({
    mutationFn: (sent: TargetForm) =>
      isNew
        ? client.alertTargets.create({ environmentId, targetId: newId, ...settingsOf(sent) })
        : client.alertTargets.update({
            environmentId,
            targetId: target.id,
            baseVersion: target.version,
            ...settingsOf(sent),
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
    if (Object.keys(missing).length === 0) mutation.mutate(form)
  }
  const errorOf = (field: keyof TargetForm) => {
    const id = errors[field]
    return id === undefined ? {} : { error: <FormattedMessage id={id} /> }
  }
  return (
    <FormDialog
      title={<FormattedMessage id={titles[form.kind][isNew ? 'new' : 'edit']} />}
      description={<FormattedMessage id={titles[form.kind].text} />}
      confirm={<FormattedMessage id={isNew ? 'Common.Create' : 'Common.Save'} />}
      running={mutation.isPending}
      attempts={attempts}
      refusal={errors.kind ?? null}
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
      {form.kind === 'webhook' ? (
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
            description={<FormattedMessage id={isNew ? 'Alerts.Targets.Secret.Once' : 'Alerts.Targets.Secret.Kept'} />}
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
        </>
      ) : (
        <>
          <Field label={<FormattedMessage id="Alerts.Targets.Email.Address" />} required {...errorOf('address')}>
            <Input
              value={form.address}
              type="email"
              dir="ltr"
              autoComplete="off"
              onChange={event => change({ address: event.target.value })}
            />
          </Field>
          <Field label={<FormattedMessage id="Shell.Account.Language" />}>
            <Select
              value={form.language}
              options={mailLanguages.map(tag => ({ value: tag, label: languageNames[tag] }))}
              onValueChange={language => change({ language: shippedOf(language) })}
            />
          </Field>
        </>
      )}
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

/** Returns the language of messages for that of the page. */
const shippedOf = (tag: string): Language => mailLanguages.find(each => each === tag) ?? fallbackLanguage
