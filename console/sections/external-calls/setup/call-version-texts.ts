import type { IntlShape } from 'react-intl'
import type { VersionTexts } from '../../../platform/authoring/conflict/differences.ts'
import { type SecretField, secretLabel } from '../../../platform/outgoing-requests/secret-field.ts'
import { type CallForm, callBodyOf } from './call-form.ts'

/**
 * A call field by field, for two people who changed it. Of a secret the kind of its source is shown, and never its
 * value.
 */
export function callVersionTexts(form: CallForm, intl: IntlShape): VersionTexts {
  const translate = (id: string) => intl.formatMessage({ id })
  const secret = (field: SecretField) => secretLabel(field, translate('OutgoingRequests.Secret.Stored'))
  const lines = (rows: readonly (readonly [string, string])[]) =>
    rows.map(([name, value]) => `${name}: ${value}`).join('\n')
  const { authentication } = form
  const secrets = {
    certificate: authentication.certificate,
    password: authentication.password,
    clientSecret: authentication.clientSecret,
  }
  const sent = callBodyOf(form)
  const method = Object.entries(sent.authentication).map(([key, value]): [string, string] => [
    key,
    key in secrets && value !== null
      ? secret(secrets[key as keyof typeof secrets])
      : typeof value === 'string'
        ? value
        : JSON.stringify(value),
  ])
  return [
    { id: 'name', label: translate('Common.Name'), text: sent.name },
    { id: 'description', label: translate('Common.Description'), text: sent.description },
    {
      id: 'parameters',
      label: translate('Calls.Parameters'),
      text: lines(sent.parameters.map(({ name, sample }) => [name, sample])),
      code: true,
    },
    {
      id: 'configurations',
      label: translate('Calls.Configurations'),
      text: lines(
        form.configurations.map(each => [each.name.trim(), each.secret === null ? each.value : secret(each.secret)]),
      ),
      code: true,
    },
    { id: 'url', label: translate('Calls.Url'), text: `${sent.method} ${sent.url}`, code: true },
    { id: 'keepAlive', label: translate('Calls.KeepAlive'), text: sent.keepAliveUrl ?? '', code: true },
    { id: 'authentication', label: translate('Calls.Authentication'), text: lines(method), code: true },
    {
      id: 'headers',
      label: translate('Calls.Headers'),
      text: lines(sent.headers.map(({ name, value }) => [name, value])),
      code: true,
    },
    { id: 'body', label: translate('Calls.Body'), text: sent.requestBody ?? '', code: true },
    {
      id: 'sampleResponse',
      label: translate('Calls.SampleResponse'),
      text: JSON.stringify(sent.sampleResponse, null, 2),
      code: true,
    },
    { id: 'timeout', label: translate('Calls.Timeout'), text: String(sent.timeoutMs) },
    {
      id: 'defaultResponse',
      label: translate('Calls.DefaultResponse'),
      text: JSON.stringify(sent.defaultResponse, null, 2),
      code: true,
    },
  ]
}
