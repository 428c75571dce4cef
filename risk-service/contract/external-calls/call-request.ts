import type { ExternalCallBody } from './external-call-inputs.ts'

/** Values by lower-cased name. */
export interface PlaceholderValues {
  parameters: ReadonlyMap<string, string>
  configurations: ReadonlyMap<string, string>
}
export interface CallRequest {
  url: string
  headers: Record<string, string>
  body: string | null
}
export type CallRequestTemplate = Pick<ExternalCallBody, 'method' | 'url' | 'headers' | 'requestBody' | 'parameters'>

const placeholder = /\{(parameter|configuration)\.([A-Za-z_]\w*)\}/gi
export const jsonContentType = 'application/json'
export const formContentType = 'application/x-www-form-urlencoded'

/** A text with something harmless in place of its placeholders. */
export const maskPlaceholders = (text: string): string => text.replace(placeholder, 'x')

/** Placeholders of a text, lower-cased: `parameter.name` and `configuration.name`. */
export const placeholdersOf = (text: string): string[] =>
  [...text.matchAll(placeholder)].map(([, kind = '', name = '']) => `${kind}.${name}`.toLowerCase())

function replacePlaceholders(
  text: string,
  { parameters, configurations }: PlaceholderValues,
  write: (value: string, at: number) => string,
): string {
  return text.replace(placeholder, (_whole, kind: string, name: string, at: number) =>
    write((kind.toLowerCase() === 'parameter' ? parameters : configurations).get(name.toLowerCase()) ?? '', at),
  )
}

/** What is no character of a header's value becomes a space: a value cannot begin a header of its own. */
const escapeHeaderValue = (value: string): string =>
  value.replace(/[\u0000-\u001f\u007f]/g, ' ').replace(/[^\u0020-\u00ff]/g, character => encodeURIComponent(character))

/** Where in a JSON text a string is open. */
function jsonStringTest(text: string): (at: number) => boolean {
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
function jsonEscaper(text: string): (value: string, at: number) => string {
  const quoted = jsonStringTest(text)
  return (value, at) => {
    if (quoted(at)) return JSON.stringify(value).slice(1, -1)
    return /^(?:-?(?:0|[1-9]\d{0,15})(?:\.\d{1,15})?|true|false|null)$/.test(value) ? value : JSON.stringify(value)
  }
}

export function contentTypeOf(headers: CallRequestTemplate['headers']): string {
  return (
    headers
      .find(({ name }) => name.toLowerCase() === 'content-type')
      ?.value.split(';')[0]
      ?.trim()
      .toLowerCase() ?? jsonContentType
  )
}

/**
 * The request of a call. Parameters that are not placed by hand go to the query (GET) or into the body (POST without a
 * body of its own); placed ones are escaped for where they stand.
 */
export function buildCallRequest(template: CallRequestTemplate, values: PlaceholderValues): CallRequest {
  const { method, requestBody } = template
  const type = contentTypeOf(template.headers)
  const placed = new Set(
    [template.url, ...template.headers.map(({ value }) => value), requestBody ?? ''].flatMap(placeholdersOf),
  )
  const left = template.parameters
    .filter(({ name }) => !placed.has(`parameter.${name.toLowerCase()}`))
    .map(({ name }): [string, string] => [name, values.parameters.get(name.toLowerCase()) ?? ''])
  let url = replacePlaceholders(template.url, values, value => encodeURIComponent(value))
  if (method === 'GET' && left.length > 0) {
    const [address = '', fragment] = url.split('#')
    url = `${address}${address.includes('?') ? '&' : '?'}${new URLSearchParams(left).toString()}${fragment === undefined ? '' : `#${fragment}`}`
  }
  const headers: Record<string, string> = { accept: jsonContentType }
  for (const { name, value } of template.headers)
    headers[name.toLowerCase()] = escapeHeaderValue(replacePlaceholders(value, values, text => text))
  if (method === 'GET') return { url, headers, body: null }
  headers['content-type'] ??= jsonContentType
  const body =
    requestBody !== null
      ? replacePlaceholders(
          requestBody,
          values,
          type === formContentType ? value => encodeURIComponent(value) : jsonEscaper(requestBody),
        )
      : type === formContentType
        ? new URLSearchParams(left).toString()
        : JSON.stringify(Object.fromEntries(left))
  return { url, headers, body }
}
