/* Files in a bucket of an S3-compatible service. */
import { createHash, randomUUID } from 'node:crypto'
import { S3mini } from 's3mini'
import type { SinkOf } from '../../../contract/event-tracing/sinks.ts'
import type { DeliveryFailure } from '../../../contract/index.ts'
import type { FileTarget, OutgoingAnswer, OutgoingHttp, OutgoingRequest, SinkFailure } from '../../../ports/index.ts'

/** Milliseconds that a request may last, with a file of the largest size. */
const timeoutMs = 120_000
/** The answer to a test comes while somebody waits. */
const testTimeoutMs = 15_000

/** What the codes of the service mean; every other answer is named by its status. */
const reasons: Readonly<Record<string, DeliveryFailure>> = {
  InvalidAccessKeyId: 'credential',
  SignatureDoesNotMatch: 'credential',
  InvalidToken: 'credential',
  ExpiredToken: 'credential',
  AuthFailure: 'credential',
  AuthorizationHeaderMalformed: 'region',
  PermanentRedirect: 'region',
  AccessDenied: 'denied',
  AllAccessDisabled: 'denied',
  NoSuchBucket: 'missing',
  QuotaExceeded: 'space',
  InsufficientStorage: 'space',
  XMinioStorageFull: 'space',
}
const statuses: Readonly<Record<number, DeliveryFailure>> = {
  401: 'credential',
  403: 'denied',
  404: 'missing',
  507: 'space',
}

interface BucketOptions {
  sink: SinkOf<'bucket'>
  /** Null: there is none, or it cannot be read. */
  secretKey: string | null
  /** Refuses private addresses, after names are resolved. */
  http: Pick<OutgoingHttp, 'send'>
}

/** Opens the files of a subscription in a bucket. Each is one PUT, which the service shows as a whole or not at all. */
export function openBucketTarget({ sink, secretKey, http }: BucketOptions): FileTarget {
  const { endpoint, region, bucket, prefix, accessKeyId } = sink
  const place = prefix === '' ? bucket : `${bucket}/${prefix}`

  /** Sends a request that the library signs, by the client that checks addresses; returns the answer. */
  async function request(
    secretAccessKey: string,
    limits: Pick<OutgoingRequest, 'timeoutMs' | 'withCertificate' | 'signal'>,
    use: (client: S3mini) => Promise<unknown>,
  ): Promise<OutgoingAnswer> {
    let answer: OutgoingAnswer = { kind: 'communication', message: 'Nothing was sent.' }
    const client = new S3mini({
      accessKeyId,
      secretAccessKey,
      region,
      endpoint: `${endpoint.replace(/\/$/, '')}/${place}`,
      async fetch(url, { method = '', headers, body } = {}) {
        answer = await http.send({
          method: method as 'PUT' | 'DELETE',
          url: String(url),
          headers: withoutHost(headers as Record<string, string>),
          body: body instanceof Uint8Array ? body : null,
          ...limits,
        })
        if (answer.kind !== 'answer') throw new Error(answer.kind)
        const { status, text } = answer
        return new Response(status === 204 ? null : text, { status })
      },
    })
    // What failed is in the answer.
    await use(client).catch(() => undefined)
    return answer
  }

  async function put(
    path: string,
    bytes: Uint8Array,
    limits: Pick<OutgoingRequest, 'timeoutMs' | 'withCertificate' | 'signal'>,
  ): Promise<{ failure: SinkFailure | null; certificateUntil: Date | null }> {
    if (secretKey === null) return { failure: { reason: 'credential', status: null }, certificateUntil: null }
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const answer = await request(secretKey, limits, client =>
      client.putObject(path, bytes, undefined, undefined, { 'x-amz-content-sha256': sha256 }),
    )
    return {
      failure: failureOf(answer),
      certificateUntil: answer.kind === 'answer' ? (answer.certificateUntil ?? null) : null,
    }
  }

  return {
    put: async (path, bytes, signal) =>
      (await put(path, bytes, { timeoutMs, ...(signal === undefined ? {} : { signal }) })).failure,
    async test() {
      const path = `_test-${randomUUID()}`
      const tested = await put(path, Buffer.from('{"name":"FraudProtection.Test"}\n'), {
        timeoutMs: testTimeoutMs,
        withCertificate: true,
      })
      const { failure } = tested
      // A key pair that may only write leaves the file.
      if (failure === null)
        await request(secretKey ?? '', { timeoutMs: testTimeoutMs }, client => client.deleteObject(path))
      return { ...tested, facts: failure === null ? [{ fact: 'bucket', value: place }] : [], freeBytes: null }
    },
  }
}

/** The client writes the host itself, as the address has it. */
const withoutHost = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !['host', 'content-length'].includes(name)))

/** Returns why a file was not accepted; null: it was. */
function failureOf(answer: OutgoingAnswer): SinkFailure | null {
  if (answer.kind !== 'answer') return { reason: answer.kind, status: null }
  const { status, text } = answer
  if (status >= 200 && status < 300) return null
  const code = /<Code>(\w+)<\/Code>/.exec(text)?.[1] ?? ''
  const reason = reasons[code] ?? statuses[status] ?? (status >= 300 && status < 400 ? 'redirect' : 'status')
  return { reason, status }
}
