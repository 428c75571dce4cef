import type { ExternalCallBody } from '@assay/risk-service/contract'
import { ORPCError } from '@orpc/client'
import { expect, it } from 'vitest'
import { keepUnsavedValues } from '../../../platform/authoring/form/unsaved-values.ts'
import { callErrorsOf, callProblemOf, countInvalid } from './call-errors.ts'
import { type CallForm, callBodyOf, callFormOf, emptyCallForm, withoutSecretTexts } from './call-form.ts'
import { validateCallForm } from './call-resolver.ts'
import { sampleRequestOf } from './sample-request.ts'

const body: ExternalCallBody = {
  name: 'phoneCheck',
  description: 'Line',
  parameters: [{ name: 'phone', sample: '+47 900' }],
  configurations: [
    { name: 'region', value: 'eu' },
    { name: 'apiKey', value: { kept: true } },
    { name: 'other', value: { reference: 'https://vault.example/key' } },
  ],
  method: 'POST',
  url: 'https://phone.example/{configuration.region}',
  headers: [{ name: 'x-key', value: '{configuration.apiKey}' }],
  requestBody: null,
  authentication: { method: 'basic', userName: 'assay', password: { kept: true } },
  keepAliveUrl: null,
  sampleResponse: { lineAge: 7 },
  timeoutMs: 300,
  defaultResponse: null,
}
const form = callFormOf(body)

it('the form of an external call gives back what was stored when nothing was typed: secrets are kept', () => {
  expect(callBodyOf(form)).toEqual(body)
  expect(validateCallForm(form)).toEqual({})
  expect(form.configurations[1]).toEqual({
    name: 'apiKey',
    value: '',
    secret: { kind: 'kept', text: '', stored: true },
  })
})

it('the form of an external call sends a new secret as a value or as an address of a key vault', () => {
  const typed: CallForm = {
    ...form,
    authentication: { ...form.authentication, password: { kind: 'value', text: ' se cret ', stored: true } },
  }
  expect(callBodyOf(typed).authentication).toEqual({
    method: 'basic',
    userName: 'assay',
    password: { value: ' se cret ' },
  })
  expect(
    callBodyOf({
      ...typed,
      authentication: { ...typed.authentication, method: 'customToken', tokenUrl: 'https://id.example' },
    }).authentication,
  ).toMatchObject({ method: 'customToken', password: null })
  expect(withoutSecretTexts(typed).authentication.password.text).toBe('')
  expect(withoutSecretTexts(form).configurations[2]?.secret?.text).toBe('https://vault.example/key')
})

it('the form of an external call keeps what was typed while it was being stored, and takes the rest as it is stored', () => {
  const sent: CallForm = {
    ...form,
    authentication: { ...form.authentication, password: { kind: 'value', text: 'secret', stored: true } },
    url: ' https://phone.example ',
  }
  const stored = callFormOf({ ...body, url: 'https://phone.example' })
  expect(keepUnsavedValues(stored, sent, sent)).toEqual(stored)
  expect(keepUnsavedValues(stored, sent, { ...sent, description: 'Line and carrier' })).toEqual({
    ...stored,
    description: 'Line and carrier',
  })
  const typed = { ...sent, authentication: { ...sent.authentication, userName: 'fraud' } }
  expect(keepUnsavedValues(stored, sent, structuredClone(typed))).toEqual({
    ...stored,
    authentication: typed.authentication,
  })
})

it('the form of an external call shows the request with its sample values and without secrets', () => {
  expect(sampleRequestOf({ ...form, url: 'https://phone.example/{configuration.apiKey}' })).toMatchObject({
    url: 'https://phone.example/***',
    body: '{"phone":"+47 900"}',
  })
  expect(sampleRequestOf({ ...form, method: 'GET' })).toMatchObject({
    url: 'https://phone.example/eu?phone=%2B47+900',
    body: null,
  })
})

it('the form of an external call says what is wrong at its field', () => {
  expect(validateCallForm(emptyCallForm)).toEqual({
    name: { id: 'Authoring.Name.empty' },
    url: { id: 'Calls.Url.Issue' },
  })
  expect(
    validateCallForm({
      ...form,
      name: '1st',
      parameters: [
        { name: 'a', sample: '' },
        { name: 'A', sample: '' },
      ],
      configurations: [{ name: 'k', value: '', secret: { kind: 'value', text: '', stored: false } }],
      warmUp: true,
      timeoutMs: 5001,
      defaultResponse: '{',
      headers: [{ name: '', value: 'x' }],
      authentication: { ...form.authentication, method: 'oauth', tokenUrl: 'id.example' },
    }),
  ).toEqual({
    name: { id: 'Authoring.Name.identifier' },
    'parameters.1.name': { id: 'Authoring.Name.taken' },
    'configurations.0.value': { id: 'OutgoingRequests.Secret.Missing' },
    keepAliveUrl: { id: 'Calls.Url.Issue' },
    timeoutMs: { id: 'Calls.Timeout.Issue', values: { limit: 5000 } },
    defaultResponse: { id: 'Calls.Json.Issue' },
    'headers.0.name': { id: 'Authoring.Name.empty' },
    'authentication.tokenUrl': { id: 'Calls.Url.Issue' },
    'authentication.clientSecret': { id: 'OutgoingRequests.Secret.Missing' },
  })
  expect(validateCallForm({ ...form, defaultResponse: 'null', sampleResponse: '"text"' })).toEqual({})
  expect(
    validateCallForm({
      ...form,
      headers: [
        { name: 'X-Key', value: '' },
        { name: 'x-key ', value: '' },
      ],
    }),
  ).toEqual({ 'headers.1.name': { id: 'Authoring.Name.taken' } })
})

it('the form of an external call keeps what is too long as it was typed, and tells how much is taken', () => {
  const secret = { kind: 'value', text: 's'.repeat(8001), stored: false } as const
  expect(
    validateCallForm({
      ...form,
      description: 'd'.repeat(501),
      parameters: [{ name: 'a', sample: 'x'.repeat(1001) }],
      configurations: [
        { name: 'k', value: 'v'.repeat(4001), secret: null },
        { name: 's', value: '', secret },
      ],
      headers: [{ name: 'x', value: 'h'.repeat(4001) }],
      ownBody: true,
      requestBody: 'b'.repeat(10_001),
      authentication: { ...form.authentication, password: { ...secret, kind: 'reference' } },
    }),
  ).toEqual(
    Object.fromEntries(
      (
        [
          ['description', 500],
          ['parameters.0.sample', 1000],
          ['configurations.0.value', 4000],
          ['configurations.1.value', 8000],
          ['headers.0.value', 4000],
          ['requestBody', 10_000],
          ['authentication.password', 2000],
        ] as const
      ).map(([path, limit]) => [path, { id: 'Common.TooLong', values: { limit } }]),
    ),
  )
  expect(
    validateCallForm({
      ...form,
      description: ` ${'d'.repeat(500)} `,
      method: 'GET',
      ownBody: true,
      requestBody: 'b'.repeat(10_001),
    }),
  ).toEqual({})
})

it('the form of an external call wants a timeout, and a name for every header', () => {
  const { authentication } = form
  expect(
    validateCallForm({
      ...form,
      timeoutMs: null,
      authentication: {
        ...authentication,
        method: 'customToken',
        tokenUrl: 'https://id.example',
        headers: [{ name: ' ', value: '' }],
        timeoutMs: 1.5,
      },
    }),
  ).toEqual({
    timeoutMs: { id: 'Calls.Timeout.Issue' },
    'authentication.timeoutMs': { id: 'Calls.Timeout.Issue' },
    'authentication.headers.0.name': { id: 'Authoring.Name.empty' },
  })
})

it('the form of an external call takes what the service found wrong to its fields', () => {
  const issues = [
    { path: ['body', 'name'], message: 'Another call has this name.' },
    { path: ['body', 'authentication', 'password'], message: 'Enter the secret.' },
    { path: ['body', 'url'], message: 'This address is not allowed.' },
    { path: ['body'], message: 'Too large.' },
  ]
  expect(callErrorsOf(new ORPCError('BAD_REQUEST', { data: { issues } }))).toEqual({
    name: { id: 'Authoring.Name.taken' },
    'authentication.password': { id: 'OutgoingRequests.Secret.Missing' },
    url: { id: 'This address is not allowed.', verbatim: true },
    'root.service': { id: 'Too large.', verbatim: true },
  })
  const conflict = new ORPCError('CONFLICT', { data: { reason: 'externalCalls.limit' } })
  expect([callErrorsOf(conflict), callProblemOf(conflict)]).toEqual([null, 'Calls.Limit'])
  expect(callProblemOf(new Error('offline'))).toBeNull()
})

it('the form of an external call counts what the form finds wrong, and not what the service said', () => {
  const invalid = { type: 'invalid', message: 'Common.TooLong', values: { limit: 1 } }
  expect(countInvalid({ name: invalid, headers: [undefined, { name: invalid }], url: { type: 'refused' } })).toBe(2)
  expect(countInvalid({})).toBe(0)
})
