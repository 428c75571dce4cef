import type { ExternalCallBody } from './external-calls.ts'

/** Values by lower-cased name. */
export interface FillValues {
  parameters: ReadonlyMap<string, string>
  configurations: ReadonlyMap<string, string>
}
export interface Filled {
  url: string
  headers: Record<string, string>
  body: string | null
}
export type Template = Pick<ExternalCallBody, 'method' | 'url' | 'headers' | 'requestBody' | 'parameters'>

const placeholder = /\{(parameter|configuration)\.([A-Za-z_]\w*)\}/gi
export const jsonType = 'application/json'
export const formType = 'application/x-www-form-urlencoded'

/** A text with something harmless in place of its placeholders. */
export const withoutPlaceholders = (text: string): string => text.replace(placeholder, 'x')

/** Placeholders of a text, lower-cased: `parameter.name` and `configuration.name`. */
export const placeholdersOf = (text: string): string[] =>
  [...text.matchAll(placeholder)].map(([, kind = '', name = '']) => `${kind}.${name}`.toLowerCase())

function replaced(
  text: string,
  { parameters, configurations }: FillValues,
  write: (value: string, at: number) => string,
): string {
  return text.replace(placeholder, (_whole, kind: string, name: string, at: number) =>
    write((kind.toLowerCase() === 'parameter' ? parameters : configurations).get(name.toLowerCase()) ?? '', at),
  )
}

/** What is no character of a header's value becomes a space: a value cannot begin a header of its own. */
const inHeader = (value: string): string =>
  value.replace(/[\u0000-\u001f\u007f]/g, ' ').replace(/[^\u0020-\u00ff]/g, character => encodeURIComponent(character))

/** Where in a JSON text a string is open. */
function insideString(text: string): (at: number) => boolean {
  const inside: boolean[] = []
  let open = false
  for (let at = 0; at < text.length; at++) {
    inside.push(open)
    if (open && text[at] === '\\') {
      at += 1
      inside.push(true)
    } else if (text[at] === '"') open = !open
  }
  return at => inside[at] ?? false
}

/**
 * In a string its content is escaped; elsewhere it is a value of its own, so that a text can never become structure.
 */
function inJson(text: string): (value: string, at: number) => string {
  const quoted = insideString(text)
  return (value, at) => {
    if (quoted(at)) return JSON.stringify(value).slice(1, -1)
    return /^(?:-?(?:0|[1-9]\d{0,15})(?:\.\d{1,15})?|true|false|null)$/.test(value) ? value : JSON.stringify(value)
  }
}

export function contentTypeOf(headers: Template['headers']): string {
  return (
    headers
      .find(({ name }) => name.toLowerCase() === 'content-type')
      ?.value.split(';')[0]
      ?.trim()
      .toLowerCase() ?? jsonType
  )
}

/**
 * The request of a call. Parameters that are not placed by hand go to the query (GET) or into the body (POST without a
 * body of its own); placed ones are escaped for where they stand.
 */
export function fillRequest(template: Template, values: FillValues): Filled {
  const { method, requestBody } = template
  const type = contentTypeOf(template.headers)
  const placed = new Set(
    [template.url, ...template.headers.map(({ value }) => value), requestBody ?? ''].flatMap(placeholdersOf),
  )
  const left = template.parameters
    .filter(({ name }) => !placed.has(`parameter.${name.toLowerCase()}`))
    .map(({ name }): [string, string] => [name, values.parameters.get(name.toLowerCase()) ?? ''])
  let url = replaced(template.url, values, value => encodeURIComponent(value))
  if (method === 'GET' && left.length > 0) {
    const [address = '', fragment] = url.split('#')
    url = `${address}${address.includes('?') ? '&' : '?'}${new URLSearchParams(left).toString()}${fragment === undefined ? '' : `#${fragment}`}`
  }
  const headers: Record<string, string> = { accept: jsonType }
  for (const { name, value } of template.headers)
    headers[name.toLowerCase()] = inHeader(replaced(value, values, text => text))
  if (method === 'GET') return { url, headers, body: null }
  headers['content-type'] ??= jsonType
  const body =
    requestBody !== null
      ? replaced(requestBody, values, type === formType ? value => encodeURIComponent(value) : inJson(requestBody))
      : type === formType
        ? new URLSearchParams(left).toString()
        : JSON.stringify(Object.fromEntries(left))
  return { url, headers, body }
}
