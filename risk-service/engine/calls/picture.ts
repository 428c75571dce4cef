import type { OutgoingHttp } from '../../ports/index.ts'

/** Milliseconds for one picture. */
const timeoutMs = 5000
const pictureTypes = ['image/png', 'image/jpeg', 'image/webp']

/** Fetches a picture (PNG, JPEG or WebP); null when the address may not be called or answers with anything else. */
export async function fetchPicture(http: Pick<OutgoingHttp, 'send'>, url: string): Promise<Uint8Array | null> {
  const accept = pictureTypes.join(', ')
  const answer = await http.send({ method: 'GET', url, headers: { accept }, body: null, timeoutMs, binary: true })
  if (answer.kind !== 'answer' || answer.status !== 200 || answer.bytes === undefined) return null
  const [type = ''] = (answer.headers?.['content-type'] ?? '').split(';')
  return pictureTypes.includes(type.trim().toLowerCase()) ? answer.bytes : null
}
