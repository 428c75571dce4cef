import { describe, expect, it } from 'vitest'
import { buildCallRequest, type CallRequestTemplate } from './call-request.ts'

const call = (more: Partial<CallRequestTemplate> = {}): CallRequestTemplate => ({
  method: 'GET',
  url: 'https://phone.example/check',
  headers: [],
  requestBody: null,
  parameters: [
    { name: 'phone', sample: '' },
    { name: 'country', sample: '' },
  ],
  ...more,
})
const fill = (
  template: CallRequestTemplate,
  parameters: Record<string, string>,
  configurations: Record<string, string> = {},
) =>
  buildCallRequest(template, {
    parameters: new Map(Object.entries(parameters)),
    configurations: new Map(Object.entries(configurations)),
  })

describe('request of an external call', () => {
  it('the request of an external call sends parameters in the query of a GET and in the JSON body of a POST', () => {
    expect(fill(call(), { phone: '+47 900', country: 'NO&x=1' })).toEqual({
      url: 'https://phone.example/check?phone=%2B47+900&country=NO%26x%3D1',
      headers: { accept: 'application/json' },
      body: null,
    })
    expect(
      fill(call({ method: 'POST', url: 'https://phone.example/check?v=2#top' }), { phone: '1"2', country: 'NO' }),
    ).toEqual({
      url: 'https://phone.example/check?v=2#top',
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      body: '{"phone":"1\\"2","country":"NO"}',
    })
    expect(fill(call({ url: 'https://phone.example/check?v=2#top' }), { phone: '1', country: 'NO' }).url).toBe(
      'https://phone.example/check?v=2&phone=1&country=NO#top',
    )
  })

  it('the request of an external call leaves out of the query what is placed by hand', () => {
    const template = call({
      url: 'https://phone.example/{configuration.Version}/{parameter.PHONE}',
      headers: [{ name: 'X-Api-Key', value: 'key {configuration.key}' }],
    })
    expect(fill(template, { phone: 'a/../b', country: 'NO' }, { version: 'v 2', key: 'secret\r\nx-other: 1' })).toEqual(
      {
        url: 'https://phone.example/v%202/a%2F..%2Fb?country=NO',
        headers: { accept: 'application/json', 'x-api-key': 'key secret  x-other: 1' },
        body: null,
      },
    )
  })

  it('the request of an external call writes form fields when that is the content type', () => {
    const template = call({
      method: 'POST',
      headers: [{ name: 'Content-Type', value: 'application/x-www-form-urlencoded' }],
    })
    expect(fill(template, { phone: '1&2', country: 'NO' }).body).toBe('phone=1%262&country=NO')
    expect(
      fill({ ...template, requestBody: 'p={parameter.phone}&fixed=1' }, { phone: '1&2', country: 'NO' }).body,
    ).toBe('p=1%262&fixed=1')
  })

  it('the request of an external call never lets a value become structure of a JSON body', () => {
    const template = call({
      method: 'POST',
      requestBody: '{"phone":"{parameter.phone}","say \\"{parameter.country}\\"":1,"n":{parameter.country}}',
    })
    expect(JSON.parse(fill(template, { phone: '","admin":true,"x":"', country: '1,"admin":true' }).body ?? '')).toEqual(
      { phone: '","admin":true,"x":"', 'say "1,"admin":true"': 1, n: '1,"admin":true' },
    )
    expect(JSON.parse(fill(template, { phone: '', country: '12.5' }).body ?? '')).toMatchObject({ n: 12.5 })
    expect(JSON.parse(fill(template, { phone: '', country: '' }).body ?? '')).toMatchObject({ n: '' })
  })
})
