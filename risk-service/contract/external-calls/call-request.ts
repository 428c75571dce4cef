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

/** Replaces the placeholders of a text with a harmless value. */
export const maskPlaceholders = (text: string): string => text.replace(placeholder, 'x')

/** Returns the placeholders of a text, lower-cased: `parameter.name` and `configuration.name`. */
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

/**
 * Replaces characters that are not allowed in a header's value with a space, so that a value cannot begin another
 * header.
 */
const escapeHeaderValue = (value: string): string =>
  value.replace(/[\u0000-\u001f\u007f]/g, ' ').replace(/[^\u0020-\u00ff]/g, character => encodeURIComponent(character))

/** Returns a test whether a position of a JSON text is inside a string. */
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
 * Returns the escaping of a value in a JSON text: inside a string its content is escaped; elsewhere it becomes a JSON
 * value, so that a text can never become structure.
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
 * Builds the request of a call. Parameters without a placeholder are added to the query (GET) or the body (POST without
 * its own body); those with a placeholder are escaped for its position.
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
