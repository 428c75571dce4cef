import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { apiPage, createApiPage } from './api-page.ts'
import { describeApi } from './console-api/api-description.ts'
import { describeRiskApi } from './risk-api/openapi.ts'

const known = '20000000-0000-4000-8000-000000000001'
const riskApi = new Hono().get('/openapi/risk-api.json', context => {
  const environment = context.req.query('environment')
  if (environment !== undefined && environment !== known)
    return context.json({ message: 'There is no such environment.' }, 404)
  return context.json(
    describeRiskApi({
      version: '1.2',
      origin: new URL(context.req.url).origin,
      own: environment === undefined ? null : [],
    }),
  )
})
const described = describeApi('1.2', 'https://risk.example.com')
const consoleApi = new Hono().get('/openapi.json', async context => context.json(await described))
const page = createApiPage({ riskApi, consoleApi })

it('the page lists every operation of both descriptions by its group, and links the descriptions', async () => {
  const answer = await page.request('https://risk.example.com/swagger')
  const html = await answer.text()
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  let operations = 0
  for (const [app, address] of [
    [riskApi, '/openapi/risk-api.json'],
    [consoleApi, '/openapi.json'],
  ] as const) {
    expect(html).toContain(`<a href="${address}">`)
    const { paths } = (await (await app.request(address)).json()) as { paths: Record<string, object> }
    for (const [path, item] of Object.entries(paths)) {
      expect(html).toContain(`<code>${path}</code>`)
      operations += Object.keys(item).length
    }
  }
  expect(html.match(/<tr><td>/g)).toHaveLength(operations)
  expect(html).toContain('Assess a purchase')
  const groups = [...html.matchAll(/<h3[^>]*>([^<]*)/g)].map(([, group]) => group)
  expect(groups).toEqual(expect.arrayContaining(['Purchases', 'Accounts', 'Own assessments', 'Rules', 'Routing rules']))
  const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
  expect(new Set(ids).size).toBe(ids.length)
  for (const [, target] of html.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(target)
})

it('the page loads nothing from elsewhere and runs no script', async () => {
  const answer = await page.request('https://risk.example.com/swagger')
  const html = await answer.text()
  const policy = answer.headers.get('content-security-policy') ?? ''
  const nonce = /style-src 'self' 'nonce-([^']+)'/.exec(policy)?.[1]
  expect(html).toContain(`<style nonce="${nonce}">`)
  // Browsers request an icon in any case, and log an error without one.
  expect(html.match(/<link[^>]*>/g)).toEqual(['<link rel="icon" href="/favicon.svg" type="image/svg+xml">'])
  expect(html).not.toMatch(/<script|<img|<iframe|\sstyle=|\son\w+=|(src|href)="https?:/)
  expect(answer.headers.get('strict-transport-security')).not.toBeNull()
})

it('the page shows names that people chose as text', () => {
  const html = apiPage(
    [
      {
        address: '/openapi.json',
        document: {
          info: { title: '<b>T', version: '1' },
          paths: { '/<x>': { get: { tags: ['a"b'], summary: '<img src=x>' } } },
        },
      },
    ],
    'n',
  )
  expect(html).toContain('&lt;img src=x&gt;')
  expect(html).not.toMatch(/<b>|<img|<x>/)
})
