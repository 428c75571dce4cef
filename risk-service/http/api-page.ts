import { Hono } from 'hono'
import { newNonce, pageHeaders } from './security.ts'

/** The members of an OpenAPI document that the page reads. */
interface ApiDocument {
  info: { title: string; version: string }
  paths?: Record<
    string,
    Record<string, { tags?: string[]; summary?: string; operationId?: string; deprecated?: boolean }>
  >
}
interface ListedApi {
  address: string
  document: ApiDocument
}
interface Operation {
  tag: string
  method: string
  path: string
  summary: string
}

const methods = ['get', 'post', 'put', 'patch', 'delete']
const marks: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string): string => text.replace(/[&<>"']/g, mark => marks[mark] ?? mark)
const anchor = (...parts: readonly (string | number)[]): string =>
  parts
    .join('-')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')

/** Returns the group of an operation without one: the first part of its id, `routingRules.list` as `Routing rules`. */
function areaOf(id = ''): string {
  const words = id.includes('.')
    ? id.slice(0, id.indexOf('.')).replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`)
    : 'operations'
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function operationsOf({ paths = {} }: ApiDocument): Operation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap(method => {
      const found = item[method]
      if (!found) return []
      const summary = [found.summary ?? found.operationId ?? '', found.deprecated ? '(deprecated)' : '']
        .filter(Boolean)
        .join(' ')
      return [{ tag: found.tags?.[0] ?? areaOf(found.operationId), method: method.toUpperCase(), path, summary }]
    }),
  )
}

const row = ({ method, path, summary }: Operation): string =>
  `<tr><td><code>${method}</code></td><th scope="row"><code>${escaped(path)}</code></th><td>${escaped(summary)}</td></tr>`

function section({ address, document }: ListedApi, index: number): { contents: string; body: string } {
  const { title, version } = document.info
  const groups = [...Map.groupBy(operationsOf(document), operation => operation.tag)]
  const name = escaped(title)
  const tables = groups.map(
    ([tag, operations]) => `<h3 id="${anchor('api', index, tag)}">${escaped(tag)}</h3>
<table aria-labelledby="${anchor('api', index, tag)}"><thead><tr><th scope="col">Method</th><th scope="col">Path</th><th scope="col">What it does</th></tr></thead><tbody>${operations.map(row).join('')}</tbody></table>`,
  )
  return {
    contents: `<li><a href="#${anchor('api', index)}">${name}</a><ul>${groups.map(([tag, operations]) => `<li><a href="#${anchor('api', index, tag)}">${escaped(tag)}</a> (${operations.length})</li>`).join('')}</ul></li>`,
    body: `<section aria-labelledby="${anchor('api', index)}"><h2 id="${anchor('api', index)}">${name}</h2><p>Version ${escaped(version)}. The whole description, with every field: <a href="${escaped(address)}">${escaped(address)}</a> (OpenAPI, JSON)</p>${tables.join('')}</section>`,
  }
}

const style = `:root{color-scheme:light dark;background:Canvas;color:CanvasText}body{font:1rem/1.5 system-ui,sans-serif;max-inline-size:70rem;margin:0 auto;padding:1.5rem}h2{margin-block-start:3rem}
table{inline-size:100%;border-collapse:collapse}th,td{padding:.375rem .75rem .375rem 0;text-align:start;vertical-align:top;font-weight:400;border-block-end:1px solid GrayText}thead th{font-weight:600}
td:first-child{inline-size:5rem}tbody th{inline-size:50%}code{font-family:ui-monospace,monospace;overflow-wrap:anywhere}`

/**
 * Returns a page that lists the operations of the service's interfaces: one table for each group, and links to the
 * descriptions themselves.
 */
export function apiPage(listed: readonly ListedApi[], nonce: string): string {
  const sections = listed.map(section)
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Interfaces - Assay</title><link rel="icon" href="/favicon.svg" type="image/svg+xml"><style nonce="${nonce}">${style}</style></head>
<body><main><h1>Interfaces of Assay</h1><nav aria-label="Contents"><ul>${sections.map(({ contents }) => contents).join('')}</ul></nav>${sections.map(({ body }) => body).join('')}</main></body></html>`
}

/**
 * `/swagger`: a readable list of the operations of the service. The page fetches nothing but its icon, and contains no
 * script.
 * @param apis answer `/openapi/risk-api.json` and `/openapi.json`
 */
export function createApiPage({ riskApi, consoleApi }: { riskApi: Hono; consoleApi: Hono }): Hono {
  return new Hono().get('/swagger', async context => {
    const { origin, protocol } = new URL(context.req.url)
    const sources: [Hono, string][] = [
      [riskApi, '/openapi/risk-api.json'],
      [consoleApi, '/openapi.json'],
    ]
    const answers = await Promise.all(
      sources.map(async ([app, address]) => ({ address, answer: await app.request(`${origin}${address}`) })),
    )
    const refused = answers.find(({ answer }) => !answer.ok)
    if (refused) return refused.answer
    const listed = await Promise.all(
      answers.map(
        async ({ address, answer }): Promise<ListedApi> => ({
          address,
          document: (await answer.json()) as ApiDocument,
        }),
      ),
    )
    const nonce = newNonce()
    return new Response(apiPage(listed, nonce), { headers: pageHeaders({ nonce }, protocol === 'https:') })
  })
}
