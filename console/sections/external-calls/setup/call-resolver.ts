import type { ExternalCallBody } from '@assay/risk-service/contract'
import { contractResolver, type MessagesByField, validateValues } from '../../../platform/forms/contract-resolver.ts'
import { externalCallBodySchema } from '../../../platform/forms/contract-schemas.ts'
import type { FormErrors, FormMessage } from '../../../platform/forms/form-errors.ts'
import { isSecretMissing, type SecretField } from '../../../platform/outgoing-requests/secret-field.ts'
import { type CallForm, callBodyOf, type NameValue, parseJson } from './call-form.ts'

const tooLong = 'Common.TooLong'
const address = 'Calls.Url.Issue'
const timeout = 'Calls.Timeout.Issue'
const identifier = {
  required: 'Authoring.Name.empty',
  tooLong: 'Authoring.Name.long',
  invalid: 'Authoring.Name.identifier',
}
const header = { required: 'Authoring.Name.empty', invalid: tooLong }

const messages: MessagesByField = {
  name: identifier,
  description: tooLong,
  'parameters.*.name': identifier,
  'parameters.*.sample': tooLong,
  'configurations.*.name': identifier,
  'configurations.*.value': tooLong,
  url: address,
  keepAliveUrl: address,
  'headers.*.name': header,
  'headers.*.value': tooLong,
  requestBody: tooLong,
  timeoutMs: timeout,
  'authentication.tenantId': tooLong,
  'authentication.applicationId': tooLong,
  'authentication.audience': tooLong,
  'authentication.userName': tooLong,
  'authentication.clientId': tooLong,
  'authentication.scope': tooLong,
  'authentication.resource': tooLong,
  'authentication.certificate': tooLong,
  'authentication.password': tooLong,
  'authentication.clientSecret': tooLong,
  'authentication.tokenUrl': address,
  'authentication.headers.*.name': header,
  'authentication.headers.*.value': tooLong,
  'authentication.body': tooLong,
  'authentication.timeoutMs': timeout,
}

/** Validation beyond the schema of the contract. Only the service decides whether an address may be called. */
function callRules(form: CallForm): FormErrors<CallForm> {
  const errors: Record<string, FormMessage> = {}
  const validateAddress = (path: string, written: string) => {
    if (!/^https?:\/\/\S+$/i.test(written.trim())) errors[path] = { id: address }
  }
  const validateSecret = (path: string, field: SecretField) => {
    if (isSecretMissing(field)) errors[path] = { id: 'OutgoingRequests.Secret.Missing' }
  }
  const validateUnique = (path: string, list: readonly { name: string }[]) => {
    const names = list.map(({ name }) => name.trim().toLowerCase())
    names.forEach((name, index) => {
      if (name !== '' && names.indexOf(name) < index) errors[`${path}.${index}.name`] = { id: 'Authoring.Name.taken' }
    })
  }
  const { method, tokenAuthentication, certificate, password, clientSecret, tokenUrl, headers } = form.authentication
  validateUnique('parameters', form.parameters)
  validateUnique('configurations', form.configurations)
  form.configurations.forEach(({ secret }, index) => {
    if (secret) validateSecret(`configurations.${index}.value`, secret)
  })
  validateAddress('url', form.url)
  if (form.warmUp) validateAddress('keepAliveUrl', form.keepAliveUrl)
  if (method === 'entra' || method === 'certificate') validateSecret('authentication.certificate', certificate)
  if (method === 'basic' || (method === 'customToken' && tokenAuthentication === 'basic'))
    validateSecret('authentication.password', password)
  if (method === 'oauth') validateSecret('authentication.clientSecret', clientSecret)
  if (method === 'oauth' || method === 'customToken') validateAddress('authentication.tokenUrl', tokenUrl)
  if (method === 'customToken') validateUnique('authentication.headers', headers satisfies NameValue[])
  validateUnique('headers', form.headers)
  for (const part of ['sampleResponse', 'defaultResponse'] as const)
    if (parseJson(form[part]) === undefined) errors[part] = { id: 'Calls.Json.Issue' }
  return errors
}

const contract = {
  schema: externalCallBodySchema,
  toBody: (form: CallForm): ExternalCallBody => callBodyOf(form),
  messages,
  rules: callRules,
}

/** Validates a call by the schema of the contract. */
export const callResolver = contractResolver(contract)

/** What is wrong before anything is sent. */
export const validateCallForm = (form: CallForm): FormErrors<CallForm> => validateValues(form, contract)
