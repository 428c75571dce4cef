import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAssessment } from '../../features/assessments/create-assessment.ts'
import { findEndpoint } from './endpoints.ts'
import { operations } from './openapi/operations.ts'
import { type RiskApiUnderTest, startRiskApi } from './testing/risk-api-bench.ts'

let api: RiskApiUnderTest
beforeAll(async () => {
  api = await startRiskApi()
  await createAssessment(api.store.db, {
    id: randomUUID(),
    environmentId: api.ids.root,
    kind: 'wizard',
    template: 'MoneyTransfer',
    apiName: 'Payout',
    friendlyName: 'Payout',
    hasLabel: true,
    sample: {},
    author: { id: randomUUID(), name: 'Test' },
    observations: [{ apiName: 'Done', template: 'AssessmentStatus' }],
    schema: { sections: ['metadata', 'transaction'], custom: [{ name: 'purpose', type: 'String', required: true }] },
  })
  await api.engine.reloadRules()
})
afterAll(() => api.close())

interface Document {
  openapi: string
  paths: Record<
    string,
    { post: { operationId: string; requestBody: { content: Record<string, { schema: { $ref: string } }> } } }
  >
  components: {
    schemas: Record<string, unknown>
    securitySchemes: { oauth2: { flows: { clientCredentials: { tokenUrl: string } } } }
  }
}
const ask = (query: string, token: string | null = 'good') =>
  api.app.request(`/openapi/risk-api.json${query}`, {
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
  })
const read = async (query = '', token?: string): Promise<Document> => {
  const response = await ask(query, token)
  expect(response.status).toBe(200)
  return (await response.json()) as Document
}
const nameOf = (document: Document, path: string): string =>
  document.paths[path]?.post.requestBody.content['application/json']?.schema.$ref.split('/').at(-1) ?? ''

test('every path is one, every reference leads somewhere, operations have names of their own', async () => {
  for (const document of [await read(), await read(`?environment=${api.ids.child.toUpperCase()}`)]) {
    expect(document.openapi).toBe('3.1.0')
    for (const path of Object.keys(document.paths)) {
      const url = `http://localhost${path.replaceAll(/\{\w+\}/g, 'x')}`
      expect(findEndpoint(new URL(url).pathname.toLowerCase(), url), path).not.toBeNull()
    }
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(
      ([, reference]) => reference ?? '',
    )
    expect(references.length).toBeGreaterThan(100)
    for (const reference of new Set(references))
      expect(document.components.schemas, reference).toHaveProperty([reference.replace('#/components/schemas/', '')])
    const ids = Object.values(document.paths).map(({ post }) => post.operationId)
    expect(new Set(ids).size).toBe(ids.length)
  }
})

test('an assessment with rules has the path of a branch beside it; other calls have none', async () => {
  const document = await read()
  const branched = Object.keys(document.paths)
    .filter(path => path.endsWith('/branch/{branch}'))
    .map(path => path.replace('/branch/{branch}', ''))
  expect(branched).toEqual([
    '/v1.0/MerchantServices/events/Purchase',
    '/v1.0/action/account/create/{signUpId}',
    '/v1.0/action/account/login/{id}',
    '/v1.0/action/assessment/{apiName}',
    '/v1.0/assessment/{apiName}',
  ])
  const parametersOf = (path: string): string[] =>
    (document.paths[path]?.post as unknown as { parameters: { name: string }[] }).parameters.map(({ name }) => name)
  for (const path of branched)
    expect(parametersOf(`${path}/branch/{branch}`)).toEqual(expect.arrayContaining(['branch', 'x-dfp-diagnostics']))
  expect(parametersOf('/v1.0/MerchantServices/events/Refund')).not.toContain('x-dfp-diagnostics')
})

test('every sample has the form that the description gives', async () => {
  const document = await read()
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema(document, 'api')
  const folder = new URL('samples/', import.meta.url)
  const paths: Record<string, string> = {
    purchase: '/v1.0/MerchantServices/events/Purchase',
    'account-login': '/v1.0/action/account/login/{id}',
    'bank-event': '/v1.0/MerchantServices/events/BankEvent',
    'assessment-card-payment': '/v1.0/assessment/{apiName}',
    'observation-bank': '/v1.0/assessment/{apiName}/observation/{observationApiName}',
  }
  let checked = 0
  for (const file of readdirSync(folder)) {
    const path = paths[file.split('.')[0] ?? '']
    if (path === undefined) continue
    const validate = ajv.compile({ $ref: `api#/components/schemas/${nameOf(document, path)}` })
    expect(
      validate(JSON.parse(readFileSync(new URL(file, folder), 'utf8'))),
      `${file} ${JSON.stringify(validate.errors)}`,
    ).toBe(true)
    checked += 1
  }
  expect(checked).toBeGreaterThanOrEqual(7)
})

test('every operation of the product has an example, which has the form that it describes', async () => {
  const document = await read()
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema(document, 'api')
  const checked = Object.entries(document.paths).flatMap(([path, { post }]) => {
    const { example } = post.requestBody.content['application/json'] as { example?: unknown }
    if (example === undefined) return []
    const validate = ajv.compile({ $ref: `api#/components/schemas/${nameOf(document, path)}` })
    expect(validate(example), `${path} ${JSON.stringify(validate.errors)}`).toBe(true)
    return [post.operationId]
  })
  expect(checked).toEqual(operations.map(({ id }) => id))
})

test('an environment has its own assessments with the fields of the tenant; another has not', async () => {
  const document = await read(`?environment=${api.ids.child}`)
  expect(Object.keys(document.paths)).toEqual(
    expect.arrayContaining([
      '/v1.0/assessment/Payout',
      '/v1.0/assessment/Payout/observation/Done',
      '/v1.0/assessment/Payout/label',
    ]),
  )
  expect(document.components.securitySchemes.oauth2.flows.clientCredentials.tokenUrl).toBe(
    `/${api.ids.tenant}/oauth2/v2.0/token`,
  )
  expect(document.components.schemas.Own_Payout).toMatchObject({
    required: ['metadata', 'transaction', 'custom'],
    properties: { custom: { required: ['purpose'] } },
  })
  const theirs = await read(`?environment=${api.ids.foreign}`, 'theirs')
  expect(Object.keys(theirs.paths)).not.toContain('/v1.0/assessment/Payout')
})

test('the assessments of an environment are for those who may call it', async () => {
  const own = `?environment=${api.ids.root}`
  const statuses = await Promise.all(
    [ask(own), ask(own, null), ask(own, 'unknown'), ask(own, 'theirs'), ask(`?environment=${randomUUID()}`)].map(
      async answer => (await answer).status,
    ),
  )
  expect(statuses).toEqual([200, 401, 401, 404, 404])
  const open = await (await ask('', null)).text()
  expect([open.includes('Payout'), open.includes(api.ids.tenant)]).toEqual([false, false])
})

test('the events of a mirror are described with what is accepted and refused', async () => {
  const document = await read()
  const path = '/v1.0/mirror/events'
  expect(nameOf(document, path)).toBe('MirroredEvents')
  const { post } = document.paths[path] as unknown as {
    post: { tags: string[]; parameters: { name: string }[]; responses: Record<string, { description: string }> }
  }
  expect(post.tags).toEqual(['Mirror'])
  expect(post.parameters.map(({ name }) => name)).toEqual(['x-ms-correlation-id', 'x-ms-dfpenvid'])
  expect(post.responses['409']?.description).toContain('No mirror runs')
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema(document, 'api')
  const isBody = ajv.compile({ $ref: 'api#/components/schemas/MirroredEvents' })
  expect([isBody({}), isBody({ events: [] }), isBody({ events: [{ path: '/x' }] })]).toEqual([false, false, false])
  const isReceipt = ajv.compile({ $ref: 'api#/components/schemas/MirrorReceipt' })
  expect(isReceipt({ accepted: 1, refused: [{ index: 1, reason: 'invalid', message: 'purchaseId' }] })).toBe(true)
  expect(isReceipt({ accepted: 1, refused: [{ index: 1, reason: 'busy' }] })).toBe(false)
})
