import { externalCallLimits } from '@assay/risk-service/contract'
import { validateIdentifier } from '../../../platform/authoring/naming/name-validation.ts'
import { isSecretMissing, type SecretField } from '../../../platform/outgoing-requests/secret-field.ts'
import { type CallForm, type NameValue, parseJson } from './call-form.ts'

/**
 * Ids of messages by the place of the field: `parameters.0.name`; with the limit of a text that is too long, which
 * stays as it was typed.
 */
export type CallFormIssues = Readonly<Record<string, string | { id: string; limit: number }>>

/** As many characters as the service takes. */
export const textLimits = {
  description: 500,
  body: 10_000,
  sample: 1000,
  value: 4000,
  secret: 8000,
  reference: 2000,
} as const

/** What is wrong before anything is sent. Whether an address may be called, only the service knows. */
export function validateCallForm(form: CallForm): CallFormIssues {
  const faults: Record<string, CallFormIssues[string]> = {}
  const name = (path: string, written: string, others: readonly string[] = []) => {
    const fault = validateIdentifier(written, others)
    if (fault !== null) faults[path] = `Authoring.Name.${fault}`
  }
  const address = (path: string, written: string) => {
    if (!/^https?:\/\/\S+$/i.test(written.trim())) faults[path] = 'Calls.Url.Issue'
  }
  const text = (path: string, written: string, limit: number) => {
    if (written.length > limit) faults[path] = { id: 'Common.TooLong', limit }
  }
  const secret = (path: string, field: SecretField) => {
    if (isSecretMissing(field)) faults[path] = 'OutgoingRequests.Secret.Missing'
    else text(path, field.text, field.kind === 'reference' ? textLimits.reference : textLimits.secret)
  }
  const timeout = (path: string, value: number | null) => {
    if (value === null || !Number.isInteger(value) || value < 1 || value > externalCallLimits.timeoutMs)
      faults[path] = 'Calls.Timeout.Issue'
  }
  const headers = (path: string, list: readonly NameValue[]) =>
    list.forEach((header, index) => {
      const name = header.name.trim().toLowerCase()
      if (name === '') faults[`${path}.${index}.name`] = 'Authoring.Name.empty'
      else if (list.slice(0, index).some(other => other.name.trim().toLowerCase() === name))
        faults[`${path}.${index}.name`] = 'Authoring.Name.taken'
      text(`${path}.${index}.value`, header.value, textLimits.value)
    })
  const before = (list: readonly { name: string }[], index: number) =>
    list.slice(0, index).map(each => each.name.trim())
  name('name', form.name)
  text('description', form.description.trim(), textLimits.description)
  form.parameters.forEach((each, index) => {
    name(`parameters.${index}.name`, each.name, before(form.parameters, index))
    text(`parameters.${index}.sample`, each.sample, textLimits.sample)
  })
  form.configurations.forEach((each, index) => {
    name(`configurations.${index}.name`, each.name, before(form.configurations, index))
    if (each.secret) secret(`configurations.${index}.value`, each.secret)
    else text(`configurations.${index}.value`, each.value, textLimits.value)
  })
  address('url', form.url)
  if (form.warmUp) address('keepAliveUrl', form.keepAliveUrl)
  const { authentication } = form
  const { method } = authentication
  if (method === 'entra' || method === 'certificate') secret('authentication.certificate', authentication.certificate)
  if (method === 'basic' || (method === 'customToken' && authentication.tokenAuthentication === 'basic'))
    secret('authentication.password', authentication.password)
  if (method === 'oauth') secret('authentication.clientSecret', authentication.clientSecret)
  if (method === 'oauth' || method === 'customToken') address('authentication.tokenUrl', authentication.tokenUrl)
  if (method === 'customToken') {
    headers('authentication.headers', authentication.headers)
    text('authentication.body', authentication.body, textLimits.body)
    timeout('authentication.timeoutMs', authentication.timeoutMs)
  }
  headers('headers', form.headers)
  if (form.method === 'POST' && form.ownBody) text('requestBody', form.requestBody, textLimits.body)
  timeout('timeoutMs', form.timeoutMs)
  for (const part of ['sampleResponse', 'defaultResponse'] as const)
    if (parseJson(form[part]) === undefined) faults[part] = 'Calls.Json.Issue'
  return faults
}
