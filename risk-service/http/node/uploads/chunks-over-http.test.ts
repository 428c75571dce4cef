import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type UploadDetail, uploadLimits } from '../../../contract/index.ts'
import {
  chunkOf,
  fileOf,
  openUploadBench,
  pathOf,
  sha256Of,
  type UploadBench,
} from '../../../features/uploads/testing/upload-bench.ts'

let uploads: UploadBench
let server: Server
let port: number
const file = fileOf(uploadLimits.chunkSize + 5)
beforeAll(async () => {
  uploads = await openUploadBench()
  const listener = getRequestListener(uploads.bench.app.fetch)
  server = createServer((request, response) => void listener(request, response))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
beforeEach(() => uploads.clear())
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await uploads.close()
})

const begin = async () => ((await uploads.begin('engineer', file)).json as UploadDetail).upload?.id ?? ''
const addressOf = (id: string, index: number, sha256 = sha256Of(chunkOf(file, index))) =>
  `/api/console/v1${pathOf()}/${id}/chunks/${index}?sha256=${sha256}&modifiedAt=${file.modifiedAt}`
async function send(as: string | null, address: string, bytes: Uint8Array<ArrayBuffer>) {
  const response = await fetch(`http://127.0.0.1:${port}${address}`, {
    method: 'PUT',
    headers: {
      'content-type': 'application/octet-stream',
      ...(as === null ? {} : { authorization: `Bearer ${as}` }),
    },
    body: bytes,
  })
  return { status: response.status, body: (await response.json()) as { code?: string; message?: string } }
}

it('a chunk arrives over the network, and who sends a refused one reads why', async () => {
  const id = await begin()
  const whole = chunkOf(file, 0)
  for (const [as, address, status, message] of [
    [null, addressOf(id, 0), 401, 'Sign in and try again.'],
    ['viewer', addressOf(id, 0), 403, 'Your roles do not allow this here.'],
    ['colleague', addressOf(id, 0), 409, /^Name of engineer is uploading/],
    ['engineer', addressOf(id, 0, 'a'.repeat(64)), 409, /was changed after its upload began/],
    ['engineer', addressOf(id, 1), 422, 'Chunk 1 has 5 bytes, but more arrived.'],
    ['engineer', addressOf(id, 2, 'a'.repeat(64)), 422, /The file has 2 chunks/],
  ] as const) {
    const answer = await send(as, address, whole)
    expect([answer.status, answer.body.message]).toEqual([
      status,
      typeof message === 'string' ? message : expect.stringMatching(message),
    ])
  }
  const larger = await send('engineer', addressOf(id, 0), new Uint8Array(uploadLimits.chunkSize + 1))
  expect([larger.status, larger.body.code]).toEqual([413, 'tooLarge'])
  expect(await uploads.files.list()).toHaveLength(1)
  expect((await uploads.get()).missing).toEqual([0, 1])
  for (const index of [0, 0, 1])
    expect((await send('engineer', addressOf(id, index), chunkOf(file, index))).status).toBe(200)
  expect((await uploads.get()).missing).toEqual([])
})

it('a connection that ends in the middle of a chunk leaves nothing of it, and the chunk is sent again', async () => {
  const id = await begin()
  const whole = chunkOf(file, 0)
  const socket = connect(port, '127.0.0.1')
  socket.write(
    `PUT ${addressOf(id, 0)} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer engineer\r\nContent-Type: application/octet-stream\r\nContent-Length: ${whole.byteLength}\r\n\r\n`,
  )
  socket.write(whole.subarray(0, 1_000_000))
  const entries = () => uploads.listFolder(id)
  await expect.poll(entries).toHaveLength(1)
  socket.destroy()
  await expect.poll(entries).toEqual([])
  expect((await uploads.get()).missing).toEqual([0, 1])
  expect((await send('engineer', addressOf(id, 0), whole)).status).toBe(200)
})
