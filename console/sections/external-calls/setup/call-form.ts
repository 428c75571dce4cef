import {
  type CallAuthentication,
  callAuthentications,
  type ExternalCall,
  type ExternalCallBody,
} from '@assay/risk-service/contract'
import type { FormRecord } from '../../../platform/authoring/form/use-record-form.ts'
import {
  newSecret,
  type SecretField,
  secretFieldOf,
  secretOf,
  withoutSecretText,
} from '../../../platform/outgoing-requests/secret-field.ts'

export interface NameValue {
  name: string
  value: string
}

export type AuthenticationMethod = CallAuthentication['method']

/** Fields of every method, so that the input of a method is retained when another one is chosen. */
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
  const { certificate, password, clientSecret, ...plainFields } = {
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
      ...plainFields,
      certificate: secretFieldOf(certificate),
      password: secretFieldOf(password),
      clientSecret: secretFieldOf(clientSecret),
    },
  }
}

/** A call as its form shows it; null: a new one. */
export const callRecordOf = (call: Pick<ExternalCall, 'body' | 'version'> | null): FormRecord<CallForm> =>
  call === null ? { values: emptyCallForm, version: 0 } : { values: callFormOf(call.body), version: call.version }

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
        headers: headersOf(form.headers),
        body: form.body,
        timeoutMs: form.timeoutMs ?? Number.NaN,
      }
  }
}

/** Any JSON; undefined when the text is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

const headersOf = (rows: readonly NameValue[]): NameValue[] =>
  rows.map(({ name, value }) => ({ name: name.trim(), value }))

/** What is sent, once it is valid. */
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
    headers: headersOf(form.headers),
    requestBody: form.method === 'POST' && form.ownBody ? form.requestBody : null,
    authentication: authenticationOf(form.authentication),
    keepAliveUrl: form.warmUp ? form.keepAliveUrl.trim() : null,
    sampleResponse: parseJson(form.sampleResponse),
    timeoutMs: form.timeoutMs ?? Number.NaN,
    defaultResponse: parseJson(form.defaultResponse),
  }
}

/** The form without any text of a secret: what the browser may store. */
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
