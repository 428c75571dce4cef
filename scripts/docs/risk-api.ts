import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { maxDepth, maxElements } from '../../risk-service/engine/ingest/normalise.ts'
import { describeRiskApi } from '../../risk-service/http/risk-api/openapi.ts'
import { maxBodyBytes } from '../../risk-service/http/risk-api/wire/body.ts'
import {
  assertionAlgorithms,
  assertionSkew,
  assertionType,
  maxAssertionSeconds,
} from '../../risk-service/kernel/identity/client-proof.ts'
import { credentialMonths } from '../../risk-service/kernel/identity/client-secrets.ts'
import { demoClient } from '../../risk-service/kernel/identity/demo-tenants.ts'
import { defaultRate } from '../../risk-service/kernel/limits/token-bucket-limiter.ts'
import type { DemoAssessment } from '../../risk-service/tools/demo/history/history-events.ts'
import { block, code, generatedNotice, table } from './markdown.ts'

interface Schema {
  $ref?: string
  type?: string | string[]
  description?: string
  enum?: unknown[]
  format?: string
  maxLength?: number
  required?: string[]
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
}
interface Operation {
  summary: string
  requestBody: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { description: string; content?: Record<string, { schema: Schema }> }>
}
interface Document {
  paths: Record<string, { post: Operation }>
  components: { schemas: Record<string, Schema> }
}

const samples = 'risk-service/http/risk-api/samples'
const base = 'http://localhost:4300'

const schemaName = (schema: Schema | undefined): string => schema?.$ref?.split('/').at(-1) ?? ''
const contentOf = (body: { content?: Record<string, { schema: Schema }> } | undefined): string =>
  schemaName(Object.values(body?.content ?? {})[0]?.schema)

const ownAssessment: DemoAssessment = 'CardAuthorization'
/** Assessment calls of a fresh installation, by the schema that represents any body. */
const ownExamples: Record<string, { sample: string; path: string }> = {
  AnyAssessment: { sample: 'assessment-card-payment.pos.json', path: `/v1.0/assessment/${ownAssessment}` },
  AnyObservation: {
    sample: 'observation-bank.declined.json',
    path: `/v1.0/assessment/${ownAssessment}/observation/Bank`,
  },
  AssessmentLabel: { sample: 'observation-label.fraud.json', path: `/v1.0/assessment/${ownAssessment}/label` },
}

/** The sample of an operation, by the name of its schema: `PurchaseStatus` has `purchase-status.….json`. */
function sampleOf(root: string, request: string): string | null {
  const start = request
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-')
    .toLowerCase()
    .replace(/^sign-(up|in)/, 'sign$1')
  return readdirSync(path.join(root, samples)).find(file => file.split('.')[0] === start) ?? null
}

/** Required members of a body, as far as they are declared. */
function requiredOf(document: Document, request: string): string {
  const schema = document.components.schemas[request]
  return (schema?.required ?? []).map(code).join(', ')
}

/** Path with the values of the sample, so that the printed call can be made. */
function curlExample(route: string, body: string): string {
  const event = JSON.parse(body) as { name?: string; metadata?: Record<string, string>; user?: Record<string, string> }
  return route.replaceAll(/\{(\w+)\}/g, (all, name: string) => {
    const value =
      event.metadata?.[name] ??
      event.user?.[name] ??
      (name === 'id' ? (event.metadata?.loginId ?? event.user?.userId) : name === 'apiName' ? event.name : undefined)
    return value === undefined ? all : encodeURIComponent(value)
  })
}

/** The page about the risk API. @param root folder of the project */
export function riskApi(root: string): string {
  const document = describeRiskApi({ version: '1.0', origin: base, own: null }) as unknown as Document
  const rows: string[][] = []
  const parts: string[] = []
  for (const [route, { post }] of Object.entries(document.paths)) {
    // One sentence below the table covers all of them.
    if (route.endsWith('/branch/{branch}')) continue
    const request = contentOf(post.requestBody)
    const answer = contentOf(post.responses['200'])
    rows.push([code(`POST ${route}`), post.summary, request, answer])
    const sample = ownExamples[request]?.sample ?? sampleOf(root, request)
    if (sample === null) continue
    const body = readFileSync(path.join(root, samples, sample), 'utf8')
    const called = ownExamples[request]?.path ?? curlExample(route, body)
    const required = requiredOf(document, request)
    // A fresh installation has none of the older generation.
    const made =
      request === 'CustomAssessment'
        ? `. It answers as soon as there is such an assessment, with an active rule: ${code(called.split('/').at(-1) ?? '')} here`
        : ''
    parts.push(
      [
        `### ${post.summary}`,
        `${code(`POST ${route}`)}${required === '' ? '' : `. Required: ${required}`}${made}`,
        block(
          'sh',
          `curl -s ${base}${called} -H "Authorization: Bearer $TOKEN" -H 'content-type: application/json' -d @${samples}/${sample}`,
        ),
      ].join('\n\n'),
    )
  }
  const errors = Object.entries(Object.values(document.paths)[0]?.post.responses ?? {})
    .filter(([status]) => status !== '200')
    .map(([status, { description }]) => [status, description])
  return `${generatedNotice('npm run docs')}

# The risk API

The API that merchants' systems call: the same paths, headers, bodies and answers as before. A client of the former service is pointed at this host and goes on. Everything here is made from the schemas that the service checks by; the whole description is at [\`/openapi/risk-api.json\`](${base}/openapi/risk-api.json) of a running service.

## A token

With the demo client of a fresh installation:

${block(
  'sh',
  `TOKEN=$(curl -s ${base}/${demoClient.tenantId}/oauth2/v2.0/token \\
  -d grant_type=client_credentials -d client_id=${demoClient.clientId} -d client_secret=${demoClient.secret} \\
  -d scope=https://api.dfp.dynamics.com/.default | node -pe 'JSON.parse(fs.readFileSync(0)).access_token')`,
)}

The form with \`resource\` at \`/oauth2/token\` works as well. The environment is the one of the client unless \`x-ms-dfpenvid\` names another (id, or path of API ids such as \`/primary/retail\`).

## Clients of your own

${block(
  'sh',
  `npm run --silent api-client -- list
npm run --silent api-client -- add --environment Harbor --name "Web shop"
npm run --silent api-client -- add --environment Harbor --name "Web shop" --certificate shop.pem --client-id 00000000-0000-4000-8000-000000000000
npm run --silent api-client -- rotate --client-id ID
npm run --silent api-client -- revoke --client-id ID --credential ID`,
)}

\`add\` prints everything that the client has to be told, with a token request to copy. The commands work on the store of \`ASSAY_DATA_DIR\` or \`DATABASE_URL\`, whether the service runs or not; the next token request sees the change, and every change has its line in the activity log.

${table(
  ['Option', 'What it says'],
  [
    [
      '`--environment`',
      'Id or path of names, such as `Harbor/EU`. The client may call it and the environments below it; the roles of a sandbox have their own names.',
    ],
    ['`--name`', 'What people call it, up to 93 characters.'],
    [
      '`--roles`',
      '`risk` (the default), `provisioning` or both: `risk,provisioning`. Provisioning on root environments only.',
    ],
    ['`--client-id`', 'Keeps the id that a client of the former service already sends; without it a new one is made.'],
    [
      '`--certificate`',
      'A .cer, .crt or .pem file, PEM or DER, with the public part alone: RSA of at least 2048 bits, or P-256. Without it a secret is generated, shown once and kept as a hash.',
    ],
    [
      '`--months`',
      `How long the secret is good for, up to ${credentialMonths} months, which is the default. A certificate has its own end.`,
    ],
    [
      '`--credential`',
      'With `revoke`: only this one, by id or thumbprint. Without it the whole client ends, and its tokens are refused at once.',
    ],
    [
      '`--tokens`',
      'With `revoke --credential`: `expire` (the default) lets tokens of the credential end with their hour, `end` refuses them at once.',
    ],
  ],
)}

Two secrets may be valid at once, so that \`rotate\` leaves no gap: give the client the new one, then revoke the old one. Certificates may be as many as you like.

A client with a certificate sends, instead of \`client_secret\`, \`client_assertion_type=${assertionType}\` and \`client_assertion\`, a JSON Web Token that it signed with its private key; the libraries of the directory make it from key and thumbprint.

${table(
  ['Part', 'What is asked of it'],
  [
    ['`alg`', `${assertionAlgorithms.map(code).join(', ')}`],
    [
      '`x5t`, `x5t#S256`, `x5c`',
      'At least one of them, and whatever is there names the same registered certificate: SHA-1 thumbprint, SHA-256 thumbprint, the certificate itself. A chain proves nothing.',
    ],
    ['`iss`, `sub`', 'The client id, both.'],
    [
      '`aud`',
      `The address of a token endpoint of the tenant (with its id or its domain) or the issuer, as [discovery](${base}/${demoClient.tenantId}/v2.0/.well-known/openid-configuration) names them.`,
    ],
    [
      '`exp`, `nbf`',
      `Valid now, give or take ${assertionSkew / 60} minutes, and for no longer than ${maxAssertionSeconds / 3600} hours.`,
    ],
    ['`jti`', 'May come again: the libraries send one assertion for ten minutes. Keep `exp` near.'],
  ],
)}

## Endpoints

${table(['Call', 'For', 'Body', 'Answer'], rows)}

Every assessment also runs the rules of a branch with \`/branch/NAME\` behind its path: same body, same answer, and nothing is kept. Account paths may come without their id, for callers whose addresses are fixed; with one it has to be the body’s.

## What to know

${table(
  ['Matter', 'How it is'],
  [
    [
      'Repeats',
      'The first assessment with an id counts. The same id again gets the stored answer, byte for byte, with `x-dfp-replayed: true`. Data events may be sent again: what is sent replaces what is stored.',
    ],
    ['Order', 'Data events may come before what they speak of; they are linked when it arrives.'],
    ['Letter case', 'Of paths, keys and header names does not matter. Unknown fields are kept.'],
    [
      'Size',
      `${maxBodyBytes / 1024} KiB a body, gzip taken. Lists of at most ${maxElements} elements; values inside one another at most ${maxDepth} deep, fields of your own included.`,
    ],
    [
      'Rate',
      `${defaultRate.perSecond} calls a second and environment, bursts of ${defaultRate.burst}; above it 429 with Retry-After.`,
    ],
    ['Correlation', '`x-ms-correlation-id` is echoed, and made when absent: name it when you ask for help.'],
    ['History', '`x-assay-backfill: true` dates an imported event by its own time.'],
    ['Durable', 'What was answered with 200 is stored.'],
  ],
)}

## Errors

Each names the field and the rule broken.

${table(['Status', 'When'], errors)}

## Examples

${parts.join('\n\n')}
`
}
