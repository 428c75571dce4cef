import { Checkbox, Field, Input, Select } from '@assay/design-system'
import { isFileSink, tracingLimits } from '@assay/risk-service/contract'
import type { ComponentProps } from 'react'
import { FormattedMessage } from 'react-intl'
import type { ChangeForm, SubscriptionErrors, SubscriptionForm } from './subscription-form.ts'

interface SinkFieldsProps {
  form: SubscriptionForm
  errors: SubscriptionErrors
  /** Directories of the server that the operator allows. */
  directories: readonly string[]
  isNew: boolean
  change: ChangeForm
}
type TextField =
  | 'url'
  | 'folder'
  | 'endpoint'
  | 'region'
  | 'bucket'
  | 'prefix'
  | 'accessKeyId'
  | 'container'
  | 'credential'
  | 'secret'

/** The settings of the chosen sink. */
export function SinkFields({ form, errors, directories, isNew, change }: SinkFieldsProps) {
  const text = (
    field: TextField,
    label: string,
    { description, ...input }: { description?: string } & ComponentProps<typeof Input> = {},
  ) => (
    <Field
      label={<FormattedMessage id={label} />}
      required={input.required === true}
      {...(description === undefined ? {} : { description: <FormattedMessage id={description} /> })}
      {...errorOf(errors, field)}
    >
      <Input
        value={form[field]}
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        {...input}
        onChange={event => change({ [field]: event.target.value })}
      />
    </Field>
  )
  const connection = (description: string) =>
    text('credential', 'Lists.Source.Secret', {
      type: 'password',
      required: isNew,
      description: isNew ? description : 'EventTracing.Connection.Stays',
    })
  if (form.sink === 'pull') return null
  const stays = isFileSink(form.sink) ? 'EventTracing.Secret.Manifests.Stays' : 'EventTracing.Secret.Stays'
  const once = isFileSink(form.sink) ? 'EventTracing.Secret.Manifests' : 'Alerts.Targets.Secret.Once'
  return (
    <>
      {form.sink === 'webhook' ? text('url', 'Alerts.Targets.Url', { required: true, type: 'url' }) : null}
      {form.sink === 'directory' ? (
        <>
          <Field label={<FormattedMessage id="EventTracing.Directory" />} required {...errorOf(errors, 'directory')}>
            <Select
              value={form.directory}
              options={directories.map(directory => ({ value: directory, label: leftToRight(directory) }))}
              onValueChange={directory => change({ directory })}
            />
          </Field>
          {text('folder', 'EventTracing.Folder', {
            required: true,
            maxLength: tracingLimits.folder,
            description: 'EventTracing.Folder.Text',
          })}
        </>
      ) : null}
      {form.sink === 'bucket' ? (
        <>
          {text('endpoint', 'EventTracing.Endpoint', {
            required: true,
            type: 'url',
            description: 'EventTracing.Endpoint.Text',
          })}
          {text('region', 'EventTracing.Region', { required: true })}
          {text('bucket', 'EventTracing.Bucket', { required: true })}
          {text('prefix', 'EventTracing.Prefix', {
            maxLength: tracingLimits.folder,
            description: 'EventTracing.Prefix.Text',
          })}
          {text('accessKeyId', 'EventTracing.AccessKey', { required: true })}
          {text('credential', 'EventTracing.Credential', {
            type: 'password',
            required: isNew,
            description: isNew ? 'EventTracing.Credential.Text' : 'EventTracing.Credential.Stays',
          })}
        </>
      ) : null}
      {form.sink === 'eventHubs' ? connection('EventTracing.Connection.Hub.Text') : null}
      {form.sink === 'blobStorage' ? (
        <>
          {connection('EventTracing.Connection.Storage.Text')}
          {text('container', 'Lists.Source.Container', { required: true })}
          {text('prefix', 'EventTracing.Prefix', {
            maxLength: tracingLimits.folder,
            description: 'EventTracing.Prefix.Container',
          })}
        </>
      ) : null}
      {text('secret', 'Alerts.Targets.Secret', { description: isNew ? once : stays })}
      {form.sink === 'webhook' || form.sink === 'eventHubs' ? (
        <Checkbox
          label={<FormattedMessage id="EventTracing.Batch" />}
          description={<FormattedMessage id="EventTracing.Batch.Text" values={{ count: tracingLimits.batch }} />}
          checked={form.isBatched}
          onCheckedChange={checked => change({ isBatched: checked === true })}
        />
      ) : null}
    </>
  )
}

/** Returns a path that begins with its slash in every language. */
const leftToRight = (path: string): string => `\u2066${path}\u2069`

/** Returns the error of a field as its property. */
export function errorOf(errors: SubscriptionErrors, field: keyof SubscriptionErrors) {
  const id = errors[field]
  return id === undefined ? {} : { error: <FormattedMessage id={id} /> }
}
