/* The part of an S3-compatible service that files are written to, which verifies signatures of version 4. */
import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

interface S3Server {
  endpoint: string
  /** Stored objects by bucket and key. */
  objects: Map<string, Buffer>
  close: () => Promise<void>
}

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/** Starts a service with some buckets and one key pair, on this machine. */
export async function startS3Server(
  keys: { accessKeyId: string; secretKey: string },
  buckets: string[],
): Promise<S3Server> {
  const objects = new Map<string, Buffer>()
  const answerOf = (request: IncomingMessage, body: Buffer): { status: number; code?: string } => {
    const issue = signatureIssue(request, body, keys)
    if (issue !== null) return { status: 403, code: issue }
    const [, bucket = '', key = ''] = /^\/([^/]+)\/(.+)$/.exec(decodeURIComponent(request.url ?? '')) ?? []
    if (!buckets.includes(bucket)) return { status: 404, code: 'NoSuchBucket' }
    if (request.method === 'PUT') objects.set(`${bucket}/${key}`, body)
    else objects.delete(`${bucket}/${key}`)
    return { status: request.method === 'PUT' ? 200 : 204 }
  }
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const { status, code } = answerOf(request, Buffer.concat(parts))
      response.writeHead(status, { 'content-type': 'application/xml' })
      response.end(code === undefined ? undefined : `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`)
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Returns the code of the service for a signature that is wrong, as its documentation of version 4 describes it; null: it is right. */
function signatureIssue(
  { headers, method, url = '' }: IncomingMessage,
  body: Buffer,
  { accessKeyId, secretKey }: { accessKeyId: string; secretKey: string },
): string | null {
  const [, key, scope = '', names = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+),\s*SignedHeaders=([^,]+),\s*Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? []
  if (key !== accessKeyId) return 'InvalidAccessKeyId'
  const digest = String(headers['x-amz-content-sha256'])
  if (digest !== sha256(body) && digest !== 'UNSIGNED-PAYLOAD') return 'XAmzContentSHA256Mismatch'
  const [path = '', query = ''] = url.split('?')
  const signed = names.split(';')
  const canonical = [
    method,
    path,
    query.split('&').sort().join('&'),
    ...signed.map(name => `${name}:${String(headers[name]).trim()}`),
    '',
    names,
    digest,
  ].join('\n')
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n')
  const signingKey = scope.split('/').reduce<string | Buffer>((from, part) => hmac(from, part), `AWS4${secretKey}`)
  return createHmac('sha256', signingKey).update(text).digest('hex') === signature ? null : 'SignatureDoesNotMatch'
}
