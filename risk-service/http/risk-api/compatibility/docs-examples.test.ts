import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedAssessments } from '../../../tools/demo/seed/seed-assessments.ts'
import { productionResource, type RiskApiServer, startRiskApiServer } from '../testing/risk-api-server.ts'

// The calls that docs/risk-api.md prints, made unchanged on a fresh installation.

const root = new URL('../../../../', import.meta.url)
const calls = [
  ...readFileSync(new URL('docs/risk-api.md', root), 'utf8').matchAll(
    /^curl -s http:\/\/localhost:4300(\/v1\.0\S+) .*-d @(\S+)$/gm,
  ),
].map(([, path = '', file = '']): [string, string] => [path, file])

let service: RiskApiServer
let token = ''
beforeAll(async () => {
  service = await startRiskApiServer()
  await seedAssessments(service.store.db, new Date())
  // The assessment that the page tells the reader to create.
  await service.addAssessment('ReviewSubmitted', { kind: 'custom', template: null })
  await service.addRule('ReviewSubmitted', [{ name: 'Stars', text: 'RETURN Review() WHEN @"review.stars" > 4' }])
  await service.reload()
  const answer = await service.token(
    'v2',
    new URLSearchParams({ ...service.credentials, scope: `${productionResource}/.default` }),
  )
  token = ((await answer.json()) as { access_token: string }).access_token
})
afterAll(() => service.close())

test('every endpoint has one', () => {
  expect(calls).toHaveLength(20)
})
test.each(calls)('%s', async (path, file) => {
  const answer = await fetch(service.origin + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: readFileSync(new URL(file, root), 'utf8'),
  })
  expect([answer.status, await answer.text()]).toEqual([200, expect.any(String)])
})
