import { describe, expect, it } from 'vitest'
import { apiDefinitions, findApi } from './api-definitions.ts'
import { type ApiDocument, describeApi } from './api-description.ts'
import { freshSample, pathOf } from './fresh-sample.ts'
import { parseBody } from './try-call.ts'

const now = { id: 'new-1', at: '2026-01-02T03:04:05.000Z' }
const reference = (name: string) => ({ 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } })
const document: ApiDocument = {
  paths: {
    '/v1.0/MerchantServices/events/Purchase': {
      post: {
        operationId: 'Purchase',
        summary: 'Assess a purchase',
        requestBody: {
          content: {
            'application/json': { ...reference('Purchase')['application/json'], example: { purchaseId: '1' } },
          },
        },
        responses: {
          200: { description: 'Taken', content: reference('Answer') },
          429: { description: 'Too many requests' },
        },
      },
    },
    '/v1.0/without': {
      post: { operationId: 'Without', summary: '', requestBody: { content: reference('Purchase') }, responses: {} },
    },
  },
  components: {
    schemas: {
      Purchase: {
        type: 'object',
        required: ['purchaseId'],
        properties: {
          purchaseId: { type: 'string', description: 'Id' },
          address: { $ref: '#/components/schemas/Purchase.address' },
          instruments: { type: 'array', items: { $ref: '#/components/schemas/Purchase.instrument' } },
          at: { type: ['string', 'null'], format: 'date-time' },
        },
      },
      'Purchase.address': { type: 'object', description: 'Where to', properties: { country: { type: 'string' } } },
      'Purchase.instrument': { type: 'object', properties: { bin: { type: 'string' } } },
      Answer: { type: 'object', properties: { decision: { type: 'string' } } },
    },
  },
}

describe('the description of an API', () => {
  it('lists the fields inside of objects and lists, and marks what is required', () => {
    const found = describeApi(document, 'Purchase')
    expect(found?.request).toEqual([
      { path: 'purchaseId', type: 'string', required: true, description: 'Id' },
      { path: 'address', type: 'object', required: false, description: 'Where to' },
      { path: 'address.country', type: 'string', required: false, description: '' },
      { path: 'instruments', type: 'object[]', required: false, description: '' },
      { path: 'instruments.bin', type: 'string', required: false, description: '' },
      { path: 'at', type: 'string (date-time)', required: false, description: '' },
    ])
    expect(found?.response.map(({ path }) => path)).toEqual(['decision'])
    expect(found).toMatchObject({ summary: 'Assess a purchase', sample: { purchaseId: '1' } })
  })

  it('is none for an unknown id, and for one without an example', () => {
    expect(describeApi(document, 'Nothing')).toBeUndefined()
    expect(describeApi(document, 'Without')).toBeUndefined()
  })
})

describe('the APIs of the product', () => {
  it('have ids of their own, are found in any letter case, and are counted under names of their own', () => {
    expect(new Set(apiDefinitions.map(({ id }) => id.toLowerCase())).size).toBe(apiDefinitions.length)
    expect(new Set(apiDefinitions.map(({ apiName }) => apiName)).size).toBe(apiDefinitions.length)
    expect(findApi('purchasestatus')?.id).toBe('PurchaseStatus')
    expect(findApi('nothing')).toBeUndefined()
  })
})

describe('an example of now', () => {
  it('has an id and times of its own, is a test where the API has such a mark, and leaves the sample alone', () => {
    const sample = {
      purchaseId: 'old',
      merchantLocalDate: 'old',
      totalAmount: 1,
      _metadata: { merchantTimeStamp: 'old' },
    }
    expect(freshSample('Purchase', sample, now)).toEqual({
      purchaseId: 'new-1',
      merchantLocalDate: now.at,
      totalAmount: 1,
      _metadata: { merchantTimeStamp: now.at },
      isTest: true,
    })
    expect(sample.purchaseId).toBe('old')
    expect(freshSample('PurchaseStatus', { purchaseId: 'old' }, now)).toEqual({ purchaseId: 'old' })
    expect(freshSample('AccountLogin', { metadata: { loginId: 'old' } }, now)).toEqual({
      metadata: { loginId: 'new-1' },
    })
  })

  it('fills the parameters of its path, encoded', () => {
    const body = { metadata: { signUpId: 'a/b c' }, user: { userId: 'u-1' } }
    expect(pathOf('/create/{signUpId}', body)).toBe('/create/a%2Fb%20c')
    expect(pathOf('/login/{id}', body)).toBe('/login/u-1')
    expect(pathOf('/none/{missing}', body)).toBe('/none/{missing}')
  })
})

it.each([
  ['{"a":1}', { a: 1 }],
  ['', null],
  ['{', null],
  ['[]', null],
  ['null', null],
  ['"text"', null],
])('the body %s is %j', (text, expected) => expect(parseBody(text)).toEqual(expected))
