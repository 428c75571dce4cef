import {
  buildCallRequest,
  type CallAuthentication,
  callAuthentications,
  type ExternalCallBody,
  externalCallLimits,
} from '@assay/risk-service/contract'
import { validateIdentifier } from '../../../platform/authoring/naming/name-validation.ts'
import {
  isSecretMissing,
  newSecret,
  type SecretField,
  secretFieldOf,
  secretOf,
  withoutSecretText,
} from '../../../platform/outgoing-requests/secret-field.ts'

interface NameValue {
  name: string
  value: string
}
export type AuthenticationMethod = CallAuthentication['method']

/** Fields of every method, so that what was typed is there again when the method is chosen again. */
export interface AuthenticationForm {
  method: AuthenticationMethod
  tenantId: string
  applicationId: string
  audience: string
  certificate: SecretField
  userName: string
  password: SecretField
  tokenUrl: string
  tokenAuthentication: 'anonymous' | 'basic'
  clientId: string
  clientSecret: SecretField
  scope: string
  resource: string
  headers: NameValue[]
  body: string
  timeoutMs: number | null
}

export interface CallForm {
  name: string
  description: string
  parameters: { name: string; sample: string }[]
  configurations: { name: string; value: string; secret: SecretField | null }[]
  method: ExternalCallBody['method']
  url: string
  warmUp: boolean
  keepAliveUrl: string
  authentication: AuthenticationForm
  headers: NameValue[]
  ownBody: boolean
  requestBody: string
  sampleResponse: string
  timeoutMs: number | null
  defaultResponse: string
}

const emptyAuthentication: AuthenticationForm = {
  method: 'anonymous',
  tenantId: '',
  applicationId: '',
  audience: '',
  certificate: newSecret,
  userName: '',
  password: newSecret,
  tokenUrl: '',
  tokenAuthentication: 'anonymous',
  clientId: '',
  clientSecret: newSecret,
  scope: '',
  resource: '',
  headers: [],
  body: '',
  timeoutMs: 1000,
}

/** A new call: a form that teaches by what stands in it. */
export const emptyCallForm: CallForm = {
  name: '',
  description: '',
  parameters: [],
  configurations: [],
  method: 'GET',
  url: '',
  warmUp: false,
  keepAliveUrl: '',
  authentication: emptyAuthentication,
  headers: [],
  ownBody: false,
  requestBody: '',
  sampleResponse: '{}',
  timeoutMs: 500,
  defaultResponse: '{}',
}

const jsonText = (value: unknown): string => JSON.stringify(value, null, 2) ?? ''

/** The form of a stored call. */
export function callFormOf(body: ExternalCallBody): CallForm {
  const { certificate, password, clientSecret, ...given } = {
    certificate: null,
    password: null,
    clientSecret: null,
    ...body.authentication,
  }
  return {
    name: body.name,
    description: body.description,
    parameters: body.parameters,
    method: body.method,
    url: body.url,
    headers: body.headers,
    timeoutMs: body.timeoutMs,
    configurations: body.configurations.map(({ name, value }) =>
      typeof value === 'string' ? { name, value, secret: null } : { name, value: '', secret: secretFieldOf(value) },
    ),
    warmUp: body.keepAliveUrl !== null,
    keepAliveUrl: body.keepAliveUrl ?? '',
    ownBody: body.requestBody !== null,
    requestBody: body.requestBody ?? '',
    sampleResponse: jsonText(body.sampleResponse),
    defaultResponse: jsonText(body.defaultResponse),
    authentication: {
      ...emptyAuthentication,
      ...given,
      certificate: secretFieldOf(certificate),
      password: secretFieldOf(password),
      clientSecret: secretFieldOf(clientSecret),
    },
  }
}

function authenticationOf(form: AuthenticationForm): CallAuthentication {
  const { tokenAuthentication } = form
  const tokenUrl = form.tokenUrl.trim()
  switch (form.method) {
    case 'anonymous':
      return { method: 'anonymous' }
    case 'entra':
      return {
        method: 'entra',
        tenantId: form.tenantId.trim(),
        applicationId: form.applicationId.trim(),
        audience: form.audience.trim(),
        certificate: secretOf(form.certificate),
      }
    case 'basic':
      return { method: 'basic', userName: form.userName, password: secretOf(form.password) }
    case 'certificate':
      return { method: 'certificate', certificate: secretOf(form.certificate) }
    case 'oauth':
      return {
        method: 'oauth',
        tokenUrl,
        tokenAuthentication,
        clientId: form.clientId,
        clientSecret: secretOf(form.clientSecret),
        scope: form.scope.trim(),
        resource: form.resource.trim(),
      }
    case 'customToken':
      return {
        method: 'customToken',
        tokenUrl,
        tokenAuthentication,
        userName: form.userName,
        password: tokenAuthentication === 'basic' ? secretOf(form.password) : null,
        headers: form.headers,
        body: form.body,
        timeoutMs: form.timeoutMs ?? 1,
      }
  }
}

/** Any JSON; undefined when the text is none. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** What is sent. Only of a form without faults. */
export function callBodyOf(form: CallForm): ExternalCallBody {
  return {
    name: form.name.trim(),
    description: form.description.trim(),
    parameters: form.parameters.map(({ name, sample }) => ({ name: name.trim(), sample })),
    configurations: form.configurations.map(({ name, value, secret }) => ({
      name: name.trim(),
      value: secret === null ? value : secretOf(secret),
    })),
    method: form.method,
    url: form.url.trim(),
    headers: form.headers.map(({ name, value }) => ({ name: name.trim(), value })),
    requestBody: form.method === 'POST' && form.ownBody ? form.requestBody : null,
    authentication: authenticationOf(form.authentication),
    keepAliveUrl: form.warmUp ? form.keepAliveUrl.trim() : null,
    sampleResponse: parseJson(form.sampleResponse),
    timeoutMs: form.timeoutMs ?? 1,
    defaultResponse: parseJson(form.defaultResponse),
  }
}

/** The stored form, with what was typed after `sent` went to be stored. */
export function mergeUnsavedEdits(stored: CallForm, sent: CallForm, current: CallForm): CallForm {
  const typed = Object.entries(current).filter(([field, value]) => value !== sent[field as keyof CallForm])
  return { ...stored, ...Object.fromEntries(typed) }
}

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
    if (fault !== null) faults[path] = `Rules.Name.${fault}`
  }
  const address = (path: string, written: string) => {
    if (!/^https?:\/\/\S+$/i.test(written.trim())) faults[path] = 'Calls.Url.Fault'
  }
  const text = (path: string, written: string, limit: number) => {
    if (written.length > limit) faults[path] = { id: 'Lists.Description.Long', limit }
  }
  const secret = (path: string, field: SecretField) => {
    if (isSecretMissing(field)) faults[path] = 'Calls.Secret.Missing'
    else text(path, field.text, field.kind === 'reference' ? textLimits.reference : textLimits.secret)
  }
  const timeout = (path: string, value: number | null) => {
    if (value === null || !Number.isInteger(value) || value < 1 || value > externalCallLimits.timeoutMs)
      faults[path] = 'Calls.Timeout.Fault'
  }
  const headers = (path: string, list: readonly NameValue[]) =>
    list.forEach((header, index) => {
      const name = header.name.trim().toLowerCase()
      if (name === '') faults[`${path}.${index}.name`] = 'Rules.Name.empty'
      else if (list.slice(0, index).some(other => other.name.trim().toLowerCase() === name))
        faults[`${path}.${index}.name`] = 'Rules.Name.taken'
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
    if (parseJson(form[part]) === undefined) faults[part] = 'Calls.Json.Fault'
  return faults
}

/** The request with the sample values, as it would go out; secrets are stars. */
export function sampleRequestOf({ method, url, headers, parameters, configurations, ownBody, requestBody }: CallForm): {
  url: string
  body: string | null
} {
  return buildCallRequest(
    {
      method,
      url,
      headers: headers.filter(({ name }) => name !== ''),
      parameters,
      requestBody: ownBody ? requestBody : null,
    },
    {
      parameters: new Map(parameters.map(({ name, sample }) => [name.toLowerCase(), sample])),
      configurations: new Map(
        configurations.map(({ name, value, secret }) => [name.toLowerCase(), secret === null ? value : '***']),
      ),
    },
  )
}

/** The form without any text of a secret: what may be kept in the browser. */
export function withoutSecretTexts(form: CallForm): CallForm {
  const { authentication } = form
  return {
    ...form,
    configurations: form.configurations.map(each => ({
      ...each,
      secret: each.secret && withoutSecretText(each.secret),
    })),
    authentication: {
      ...authentication,
      certificate: withoutSecretText(authentication.certificate),
      password: withoutSecretText(authentication.password),
      clientSecret: withoutSecretText(authentication.clientSecret),
    },
  }
}

export const authenticationMethods: readonly AuthenticationMethod[] = callAuthentications
