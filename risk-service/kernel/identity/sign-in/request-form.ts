import { IncomingMessage } from 'node:http'

const bodyLimit = 64 * 1024

/** Copies a request with another form as its body, because the provider reads the body by itself. */
export function replayRequest(request: IncomingMessage, body: string): IncomingMessage {
  const copy = new IncomingMessage(request.socket)
  copy.method = request.method ?? 'POST'
  copy.headers = {
    ...request.headers,
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': `${Buffer.byteLength(body)}`,
  }
  delete copy.headers['transfer-encoding']
  // Marked as complete: otherwise destroying the copy would destroy the connection as well.
  copy.complete = true
  copy.push(body)
  copy.push(null)
  return copy
}

/**
 * Copies the credential of a Basic header into the form (RFC 6749 2.3.1). `twice`: the form names a credential as well,
 * which is not allowed; `none`: the request has no such header.
 */
export function mergeBasicCredential(
  form: Map<string, string>,
  header: string | undefined,
): 'added' | 'twice' | 'none' {
  const encoded = /^basic\s+([\w+/-]+=*)\s*$/i.exec(header ?? '')?.[1]
  if (encoded === undefined) return 'none'
  if (form.has('client_secret') || form.has('client_assertion')) return 'twice'
  const pair = Buffer.from(encoded, 'base64').toString('utf8')
  const at = pair.indexOf(':')
  // Name and secret are encoded as in a form; a secret that cannot be decoded is used unchanged.
  const plain = (text: string): string => {
    try {
      return decodeURIComponent(text.replaceAll('+', ' '))
    } catch {
      return text
    }
  }
  form.set('client_id', plain(at < 0 ? pair : pair.slice(0, at)))
  form.set('client_secret', at < 0 ? '' : plain(pair.slice(at + 1)))
  return 'added'
}

/**
 * Reads the fields of an urlencoded or multipart body, the first of each name; null for any other content type. A body
 * over the limit is read to its end and discarded: a connection with an unread body would never reach the next request.
 */
export async function readForm(request: IncomingMessage): Promise<Map<string, string> | 'too large' | null> {
  const type = request.headers['content-type'] ?? ''
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type)) return null
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size <= bodyLimit) chunks.push(chunk)
    else chunks.length = 0
  }
  if (size > bodyLimit) return 'too large'
  try {
    const data = await new Response(Buffer.concat(chunks), { headers: { 'content-type': type } }).formData()
    const form = new Map<string, string>()
    for (const [name, value] of data) if (typeof value === 'string' && !form.has(name)) form.set(name, value)
    return form
  } catch {
    return null
  }
}
